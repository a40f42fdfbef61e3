import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { mediaPlaceOf } from '../actions/storage/media-place.ts'
import type { Config } from '../config/config.ts'
import { describeDatabase } from '../domain/storage/database-url.ts'
import { createServices, type ServiceOptions } from './create-services.ts'
import { createLog } from './log.ts'
import { openStores } from './open-stores.ts'
import { startLoops } from './start-loops.ts'
import { createStops } from './stops.ts'

/** A running service. */
export type Service = {
  /** The address, such as http://127.0.0.1:8080. */
  url: string
  app: FastifyInstance
  /** Resolves with the reason if the service has to stop. The caller then stops it. */
  failed: Promise<Error>
  /** Finishes what is in flight, writes what is in memory, and releases the data folder. */
  stop(): Promise<void>
}

/** For the log; without user and password. */
function databaseOf({ databaseUrl }: Config): string {
  return databaseUrl === null ? 'SQLite in the data folder' : `PostgreSQL, ${describeDatabase(databaseUrl)}`
}

/** Opens everything and starts to listen. If that fails, closes everything and throws. */
export async function startService(config: Config, options: ServiceOptions = {}): Promise<Service> {
  const node = config.node ?? `${hostname()}:${process.pid}`
  const log = createLog(config.logLevel, node)
  const stops = createStops(log.log)
  let hasStarted = false
  const stop = async () => {
    await stops.run()
    // A failed start has an error of its own.
    if (hasStarted) log.log.info('stopped')
    log.flush()
  }
  try {
    const stores = await openStores(config, node, stops)
    log.log.info(
      { database: databaseOf(config), media: mediaPlaceOf(config), dataDir: config.dataDir },
      'opened the stores',
    )
    const services = await createServices(config, options, log, stores, stops)
    const url = await startLoops(config, log, stores, services, stops)
    hasStarted = true
    return { url, app: services.app, failed: stores.failed, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
