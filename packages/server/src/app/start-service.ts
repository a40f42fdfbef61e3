import { statfs } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createImportTurns } from '../actions/assistant/import-turns.ts'
import { createLive } from '../actions/live/live.ts'
import { createFileKeeper } from '../actions/media/file-keeper.ts'
import { createPictures } from '../actions/media/pictures.ts'
import { createPageCache } from '../actions/messages/page-cache.ts'
import { createConnectionWatch } from '../actions/platforms/connection-watch.ts'
import { learnAccount, recallAccount } from '../actions/platforms/learn-account.ts'
import { createWebhookIntake } from '../actions/platforms/webhook-intake.ts'
import { createOperatorReports } from '../actions/storage/operator-report.ts'
import { createReadiness, type Readiness } from '../actions/storage/readiness.ts'
import { createRequestTally } from '../actions/usage/request-tally.ts'
import { openErasureLedger } from '../adapters/fs/erasure-ledger.ts'
import { noteAddress } from '../adapters/fs/service-address.ts'
import { createPreviewMaker } from '../adapters/sharp/preview-maker.ts'
import { createRuleRunner } from '../adapters/thread/rule-runner.ts'
import { createExternalFiles } from '../adapters/web/external-files.ts'
import { addressInChats, addressOf, type Config } from '../config/config.ts'
import { createApp } from '../http/app.ts'
import { readConsoleFiles } from '../http/pages/console-files.ts'
import { type ReceiveLimits, receiveLimits } from '../http/receiving/receive-limits.ts'
import { createMetrics, type Metrics, noMetrics, serveMetrics } from '../http/sending/metrics.ts'
import { type Housekeeper, startHousekeeper } from '../jobs/housekeeper.ts'
import { type Indexer, startIndexer } from '../jobs/indexer.ts'
import { startWorker, type Worker } from '../jobs/worker.ts'
import type { Clock } from '../ports/clock.ts'
import type { Connector } from '../ports/connector.ts'
import { createAssistantPlanner } from './assistant-planner.ts'
import { createConnectors, createModel, createSignInPlatforms } from './connectors.ts'
import { createLog } from './log.ts'
import { openMedia } from './open-media.ts'
import { createFigureCounter, openServiceStore, storeLocation } from './open-store.ts'
import { createSearcher } from './searcher.ts'
import { stayAlone } from './single-node-lock.ts'
import { readStorageStats } from './storage-stats.ts'
import { version } from './version.ts'

/** A running service. */
export type Service = {
  /** Where it listens, such as http://127.0.0.1:8080. */
  url: string
  app: FastifyInstance
  /** Settles, with the reason, where it must not go on. Whoever started it stops it then. */
  failed: Promise<Error>
  /** Finishes what is in flight, writes what is in memory, lets the data folder go. */
  stop(): Promise<void>
}

const mib = 1024 * 1024
const consolePath = fileURLToPath(new URL('../../../console/dist', import.meta.url))
const flushEveryMs = 5_000
const lookAtDiskEveryMs = 60_000

/**
 * The `innkeeper` script gives the main thread and the writer 32 MiB of new objects before a collection, which makes both faster. Every
 * thread after them would take as much, and there can be eight.
 */
function limitYoungGeneration(): void {
  setFlagsFromString('--max-semi-space-size=16')
  setFlagsFromString('--min-semi-space-size=1')
}

