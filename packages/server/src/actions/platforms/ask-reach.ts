import { isTimeToAsk } from '../../domain/messages/ledger/asking.ts'
import type { Clock } from '../../ports/clock.ts'
import type { PlatformSetup } from '../../ports/platform-setup.ts'
import type { SecretBox, ServiceSettings } from '../../ports/service-settings.ts'
import type { Store } from '../../ports/store.ts'
import { savedValues, webhookUrlOf } from './connect-platform.ts'

type Deps = {
  store: Store
  clock: Clock
  serviceSettings: ServiceSettings
  secrets: SecretBox
  connectors: ReadonlyMap<string, unknown>
  platformSetups: ReadonlyMap<string, PlatformSetup>
  baseUrl: () => string
}

/** Asks platforms from which nothing has arrived for a while whether they can deliver: a group may just be quiet. */
export function createReachQuestion(deps: Deps): () => Promise<void> {
  const { store, clock, connectors, platformSetups } = deps
  const startedAt = clock()
  return async () => {
    const connections = new Map((await store.listConnections()).map((one) => [one.platform, one]))
    for (const platform of connectors.keys()) {
      const setup = platformSetups.get(platform)
      const { seen, reach } = connections.get(platform) ?? {}
      const isUnreachable = reach?.unreachableSince != null
      const known = { startedAt, webhookAt: seen?.webhookAt ?? null, askedAt: reach?.askedAt ?? null, isUnreachable }
      if (!setup || !isTimeToAsk(clock(), known)) continue
      const problem = await setup.findObstacle(await savedValues(deps, setup), webhookUrlOf(deps, setup))
      // What isn't known is asked again at the next time.
      if (problem === undefined) continue
      await store.write<'record-reach'>({ kind: 'record-reach', at: clock(), platform, problem })
    }
  }
}
