/** When a certificate is valid, in milliseconds since 1970. */
export type Validity = { validFrom: number; validUntil: number }

/** What happened when the service last tried to get a certificate. */
export type Attempts = {
  /** In a row. */
  failures: number
  triedAt: number | null
  /** Why the last try failed, as a sentence that says what to do; null if it worked. */
  problem: string | null
  /** The authority asked not to try again before this. */
  heldUntil: number | null
}

export const noAttempts: Attempts = { failures: 0, triedAt: null, problem: null, heldUntil: null }

const minuteMs = 60_000
const firstPauseMs = minuteMs
const longestPauseMs = 6 * 60 * minuteMs
/** Let's Encrypt allows five failed checks per hour, so even a service that restarts all the time stays below that. */
const longestPauseAtStartMs = 12 * minuteMs

/** After a success. A certificate that is due as soon as it arrives must not be ordered again and again. */
const leastBetweenMs = 60 * minuteMs

/** A third of its lifetime before it expires, whatever that is. */
export function renewalTime({ validFrom, validUntil }: Validity): number {
  return validUntil - (validUntil - validFrom) / 3
}

/** One minute after the first failure, then twice as long each time. */
export function pauseAfter(failures: number): number {
  return Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs)
}

/**
 * When to try next. At a start the pause is shorter, because someone may have fixed the problem and restarted the service for
 * that reason.
 */
export function nextTryTime(
  certificate: Validity | undefined,
  { failures, triedAt, heldUntil }: Attempts,
  { now, isStart }: { now: number; isStart: boolean },
): number {
  const dueAt = certificate ? renewalTime(certificate) : 0
  // A try in the future was made while the clock was wrong, so nothing can be counted from it.
  if (triedAt === null || triedAt > now) return dueAt
  if (failures === 0) return certificate ? Math.max(dueAt, triedAt + leastBetweenMs) : dueAt
  const pause = isStart ? Math.min(pauseAfter(failures), longestPauseAtStartMs) : pauseAfter(failures)
  return Math.max(dueAt, triedAt + pause, Math.min(heldUntil ?? 0, triedAt + longestHoldMs))
}

/** The longest limits of authorities are one week. */
const longestHoldMs = 7 * 24 * 60 * minuteMs
