export type RateLimit = { limit: number; periodMs: number }
export type Bucket = { tokens: number; at: number }

/** Which limit applies to a route. */
export type BucketName = 'usual' | 'multicast' | 'loading' | 'webhookEndpoint' | 'hourly' | 'shortLivedToken'

export const platformLimits: Record<BucketName, RateLimit> = {
  usual: { limit: 2_000, periodMs: 1_000 },
  multicast: { limit: 200, periodMs: 1_000 },
  loading: { limit: 100, periodMs: 1_000 },
  webhookEndpoint: { limit: 1_000, periodMs: 60_000 },
  // Webhook test, broadcast and narrowcast.
  hourly: { limit: 60, periodMs: 3_600_000 },
  shortLivedToken: { limit: 370, periodMs: 1_000 },
}

/** A token bucket: initially full, refilled evenly, one token per request. */
export function takeToken(bucket: Bucket | undefined, { limit, periodMs }: RateLimit, at: number) {
  const filled = bucket ? Math.min(limit, bucket.tokens + (Math.max(0, at - bucket.at) * limit) / periodMs) : limit
  const isAllowed = filled >= 1
  return { isAllowed, bucket: { tokens: isAllowed ? filled - 1 : filled, at } }
}
