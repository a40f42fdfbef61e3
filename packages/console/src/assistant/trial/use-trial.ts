import type { RuleDraft } from '@innkeeper/contract'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useChannel } from '../../channel/channel.ts'
import { isResultOf, triedText } from './tried-draft.ts'

export type Span = { from: string; to: string }

type Done<Report> = { tried: string; draftId: string | undefined; span: Span; report: Report }

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
    mutationFn: async (span: Span) => ({ tried, draftId: rule && (rule.id ?? 'draft'), span, report: await run(span) }),
    onSuccess: (done) => client.setQueryData(queryKey, done),
  })
  const { reset } = trial
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tried` only says that something has changed
  useEffect(reset, [tried, reset])
  const forget = () => {
    reset()
    client.removeQueries({ queryKey })
  }
  const done = kept && isResultOf(kept, rule) ? kept : undefined
  return {
    done,
    /** It has just arrived, and wasn't there when the page was opened. */
    isFresh: trial.isSuccess && done !== undefined,
    isPending: trial.isPending,
    error: trial.error,
    start: (span: Span) => trial.mutate(span),
    forget,
  }
}
