/** A platform's right to reply once in a chat. Plain data, because it is stored as part of a job. */
export type ReplyRight = {
  token: string
  /** Milliseconds since 1970; null: does not expire. */
  expiresAt: number | null
  isOneUse: boolean
  /** What a reply costs the operator. */
  cost: 'free' | 'per-member'
}
