import type { Logger } from 'pino'
import { createTrip, decodeTrip, encodeTrip, isSame } from '../../domain/accounts/sign-in-trip.ts'
import { PlatformRefusal, PlatformSilence } from '../../domain/platforms/platform-errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { PlatformIdentity, SignInPlatform } from '../../ports/sign-in-platform.ts'
import type { Store } from '../../ports/store.ts'
import { type Browser, type MadeSignIn, signInAs } from './sign-ins.ts'

type Deps = { store: Store; clock: Clock; log: Pick<Logger, 'warn'> }

/** Where to send the browser, and the state to keep in its cookie. */
export function beginPlatformSignIn(
  { store, clock }: Deps,
  platform: SignInPlatform,
  { returnUrl, browser }: { returnUrl: string; browser: Browser },
): { address: string; trip: string } {
  const trip = createTrip(platform.platform, clock(), browser)
  return { address: platform.addressFor(trip, returnUrl), trip: encodeTrip(trip, store.secret) }
}

/** `trip`: as the browser brought it back; `query`: what the platform added to the address. */
export type Return = {
  query: Record<string, string>
  trip: string | undefined
  returnUrl: string
  userAgent: string | undefined
}

/** `expired`: it did not start here, or too long ago. `failed`: the response can't be trusted. */
export type SignInProblem = 'denied' | 'expired' | 'failed'

export async function finishPlatformSignIn(
  deps: Deps,
  platform: SignInPlatform,
  { query, trip: carried, returnUrl, userAgent }: Return,
): Promise<{ made: MadeSignIn; browser: Browser } | SignInProblem> {
  const { store, clock, log } = deps
  const trip = decodeTrip(carried, { platform: platform.platform, secret: store.secret, now: clock() })
  if (!trip) return 'expired'
  const identity: PlatformIdentity = isSame(query.state ?? '', trip.state)
    ? await platform.identify(query, trip, returnUrl).catch(toFailure)
    : { kind: 'failed', reason: 'the state does not match the one that was sent' }
  if (identity.kind === 'known') {
    const browser = { userAgent, ...trip.browser }
    return { made: await signInAs(deps, identity.userId, browser), browser }
  }
  if (identity.kind === 'denied') return 'denied'
  log.warn({ platform: platform.platform, reason: identity.reason }, 'a sign-in through a platform failed')
  return 'failed'
}

function toFailure(error: unknown): PlatformIdentity {
  if (error instanceof PlatformRefusal || error instanceof PlatformSilence) {
    return { kind: 'failed', reason: error.message }
  }
  throw error
}
