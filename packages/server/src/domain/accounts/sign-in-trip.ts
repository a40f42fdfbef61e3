import { createHmac, timingSafeEqual } from 'node:crypto'
import { randomText } from './token.ts'

/** A browser's sign-in at a platform. The state travels in a cookie and comes back with it. */
export type SignInTrip = {
  platform: string
  /** Comes back in the URL, which proves that we started the sign-in. */
  state: string
  /** Comes back inside what the platform signed, which proves that it signed it for this sign-in. */
  nonce: string
  /** PKCE (RFC 7636): without it, the code in the URL is useless to anyone else. */
  verifier: string
  endsAt: number
  /** Of the browser's sign-in at the start, because it doesn't send that cookie on the way back from another site. */
  replacedHash: string | null
}

export const tripLifeMs = 10 * 60_000

export function createTrip(platform: string, now: number, replacedHash: string | null): SignInTrip {
  return {
    platform,
    state: randomText(32),
    nonce: randomText(32),
    verifier: randomText(64),
    endsAt: now + tripLifeMs,
    replacedHash,
  }
}

/** As stored in the cookie, signed, so that another person's sign-in can't be substituted. */
export function encodeTrip(trip: SignInTrip, secret: string): string {
  const payload = [trip.platform, trip.state, trip.nonce, trip.verifier, trip.endsAt, trip.replacedHash ?? ''].join('.')
  return `${payload}.${sign(payload, secret)}`
}

/** Undefined if it isn't ours, is for another platform, or has expired. */
export function decodeTrip(
  text: string | undefined,
  { platform, secret, now }: { platform: string; secret: string; now: number },
): SignInTrip | undefined {
  const end = text?.lastIndexOf('.') ?? -1
  if (text === undefined || end < 0) return undefined
  const payload = text.slice(0, end)
  if (!isSame(text.slice(end + 1), sign(payload, secret))) return undefined
  const [given, state = '', nonce = '', verifier = '', endsAt = '', replaced = ''] = payload.split('.')
  if (given !== platform || Number(endsAt) <= now) return undefined
  return { platform, state, nonce, verifier, endsAt: Number(endsAt), replacedHash: replaced || null }
}

/** Compares in constant time. */
export function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function sign(payload: string, secret: string): string {
  return createHmac('sha256', secret).update(`sign-in trip ${payload}`).digest('base64url')
}
