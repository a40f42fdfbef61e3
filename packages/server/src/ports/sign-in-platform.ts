import type { SignInTrip } from '../domain/accounts/sign-in-trip.ts'

/** A platform that can identify people. Their ids are those of the platform's chats. */
export type SignInPlatform = {
  /** As in URLs, such as `line`. */
  platform: string
  /** The name that people see. */
  name: string
  /** Where to send the browser. `returnUrl`: where the platform sends it back to. */
  addressFor(trip: SignInTrip, returnUrl: string): string
  /**
   * Who came back, by the parameters that the platform added to the URL. `state` has been checked already. Throws
   * `PlatformRefusal` or `PlatformSilence` if the platform doesn't confirm it.
   */
  identify(query: Record<string, string>, trip: SignInTrip, returnUrl: string): Promise<PlatformIdentity>
}

/** `denied`: they declined there. `failed`: with a reason for the log, without anything secret. */
export type PlatformIdentity =
  | { kind: 'known'; userId: string }
  | { kind: 'denied' }
  | { kind: 'failed'; reason: string }
