import type { SignInTrip } from '../domain/accounts/sign-in-trip.ts'

/** Where people can be sent to be told who they are. Their ids are those of the platform's chats. */
export type SignInPlatform = {
  /** As in addresses, such as `line`. */
  platform: string
  /** What people call it. */
  name: string
  /** Where to send the browser. `returnUrl`: where the platform is to send it back to. */
  addressFor(trip: SignInTrip, returnUrl: string): string
  /**
   * Who came back, by what the platform added to the address. That `state` is the trip's has been checked. Throws
   * `PlatformRefusal` or `PlatformSilence` where the platform, asked about it, does not confirm it.
   */
  identify(query: Record<string, string>, trip: SignInTrip, returnUrl: string): Promise<PlatformIdentity>
}

/** `denied`: they changed their mind there. `failed`: with a reason for the log, without anything secret. */
export type PlatformIdentity =
  | { kind: 'known'; userId: string }
  | { kind: 'denied' }
  | { kind: 'failed'; reason: string }
