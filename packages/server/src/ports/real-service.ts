import type { BodyOf, Routes, SignedIn } from '@innkeeper/contract'
import type { HoldingBrowser } from '../domain/accounts/browser-accounts.ts'

/** The service that takes the place of a demo when someone sets it up from the demo's pages. */
export type RealService = {
  /** In its own data folder, which the demo doesn't use. */
  createOperator(
    body: Omit<BodyOf<Routes['createOperator']>, 'code'>,
    browser: { userAgent: string | undefined } & HoldingBrowser,
  ): Promise<{ signedIn: SignedIn; token: string; lifeMs: number; recoveryCodes: string[] }>
  /** Ends the demo and starts the service, at the same address. */
  takeOver(): void
}
