import { statfs } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { openErasureLedger } from '../adapters/fs/erasure-ledger.ts'
import { noteAddress } from '../adapters/fs/service-address.ts'
import { createPreviewMaker } from '../adapters/sharp/preview-maker.ts'
import { createExternalFiles } from '../adapters/web/external-files.ts'
import { addressOf, type Config } from '../config/config.ts'
import { serveMetrics } from '../http/sending/metrics.ts'
import { startAlerter } from '../jobs/alerter.ts'
import { startHeartbeat } from '../jobs/heartbeat.ts'
import { startHousekeeper } from '../jobs/housekeeper.ts'
import { startIndexer } from '../jobs/indexer.ts'
import { startNotifier } from '../jobs/notifier.ts'
import { startSnapshotKeeper } from '../jobs/snapshot-keeper.ts'
import { startWebhookSender } from '../jobs/webhook-sender.ts'
import { startWorker } from '../jobs/worker.ts'
import { alertTasks } from './alert-tasks.ts'
import { startCertificates } from './certificates.ts'
import type { Services } from './create-services.ts'
import type { Log } from './log.ts'
import type { Stores } from './open-stores.ts'
import type { Stops } from './stops.ts'
import { createSnapshotWorker } from './threads/snapshot-worker.ts'

const flushEveryMs = 5_000
const lookAtDiskEveryMs = 60_000
const lookForLateEveryMs = 5_000
/** Another node may have saved settings. */
const rereadEveryMs = 2_000

/** Listens, and starts all background loops. Returns the address. */
export async function startLoops(
  config: Config,
  { log }: Log,
  { store, files, blobs, counter, pulse }: Stores,
  services: Services,
  stops: Stops,
): Promise<string> {
  const { app, clock, connections, late, loops, metrics, platforms, platformSetups, readiness, runner, settings } =
    services
  const {
    baseUrl,
    histories,
    nameOf,
    operatorReports,
    pictures,
    readWebhookKey,
    serverKeys,
    sendEvent,
    sendPush,
    tally,
  } = services
  const { readState } = operatorReports
  const { dataDir } = config
  stops.add(await watchDisk(dataDir, services, log))
  stops.add(every(flushEveryMs, tally.flush, (err) => log.warn({ err }, 'failed to save request counts')))
  const flushFailed = (err: unknown) => log.warn({ err }, 'failed to save connection status')
  stops.add(every(flushEveryMs, connections.flush, flushFailed))
  stops.add(every(lookForLateEveryMs, late.look, (err) => log.warn({ err }, 'failed to read the waiting jobs')))
  if (config.metrics) {
    const server = await serveMetrics(metrics, config.metrics)
    stops.add(() => new Promise((resolve) => server.close(resolve)))
  }
  await app.listen({ host: config.host, port: config.port })
  await startCertificates(config, { app, clock, log, loops }, stops)
  const { port } = app.server.address() as AddressInfo
  const url = `${config.tlsCert || config.acmeDomain ? 'https' : 'http'}://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
  const address = addressOf({ ...config, port }) ?? url
  services.setListening(addressOf({ ...config, baseUrl: '', port }) ?? url)
  const shared = { ...config, store, files, blobs, clock, log }
  const { connectors } = platforms
  loops.worker = startWorker({
    ...shared,
    connectors,
    external: createExternalFiles(),
    makePreview: createPreviewMaker(),
    histories,
    runner,
    model: platforms.model,
    fetchesStickers: () => settings.config().fetchesStickers,
    get mostMediaBytes() {
      return settings.config().mostMediaBytes
    },
    noteJob(kind, outcome) {
      metrics.noteJob(kind, outcome.kind)
      late.noteJob(kind, outcome)
      pulse?.noteJob()
    },
    ...(pulse && { mayClaim: pulse.mayClaim }),
  })
  const ledger = openErasureLedger(dataDir)
  const { measure } = counter
  loops.housekeeper = startHousekeeper({
    ...shared,
    ledger,
    measure,
    connectors,
    platformSetups,
    get retentionCeilingDays() {
      return settings.config().retentionCeilingDays
    },
  })
  loops.indexer = startIndexer({ store, log })
  loops.notifier = startNotifier({ ...shared, serverKeys, sendPush, readState })
  loops.alerts = startAlerter({ store, log }, alertTasks({ ...services, store, log }))
  loops.webhooks = startWebhookSender({
    store,
    clock,
    log,
    pictures,
    baseUrl,
    sendEvent,
    readWebhookKey,
    nameOf,
    random: Math.random,
    noteDelivery: metrics.noteDelivery,
    get retentionCeilingDays() {
      return settings.config().retentionCeilingDays
    },
  })
  loops.snapshots = startSnapshotKeeper({
    ...shared,
    timezone: config.timezone,
    schedules() {
      const { snapshotSchedule: snapshot, snapshotDrill: drill } = settings.config()
      return { snapshot, drill }
    },
    worker: createSnapshotWorker(settings.config, store),
  })
  stops.add(await startHeartbeat(shared))
  platforms.start(connections, services.intake)
  stops.add(platforms.stop)
  stops.add(every(rereadEveryMs, settings.reread, (err) => log.warn({ err }, 'failed to read the saved settings')))
  stops.add(leaveAddress(address, dataDir, log))
  stops.add(() => readiness.noteStopping())
  return url
}

/** A convenience for commands. If the disk is full, the service starts anyway. */
function leaveAddress(address: string, dataDir: string, log: Logger): () => void {
  try {
    return noteAddress(dataDir, address)
  } catch (err) {
    log.warn({ err }, 'failed to save the address of the service; commands will not find it')
    return () => undefined
  }
}

async function watchDisk(
  dataDir: string,
  { readiness, metrics }: Pick<Services, 'readiness' | 'metrics'>,
  log: Logger,
): Promise<() => void> {
  const look = async () => {
    const { bavail, blocks, bsize } = await statfs(dataDir)
    readiness.noteDisk({ freeBytes: bavail * bsize, totalBytes: blocks * bsize })
    metrics.noteDiskFree(bavail * bsize)
    for (const warning of readiness.warnings()) log.warn(warning)
  }
  await look()
  return every(lookAtDiskEveryMs, look, (err) => log.warn({ err }, 'failed to read the free disk space'))
}

function every(ms: number, work: () => Promise<void>, failed: (error: unknown) => void): () => void {
  const timer = setInterval(() => void work().catch(failed), ms)
  timer.unref()
  return () => clearInterval(timer)
}
