import { createHmac, timingSafeEqual } from 'node:crypto'
import type { HeldSignIn, HoldingBrowser } from './browser-accounts.ts'
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
  /** The browser's sign-ins at the start, because it doesn't send their cookies on the way back from another site. */
  browser: HoldingBrowser
}

export const tripLifeMs = 10 * 60_000

export function createTrip(platform: string, now: number, { held, adds }: HoldingBrowser): SignInTrip {
  return {
    platform,
    state: randomText(32),
    nonce: randomText(32),
    verifier: randomText(64),
    endsAt: now + tripLifeMs,
    browser: { held, adds },
  }
}

/** As stored in the cookie, signed, so that another person's sign-in can't be substituted. */
export function encodeTrip(trip: SignInTrip, secret: string): string {
  const { platform, state, nonce, verifier, endsAt, browser } = trip
  const held = browser.held.map(({ slot, hash }) => `${slot}${hash}`).join('~')
  const payload = [platform, state, nonce, verifier, endsAt, browser.adds ? 1 : 0, held].join('.')
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
  const [given, state = '', nonce = '', verifier = '', endsAt = '', adds = '', held = ''] = payload.split('.')
  if (given !== platform || Number(endsAt) <= now) return undefined
  return {
    platform,
    state,
    nonce,
    verifier,
    endsAt: Number(endsAt),
    browser: { held: readHeld(held), adds: adds === '1' },
  }
}

function readHeld(text: string): HeldSignIn[] {
  if (text === '') return []
  return text.split('~').map((one) => ({ slot: Number(one[0]), hash: one.slice(1) }))
}

/** Compares in constant time. */
export function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function sign(payload: string, secret: string): string {
  return createHmac('sha256', secret).update(`sign-in trip ${payload}`).digest('base64url')
}
