import { InnkeeperError } from '@innkeeper/client'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusalText } from '../../errors/use-failure-text.ts'
import { type DraftField, fieldOf, type Problem, type RuleDraft } from './rule-draft.ts'

/** Sentences by field; of a field that is a list, by place: `answers.1`. */
export type FieldErrors = Readonly<Record<string, string | undefined>>

type Given = { problems: readonly Problem[]; failure: Error | null; isTried: boolean; draft: RuleDraft }

/**
 * What is refused, beside its field. Known here: as soon as a field is not what it was at first, or when one tries to save. Known
 * to the service alone: until the field is changed. `whole`: what is about no field.
 */
export function useFieldErrors({ problems, failure, isTried, draft }: Given): {
  byField: FieldErrors
  whole: Error | undefined
} {
  const words = useProblemText()
  const serviceText = useRefusalText()
  const first = useRef(draft).current
  const refused = useRefused(failure, draft)
  const byField: Record<string, string> = {}
  for (const problem of problems.toReversed()) {
    const isTouched = draft[problem.field] !== first[problem.field]
    if (!isTried && !isTouched) continue
    byField[problem.at === undefined ? problem.field : `${problem.field}.${problem.at}`] = words(problem)
  }
  if (refused?.field) byField[refused.field] ??= serviceText(refused.sentence)
  return { byField, whole: refused && !refused.field ? refused.failure : undefined }
}

/** A refusal holds for the draft it was said of: once its field is another, it is no news any more. */
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
    return t(`assistant.problems.${kind}`, { limit, least, word, count: limit })
  }
}
