import type { messagingApi } from '@line/bot-sdk'

/** A request that was accepted under a retry key. */
export type AcceptedRequest = { requestId: string; at: number; sentMessages?: messagingApi.SentMessage[] }

const memoryMs = 24 * 3_600_000

/** A key is remembered for a day; afterwards the same key sends again. */
export function isRemembered(accepted: AcceptedRequest | undefined, at: number): accepted is AcceptedRequest {
  return accepted !== undefined && at - accepted.at < memoryMs
}

export function isRetryKey(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}
