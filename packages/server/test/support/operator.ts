import { createOperator, issueSetupCode } from '../../src/actions/accounts/operator-account.ts'
import type { Clock } from '../../src/ports/clock.ts'
import type { Store } from '../../src/ports/store.ts'

export const passphrase = 'seven paper boats at dawn'

/** An operator account named Hana, and the token of a browser that is signed in with it. */
export async function createExampleOperator(deps: { store: Store; clock: Clock }): Promise<{ token: string }> {
  const browser = { userAgent: undefined, held: [], adds: false }
  return await createOperator(deps, { code: await issueSetupCode(deps), name: 'Hana', passphrase }, browser)
}
