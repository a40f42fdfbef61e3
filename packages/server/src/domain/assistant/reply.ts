/** The right to answer once in a chat, as a platform hands it out. Plain, because it waits in the store as part of a job. */
export type ReplyRight = {
  token: string
  /** Milliseconds since 1970; null: does not expire. */
  expiresAt: number | null
  isOneUse: boolean
  /** What an answer costs the operator. */
  cost: 'free' | 'per-member'
}
