import type { ConflictReport } from '@innkeeper/contract'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { assistantKey } from '../queries.ts'

export const conflictsKey = (channelId: string) => [...assistantKey(channelId), 'conflicts'] as const

/** The last result. It is never fetched automatically, because finding conflicts reads all messages of a month. */
export const foundConflicts = (channelId: string) =>
  queryOptions<ConflictReport>({
    queryKey: conflictsKey(channelId),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  })

/**
 * Another rule that matches the same messages, and whether it takes precedence. Shows the most frequent conflict and counts
 * the others.
 */
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
