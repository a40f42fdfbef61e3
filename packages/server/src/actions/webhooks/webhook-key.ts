import { Refusal } from '../../domain/refusal.ts'
import { createSealingKey, webhookKeyName } from '../../domain/secrets/sealing.ts'
import { createMadeSecret, type MadeSecretDeps } from '../storage/made-secret.ts'

/** Reads the key from which the signing secrets of webhooks are derived. It is not in the database as it is, and in no snapshot. */
export type ReadWebhookKey = () => Promise<string>

/** It is never replaced on its own, because receivers would have to learn all their secrets again. */
export function createWebhookKey(deps: MadeSecretDeps): ReadWebhookKey {
  const whenLost = () =>
    new Refusal('unavailable', 'the key that signs webhooks was encrypted with a key that this node does not have')
  return createMadeSecret(deps, { name: webhookKeyName, make: createSealingKey, whenLost })
}
