const dayMs = 86_400_000

/** Days a message is kept: the owner's wish, under the operator's ceiling; null: for ever. */
export function keptDays(retentionDays: number | null, ceilingDays: number | null): number | null {
  if (retentionDays === null) return ceilingDays
  return ceilingDays === null ? retentionDays : Math.min(retentionDays, ceilingDays)
}

/** Messages sent before this instant are gone from every read, whether or not they were cleaned up yet. */
export function expiredBefore(now: number, days: number | null): number {
  return days === null ? Number.MIN_SAFE_INTEGER : now - days * dayMs
}
