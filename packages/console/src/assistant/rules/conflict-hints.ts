import type { ConflictReport } from '@innkeeper/contract'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { assistantKey } from '../queries.ts'

export const conflictsKey = (channelId: string) => [...assistantKey(channelId), 'conflicts'] as const

/** What was found last; nothing asks for it by itself, because all messages of a month are gone through for it. */
export const foundConflicts = (channelId: string) =>
  queryOptions<ConflictReport>({
    queryKey: conflictsKey(channelId),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Of a rule: another that wants the same messages, and whether it goes before this one. The most frequent one stands for all. */
export type ConflictHint = { ruleId: string; question: string; messages: number; isAhead: boolean; others: number }

export function hintsOf(report: ConflictReport | undefined): Map<string, ConflictHint> {
  const hints = new Map<string, ConflictHint>()
  const add = (own: string, other: { ruleId: string; question: string }, messages: number, isAhead: boolean) => {
    const known = hints.get(own)
    hints.set(own, known ? { ...known, others: known.others + 1 } : { ...other, messages, isAhead, others: 0 })
  }
  for (const { first, second, messages } of report?.pairs ?? []) {
    add(first.ruleId, second, messages, false)
    add(second.ruleId, first, messages, true)
  }
  return hints
}
