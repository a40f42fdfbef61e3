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

/** A group that is quiet looks like a platform that can't reach us. Some platforms allow 60 tests an hour. */
const quietMs = 60 * 60_000
/** Sooner, to notice that it is over. */
const againMs = 10 * 60_000

/** Asks platforms from which nothing has arrived for a while whether they can deliver. */
export function createReachQuestion(deps: Deps): () => Promise<void> {
  const { store, clock, connectors, platformSetups } = deps
  const startedAt = clock()
  return async () => {
    const known = new Map((await store.listConnections()).map((one) => [one.platform, one]))
    for (const platform of connectors.keys()) {
      const setup = platformSetups.get(platform)
      const { seen, reach } = known.get(platform) ?? {}
      const heardAt = Math.max(seen?.webhookAt ?? startedAt, reach?.askedAt ?? startedAt, 0)
      const waitMs = reach?.unreachableSince == null ? quietMs : againMs
      if (!setup || clock() - heardAt < waitMs) continue
      const problem = await setup.findObstacle(await savedValues(deps, setup), webhookUrlOf(deps, setup))
      // What isn't known is asked again at the next time.
      if (problem === undefined) continue
      await store.write<'record-reach'>({ kind: 'record-reach', at: clock(), platform, problem })
    }
  }
}
