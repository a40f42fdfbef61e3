/** What is known about a membership that an absence of the bot may put in doubt. */
export type Confirmation = {
  joinedAt: number
  /** When the platform last confirmed that this person is in the chat; 0: never. */
  checkedAt: number
  /** When the bot last came back to the chat; null: it was never away. */
  returnedAt: number | null
}

/** Subscribers, admins and the owner are looked up this often. */
export const checkEveryMs = 24 * 60 * 60_000

/**
 * The platform responds within seconds. If it can't be asked for this long, people who were there before the absence get their
 * access back unconfirmed: an outage must not lock a group out of its own backup.
 */
const longestDoubtMs = 60 * 60_000

/** Whether someone who was in the chat before the bot was away may have been removed during that time. */
export function isInDoubt({ joinedAt, checkedAt, returnedAt }: Confirmation, now: number): boolean {
  if (returnedAt === null || joinedAt >= returnedAt || checkedAt >= returnedAt) return false
  return now < returnedAt + longestDoubtMs
}

/** A platform that suddenly denies many people is more often wrong than right. */
export function needsRecheck(gone: number, asked: number): boolean {
  return gone * 3 > asked
}
