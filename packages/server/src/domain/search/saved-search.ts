import type { SearchCriteria } from '@innkeeper/contract'
import { readQuery } from './read-query.ts'

/** Whether a search looks for a person, or for everything but theirs, by their id. */
export function mentionsPerson({ q = '', sender }: SearchCriteria, userId: string): boolean {
  if (sender === userId) return true
  const { from, notFrom } = readQuery(q)
  return from.includes(userId) || notFrom.includes(userId)
}
