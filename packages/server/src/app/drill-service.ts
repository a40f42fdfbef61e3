import type { AddressInfo } from 'node:net'
import { issueKey } from '../actions/storage/operator.ts'
import type { Config } from '../config/config.ts'
import type { BlobStore } from '../ports/storage/blob-store.ts'
import type { Store } from '../ports/store.ts'
import { createServices } from './create-services.ts'
import { createLog } from './log.ts'
import { openStores } from './open-stores.ts'
import { createStops } from './stops.ts'

/** A service on restored data, to see that it works. */
export type DrillService = {
  store: Store
  blobs: BlobStore
  /** Whether it answers requests as it should. */
  isWell(): Promise<boolean>
  stop(): Promise<void>
}

/**
 * Listens on loopback only, and starts no loops: it runs no jobs, sends nothing, and connects to no other machine. Settings that
 * were saved in the restored database are not used.
 */
export async function openDrillService(config: Config): Promise<DrillService> {
  const log = createLog('silent', 'drill', 'json')
  const stops = createStops(log.log)
  try {
    const address = { baseUrl: '', isFixed: true }
    const stores = await openStores(config, 'drill', stops, { log: log.log, address })
    const { app, clock } = await createServices(config, {}, log, stores, stops)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const { store, blobs } = stores
    return {
      store,
      blobs,
      async isWell() {
        const expiresAt = clock() + 3_600_000
        const wanted = { userId: 'drill', name: '', scope: 'full', isOperator: true, expiresAt } as const
        const { key } = await issueKey({ store, clock }, wanted)
        const paths = ['/ready', '/api/operator']
        const headers = { authorization: `Bearer ${key}` }
        const answers = await Promise.all(paths.map((path) => fetch(`http://127.0.0.1:${port}${path}`, { headers })))
        return answers.every(({ ok }) => ok)
      },
      stop: stops.run,
    }
  } catch (error) {
    await stops.run()
    throw error
  }
}
