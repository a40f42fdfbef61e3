import type { RuleDraft } from '@innkeeper/contract'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useChannel } from '../../channel/channel.ts'
import { isResultOf, triedText } from './tried-draft.ts'

export type Span = { from: string; to: string }

type About = { tried: string; draftId: string | undefined; span: Span }
type Start<Report> = About & { run: (span: Span) => Promise<Report> }
type Done<Report> = About & { report: Report }

/**
 * The latest trial of a draft. Its result stays while the draft is the same, also when saving a new rule opens the page of the saved
 * rule, and is gone once the draft changes, because it must not look like that of another draft.
 */
export function useTrial<Report>(
  of: 'replay' | 'conflicts',
  rule: RuleDraft | undefined,
  run: (span: Span) => Promise<Report>,
) {
  const { channelId } = useChannel()
  const client = useQueryClient()
  // Outside the key of the assistant, which is read again after each change.
  const queryKey = ['trial', channelId, of, rule === undefined]
  const kept = useQuery<Done<Report>>({ queryKey, queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY }).data
  const tried = triedText(rule)
  const trial = useMutation({
    // All of it is given when it starts. A panel that was closed has no effects, so what its mutation was last told may be out of date.
    mutationFn: async ({ run, ...about }: Start<Report>) => ({ ...about, report: await run(about.span) }),
    onSuccess: (done) => client.setQueryData(queryKey, done),
  })
  const { reset } = trial
  // The progress and the failure of another draft are not those of this one.
  const isOfDraft = trial.variables?.tried === tried
  const forget = () => {
    reset()
    client.removeQueries({ queryKey })
  }
  const done = kept && isResultOf(kept, rule) ? kept : undefined
  return {
    done,
    /** It has just arrived, and wasn't there when the page was opened. */
    isFresh: isOfDraft && trial.isSuccess && done !== undefined,
    isPending: isOfDraft && trial.isPending,
    error: isOfDraft ? trial.error : null,
    start: (span: Span) => trial.mutate({ tried, draftId: rule && (rule.id ?? 'draft'), span, run }),
    forget,
  }
}
