import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { issueSetupCode } from '../actions/accounts/operator-account.ts'
import { mediaPlaceOf } from '../actions/storage/media-place.ts'
import { addressOf, type Config, readConfig, settingSource } from '../config/config.ts'
import { setupLink } from '../domain/accounts/operator-account.ts'
import { describeDatabase } from '../domain/storage/database-url.ts'
import { createServices, type ServiceOptions, type Services } from './create-services.ts'
import { createLog, type Log } from './log.ts'
import { type OwnAddress, openStores, type Stores } from './open-stores.ts'
import { startLoops } from './start-loops.ts'
import { createStops } from './stops.ts'

/** A running service. */
export type Service = {
  /** The address, such as http://127.0.0.1:8080. */
  url: string
  app: FastifyInstance
  /** The link that creates the operator account; undefined if there is one. */
  setupLink: string | undefined
  /** Resolves with the reason if the service has to stop. The caller then stops it. */
  failed: Promise<Error>
  /** Finishes what is in flight, writes what is in memory, and releases the data folder. */
  stop(): Promise<void>
}

/** For the log; without user and password. */
function databaseOf({ databaseUrl }: Config): string {
  return databaseUrl === null ? 'SQLite in the data folder' : `PostgreSQL, ${describeDatabase(databaseUrl)}`
}

/** The code of a setup link; undefined if there is an operator already. If the disk is full, the service starts anyway. */
async function offerSetup({ store }: Stores, { clock }: Services, { log }: Log): Promise<string | undefined> {
  try {
    return (await store.hasOperator()) ? undefined : await issueSetupCode({ store, clock })
  } catch (err) {
    log.warn({ err }, 'failed to save the code of a setup link; the next start tries again')
    return undefined
  }
}

/** The address without what is saved in the store, which can change; and whether what is saved comes before it. */
function addressWithoutSaved(config: Config, { given, saved = new Map() }: ServiceOptions): OwnAddress {
  if (!given) return { baseUrl: config.baseUrl, isFixed: config.baseUrl !== '' }
  const { source } = settingSource('baseUrl', given.environment, given.flags, saved)
  if (source === 'environment' || source === 'flag') return { baseUrl: config.baseUrl, isFixed: true }
  if (source === 'default') return { baseUrl: config.baseUrl, isFixed: false }
  const others = new Map([...saved].filter(([name]) => name !== 'baseUrl'))
  return { baseUrl: readConfig(given.environment, given.flags, others).baseUrl, isFixed: false }
}

/** Opens everything and starts to listen. If that fails, closes everything and throws. */
export async function startService(config: Config, options: ServiceOptions = {}): Promise<Service> {
  const node = config.node ?? `${hostname()}:${process.pid}`
  const log = createLog(config.logLevel, node, config.logFormat)
  const stops = createStops(log.log)
  let hasStarted = false
  const stop = async () => {
    await stops.run()
    // A failed start has an error of its own.
    if (hasStarted) log.log.info('stopped')
    log.flush()
  }
  try {
    const scene = { log: log.log, address: addressWithoutSaved(config, options) }
    const stores = await openStores(config, node, stops, scene)
    log.log.info(
      { database: databaseOf(config), media: mediaPlaceOf(config), dataDir: config.dataDir },
      'opened the stores',
    )
    const services = await createServices(config, options, log, stores, stops)
    const code = await offerSetup(stores, services, log)
    const url = await startLoops(config, log, stores, services, stops)
    hasStarted = true
    const link = code && setupLink(addressOf(config) ?? url, code)
    return { url, app: services.app, setupLink: link, failed: stores.failed, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
