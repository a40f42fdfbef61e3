/** What the platform knows about one reply token. */
export type ReplyToken = {
  chatId: string
  expiresAt: number
  isUsed: boolean
  /** How long after the event the bot first received it; weeks for a history. */
  lagMs: number
}

/** A webhook with the token has been sent out. */
export type TokenArrival = { chatId: string; occurredAt: number; at: number; isRedelivery: boolean }

const lifeMs = 60_000
const longestLifeMs = 20 * 60_000

/**
 * The minute begins when the webhook is sent. A redelivery restarts it, up to twenty minutes after the event; a used token stays
 * used. A duplicate changes nothing.
 */
export function receiveToken(known: ReplyToken | undefined, arrival: TokenArrival): ReplyToken {
  const expiresAt = arrival.isRedelivery
    ? Math.min(arrival.at + lifeMs, arrival.occurredAt + longestLifeMs)
    : arrival.at + lifeMs
  if (!known) return { chatId: arrival.chatId, expiresAt, isUsed: false, lagMs: arrival.at - arrival.occurredAt }
  return arrival.isRedelivery ? { ...known, expiresAt: Math.max(known.expiresAt, expiresAt) } : known
}

/** Expired, used and unknown tokens are refused with the same message. */
export function isReplyable(token: ReplyToken | undefined, at: number): token is ReplyToken {
  return token !== undefined && !token.isUsed && at <= token.expiresAt
}
