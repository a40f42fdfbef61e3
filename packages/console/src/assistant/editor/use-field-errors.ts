import { InnkeeperError } from '@innkeeper/client'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusalText } from '../../errors/use-failure-text.ts'
import { type DraftField, fieldOf, type Problem, type RuleDraft } from './rule-draft.ts'

/** Messages by field. For a field that is a list, the index is added: `answers.1`. */
export type FieldErrors = Readonly<Record<string, string | undefined>>

type Given = { problems: readonly Problem[]; failure: Error | null; isTried: boolean; draft: RuleDraft }

/**
 * Error messages by field. Problems found here are shown once a field has been changed or saving has been tried. Errors
 * from the service are shown until that field is changed. `whole` is an error about no particular field.
 */
export function useFieldErrors({ problems, failure, isTried, draft }: Given): {
  byField: FieldErrors
  whole: Error | undefined
} {
  const problemText = useProblemText()
  const serviceText = useRefusalText()
  const first = useRef(draft).current
  const refused = useRefused(failure, draft)
  const byField: Record<string, string> = {}
  for (const problem of problems.toReversed()) {
    const isTouched = draft[problem.field] !== first[problem.field]
    if (!isTried && !isTouched) continue
    byField[problem.at === undefined ? problem.field : `${problem.field}.${problem.at}`] = problemText(problem)
  }
  if (refused?.field) byField[refused.field] ??= serviceText(refused.sentence)
  return { byField, whole: refused && !refused.field ? refused.failure : undefined }
}

/** An error concerns the draft that was sent. Once its field has changed, it is outdated. */
function useRefused(failure: Error | null, draft: RuleDraft) {
  const refusedFor = useRef<{ failure: Error; draft: RuleDraft }>(undefined)
  if (failure && refusedFor.current?.failure !== failure) refusedFor.current = { failure, draft }
  if (!failure || !refusedFor.current) return undefined
  const sentence = failure.message
  const field: DraftField | undefined =
    failure instanceof InnkeeperError && failure.status === 400 ? fieldOf(sentence) : undefined
  if (field && refusedFor.current.draft[field] !== draft[field]) return undefined
  return { failure, sentence, field }
}

function useProblemText(): (problem: Problem) => string {
  const { t } = useTranslation()
  return ({ field, kind, limit = 0, word = '' }) => {
    const least = field === 'priority' ? -limit : 0
    return t(`ruleTools.problems.${kind}`, { limit, least, word, count: limit })
  }
}