/** Opens everything and starts to listen. Throws, having let go of everything, when it cannot. */
export async function startService(
  config: Config,
  options: { clock?: Clock; connectors?: Connector[]; receiveLimits?: ReceiveLimits } = {},
): Promise<Service> {
  const clock = options.clock ?? Date.now
  const { log, requestLog, flush } = createLog(config.logLevel, config.node ?? `${hostname()}:${process.pid}`)
  const { dataDir, timezone, claim } = config
  const defaults = { timezone, claim, baseUrl: addressInChats(config) }
  const location = storeLocation(config, defaults)
  const store = await openServiceStore(location)
  limitYoungGeneration()
  const stops: (() => Promise<unknown> | unknown)[] = [() => store.close()]
  const stopAll = async () => {
    for (const stop of stops.reverse()) {
      try {
        await stop()
      } catch (err) {
        // A full disk, say: whatever else is open is let go all the same, or the process would never end.
        log.warn({ err }, 'something could not be put away')
      }
    }
    flush()
  }
  try {
    const alone = store.nodes && config.mediaUrl === null ? await stayAlone(store.nodes) : undefined
    stops.push(() => alone?.end())
    const media = await openMedia(config, store)
    stops.push(() => media.close())
    const { blobs } = media
    await blobs.dropUnfinished()
    const files = createFileKeeper({ store, blobs })
    let address = ''
    const baseUrl = () => address
    const metrics = config.metrics ? await createMetrics(store) : noMetrics
    const tally = createRequestTally({ store, timezone })
    const readiness = createReadiness({ store, media })
    stops.push(() => tally.flush())
    const connectors = [...createConnectors(config, clock), ...(options.connectors ?? [])]
    for (const connector of connectors) await recallAccount({ store }, connector)
    const connections = createConnectionWatch({ store }, connectors)
    stops.push(() => connections.flush())
    const counter = await createFigureCounter(location)
    stops.push(() => counter.close())
    if (connectors.length > 0 && addressInChats(config) === undefined) {
      log.warn('INNKEEPER_BASE_URL is not set, so the bot cannot answer /link with a link to sign in')
    }
    const model = createModel(config)
    const runner = createRuleRunner()
    stops.push(() => runner.close())
    let worker: Worker | undefined
    let housekeeper: Housekeeper | undefined
    let indexer: Indexer | undefined
    const wake = () => worker?.wake()
    const webhookIntake = createWebhookIntake({ store, clock, connectors, connections, wake, log, metrics })
    // Stopped after the door, through which work comes in, and before the store; the worker before who cleans up after it.
    stops.push(() => indexer?.stop())
    stops.push(() => housekeeper?.stop())
    stops.push(() => worker?.stop())
    const pictures = createPictures(baseUrl)
    const live = createLive({ ...config, store, clock, pictures, log })
    const searcher = createSearcher({ location, retentionCeilingDays: config.retentionCeilingDays }, { clock, baseUrl })
    stops.push(() => searcher.close())
    const planner = createAssistantPlanner({ location })
    stops.push(() => planner.close())
    const app = createApp({
      ...config,
      store,
      blobs,
      clock,
      log,
      requestLog,
      metrics,
      tally,
      readiness,
      webhookIntake: webhookIntake,
      operatorReports: createOperatorReports({
        ...config,
        store,
        clock,
        version,
        readiness,
        connections,
        countFigures: counter.count,
        readStorageStats: readStorageStats(location),
      }),
      runner,
      planner,
      importTurns: createImportTurns(),
      signInPlatforms: createSignInPlatforms(config, clock),
      hasModel: model !== undefined,
      modelLimits: model?.limits ?? null,
      pageCache: createPageCache(64 * mib),
      live,
      search: searcher.search,
      pictures,
      consoleFiles: readConsoleFiles(consolePath, { framedBy: config.framedBy }),
      version,
      baseUrl,
      receiveLimits: options.receiveLimits ?? receiveLimits,
      tls: config.tlsCert && config.tlsKey ? { cert: config.tlsCert, key: config.tlsKey } : null,
    })
    stops.push(() => closeApp(app))
    // They would last for ever, and the door waits for what is in flight.
    stops.push(() => live.close())

    stops.push(await watchDisk(dataDir, { readiness, metrics, log }))
    stops.push(every(flushEveryMs, tally.flush, (err) => log.warn({ err }, 'requests could not be counted')))
    const flushFailed = (err: unknown) => log.warn({ err }, 'how the connections fare could not be written')
    stops.push(every(flushEveryMs, connections.flush, flushFailed))

    if (config.metrics) {
      const server = await serveMetrics(metrics, config.metrics)
      stops.push(() => new Promise((resolve) => server.close(resolve)))
    }
    await app.listen({ host: config.host, port: config.port })
    const { port } = app.server.address() as AddressInfo
    const url = `${config.tlsCert ? 'https' : 'http'}://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
    address = addressOf({ ...config, port }) ?? url
    const byPlatform = new Map(connectors.map((connector) => [connector.platform, connector]))
    worker = startWorker({
      ...config,
      store,
      files,
      blobs,
      connectors: byPlatform,
      external: createExternalFiles(),
      makePreview: createPreviewMaker(),
      runner,
      ...(model && { model }),
      clock,
      log,
      noteJob: metrics.noteJob,
    })
    const ledger = openErasureLedger(dataDir)
    const { measure } = counter
    housekeeper = startHousekeeper({
      ...config,
      store,
      files,
      blobs,
      ledger,
      measure,
      connectors: byPlatform,
      clock,
      log,
    })
    indexer = startIndexer({ store, log })
    for (const connector of connectors) stops.push(learnAccount({ store, clock, connections, log }, connector))
    stops.push(leaveAddress(address, { dataDir, log }))
    stops.push(() => readiness.noteStopping())
    const failed = alone?.failed ?? new Promise<never>(() => {})
    return { url, app, failed, stop: stopAll }
  } catch (error) {
    await stopAll()
    throw error
  }
}

/** A convenience for commands: where the disk is full, the service opens all the same. */
function leaveAddress(address: string, { dataDir, log }: { dataDir: string; log: Logger }): () => void {
  try {
    return noteAddress(dataDir, address)
  } catch (err) {
    log.warn({ err }, 'commands will not know where the service listens')
    return () => undefined
  }
}

async function watchDisk(
  dataDir: string,
  { readiness, metrics, log }: { readiness: Readiness; metrics: Metrics; log: Logger },
): Promise<() => void> {
  const look = async () => {
    const { bavail, blocks, bsize } = await statfs(dataDir)
    readiness.noteDisk({ freeBytes: bavail * bsize, totalBytes: blocks * bsize })
    metrics.noteDiskFree(bavail * bsize)
    for (const warning of readiness.warnings()) log.warn(warning)
  }
  await look()
  return every(lookAtDiskEveryMs, look, (err) => log.warn({ err }, 'the disk cannot be looked at'))
}

/** Requests in flight finish; connections are closed as they fall idle, and whatever is left after 6 seconds. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), 100)
  const forced = setTimeout(() => app.server.closeAllConnections(), 6_000)
  await app.close()
  clearInterval(idle)
  clearTimeout(forced)
}

function every(ms: number, work: () => Promise<void>, failed: (error: unknown) => void): () => void {
  const timer = setInterval(() => void work().catch(failed), ms)
  timer.unref()
  return () => clearInterval(timer)
}
