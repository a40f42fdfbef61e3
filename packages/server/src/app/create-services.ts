import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { createImportTurns } from '../actions/assistant/import-turns.ts'
import { type LateJobs, watchLateJobs } from '../actions/jobs/late-jobs.ts'
import { createLive } from '../actions/live/live.ts'
import { createPictures, type Pictures } from '../actions/media/pictures.ts'
import { createStickerWishes } from '../actions/media/sticker-wishes.ts'
import { createPageCache } from '../actions/messages/page-cache.ts'
import { createServerKeys, type ServerKeys } from '../actions/notifications/server-key.ts'
import { type ConnectionWatch, createConnectionWatch } from '../actions/platforms/connection-watch.ts'
import { createEventIntake, type EventIntake } from '../actions/platforms/event-intake.ts'
import { platformNames } from '../actions/platforms/known-platforms.ts'
import { createWebhookIntake } from '../actions/platforms/webhook-intake.ts'
import { createLatestFindings, type LatestFindings } from '../actions/storage/latest-findings.ts'
import { createOperatorReports, type OperatorReports } from '../actions/storage/operator-report.ts'
import { createReadiness, type Readiness } from '../actions/storage/readiness.ts'
import { createRequestTally, type RequestTally } from '../actions/usage/request-tally.ts'
import { createWebhookKey, type ReadWebhookKey } from '../actions/webhooks/webhook-key.ts'
import { createPictureRenderer } from '../adapters/sharp/answer-picture.ts'
import { createRuleRunner } from '../adapters/thread/rule-runner.ts'
import { createEventSender } from '../adapters/web/event-sender.ts'
import { createPushSender, type PushSenderOptions } from '../adapters/web/push-sender.ts'
import type { SignedRequestOptions } from '../adapters/web/signed-request.ts'
import { openExportZip } from '../adapters/zip/export-zip.ts'
import { addressInChats, type Config, readConfig, type Saved } from '../config/config.ts'
import type { NameOf } from '../domain/notifications/alerts/describe-finding.ts'
import { createApp } from '../http/app.ts'
import { readConsoleFiles } from '../http/pages/console-files.ts'
import { createGuide } from '../http/pages/guide.ts'
import { type ReceiveLimits, receiveLimits } from '../http/receiving/receive-limits.ts'
import { createMetrics, type Metrics, noMetrics } from '../http/sending/metrics.ts'
import type { Alerter } from '../jobs/alerter.ts'
import type { CertificateKeeper } from '../jobs/certificate-keeper.ts'
import type { Housekeeper } from '../jobs/housekeeper.ts'
import type { Indexer } from '../jobs/indexer.ts'
import type { Notifier } from '../jobs/notifier.ts'
import type { SnapshotKeeper } from '../jobs/snapshot-keeper.ts'
import type { WebhookSender } from '../jobs/webhook-sender.ts'
import type { Worker } from '../jobs/worker.ts'
import type { AlertSenders } from '../ports/alerts.ts'
import type { Clock } from '../ports/clock.ts'
import type { Connector } from '../ports/connector.ts'
import type { HistoryReader } from '../ports/history-reader.ts'
import type { SendPush } from '../ports/notifications.ts'
import type { PlatformSetup } from '../ports/platform-setup.ts'
import type { RealService } from '../ports/real-service.ts'
import type { RuleRunner } from '../ports/rule-runner.ts'
import type { SecretBox, ServiceSettings } from '../ports/service-settings.ts'
import type { SendEvent } from '../ports/webhooks.ts'
import { type AlertSenderOptions, alertTargetsOf, createAlertSenders } from './alert-targets.ts'
import { createModel, createPlatformSetups } from './connectors.ts'
import { type LivePlatforms, openPlatforms } from './live-platforms.ts'
import type { Log } from './log.ts'
import type { Stores } from './open-stores.ts'
import { createServiceSettings } from './service-settings.ts'
import { createSettingsInUse, type Given, type SettingsInUse } from './settings-in-use.ts'
import type { Stops } from './stops.ts'
import { findTls } from './storage/own-certificate.ts'
import { createSecretBox } from './storage/secret-box.ts'
import { snapshotPlanOf } from './storage/snapshot-places.ts'
import { createStorageStats } from './storage/storage-stats.ts'
import { createAssistantPlanner } from './threads/assistant-planner.ts'
import { createHistoryThreads } from './threads/history-reader.ts'
import { createSearcher } from './threads/searcher.ts'
import { version } from './version.ts'

export type ServiceOptions = {
  clock?: Clock
  connectors?: Connector[]
  receiveLimits?: ReceiveLimits
  /** Push services that are reached in another way than those on the internet. */
  push?: PushSenderOptions & { ports?: number[] }
  /** Mail servers and webhooks that are reached in another way than those on the internet. */
  alerts?: AlertSenderOptions
  /** Receivers of webhooks that are reached in another way than those on the internet. */
  receivers?: SignedRequestOptions
  /** Where the settings come from: the environment, the command line, and what was saved in the browser. */
  given?: Given
  /** What replaces this service, if it is a demo. */
  realService?: RealService | undefined
  saved?: Saved
}

/** Everything that handles requests and events; not listening yet. */
export type Services = {
  app: FastifyInstance
  clock: Clock
  platforms: LivePlatforms
  platformSetups: ReadonlyMap<string, PlatformSetup>
  settings: SettingsInUse
  connections: ConnectionWatch
  intake: EventIntake
  late: LateJobs
  metrics: Metrics
  readiness: Readiness
  latestFindings: LatestFindings
  runner: RuleRunner
  histories: HistoryReader
  tally: RequestTally
  operatorReports: OperatorReports
  serverKeys: ServerKeys
  sendPush: SendPush
  alertSenders: AlertSenders
  pictures: Pictures
  sendEvent: SendEvent
  readWebhookKey: ReadWebhookKey
  nameOf: NameOf
  serviceSettings: ServiceSettings
  secrets: SecretBox
  baseUrl: () => string
  /** Filled when the loops start. They stop after the app, through which work comes in, and before the stores. */
  loops: {
    worker?: Worker
    housekeeper?: Housekeeper
    indexer?: Indexer
    notifier?: Notifier
    alerts?: Alerter
    certificates?: CertificateKeeper
    snapshots?: SnapshotKeeper
    webhooks?: WebhookSender
  }
  /** The address on which it listens, which is known once it does. */
  setListening(address: string): void
}

const mib = 1024 * 1024
const consolePath = fileURLToPath(new URL('../../../console/dist', import.meta.url))
const guidePath = fileURLToPath(new URL('../../../../docs', import.meta.url))

export async function createServices(
  config: Config,
  options: ServiceOptions,
  { log, requestLog }: Log,
  { location, store, media, blobs, files, counter, pulse }: Stores,
  stops: Stops,
): Promise<Services> {
  const clock = options.clock ?? pulse?.clock ?? Date.now
  let listening = ''
  let address = ''
  const baseUrl = () => address
  const setAddress = (found: string) => {
    address = found
    pulse?.setAddress(found)
  }
  const setListening = (found: string) => {
    listening = found
    setAddress(settings.config().baseUrl || found)
  }
  const late = watchLateJobs({ store, clock })
  const tally = createRequestTally({ store, timezone: config.timezone })
  stops.add(() => tally.flush())
  const loops: Services['loops'] = {}
  const certificates = { warnings: () => loops.certificates?.warnings() ?? [] }
  const readiness = createReadiness({ store, media, late, pulse, certificates })
  const platforms = await openPlatforms({ store, clock, log }, config, options.connectors ?? [])
  const { connectors } = platforms
  const platformSetups = new Map(createPlatformSetups(config, clock).map((one) => [one.platform, one]))
  const nameOf = (platform: string) => platformNames({ connectors, platformSetups }, platform).name
  const latestFindings = createLatestFindings({ clock, nameOf })
  const metrics = config.metrics ? await createMetrics(store, late, latestFindings.figures) : noMetrics
  const connections = createConnectionWatch({ store }, connectors)
  stops.add(() => connections.flush())
  const given = options.given ?? { environment: {}, flags: {} }
  const secrets = createSecretBox(config)
  const started = { config, saved: options.saved ?? new Map() }
  const settings = createSettingsInUse({ store, secrets, log, given }, started, async (changed) => {
    await platforms.use(changed)
    setAddress(changed.baseUrl || listening)
  })
  const sendsChatLinks = () => connectors.size > 0 && addressInChats(settings.config()) !== undefined
  if (connectors.size > 0 && !sendsChatLinks()) {
    log.warn('INNKEEPER_BASE_URL is not set, so the bot cannot answer /link with a link to sign in')
  }
  const runner = createRuleRunner()
  stops.add(() => runner.close())
  stops.add(() => loops.indexer?.stop())
  stops.add(() => loops.notifier?.stop())
  stops.add(() => loops.alerts?.stop())
  stops.add(() => loops.webhooks?.stop())
  stops.add(() => loops.snapshots?.stop())
  // The worker stops before the housekeeper, which cleans up after it.
  stops.add(() => loops.housekeeper?.stop())
  stops.add(() => loops.worker?.stop())
  const wake = () => loops.worker?.wake()
  const intake = createEventIntake({ store, clock, connections, connectors, wake, log, metrics })
  const webhookIntake = createWebhookIntake({ store, clock, connectors, connections, intake, log, metrics })
  const pictures = createPictures(baseUrl)
  const live = createLive({
    store,
    clock,
    pictures,
    log,
    get retentionCeilingDays() {
      return settings.config().retentionCeilingDays
    },
  })
  const retentionCeilingDays = () => settings.config().retentionCeilingDays
  const searcher = createSearcher({ location }, { clock, baseUrl, retentionCeilingDays })
  stops.add(() => searcher.close())
  const planner = createAssistantPlanner({ location })
  stops.add(() => planner.close())
  const operatorReports = createOperatorReports({
    ...config,
    store,
    clock,
    version,
    readiness,
    connections,
    connectors,
    platformSetups,
    countFigures: counter.count,
    storageStats: createStorageStats(location),
    snapshotPlan: () => snapshotPlanOf(settings.config()),
  })
  const serviceSettings = createServiceSettings(given, {
    ...settings,
    // What was saved is saved. The next reading, in two seconds, tries again to use it.
    reread: () =>
      settings.reread().catch((err: unknown) => log.warn({ err }, 'failed to use the saved settings; will retry')),
  })
  const serverKeys = createServerKeys({ store, secrets, clock, baseUrl })
  const sendPush = createPushSender(options.push)
  const alertSenders = createAlertSenders(options.alerts)
  const webhookAllow = () => settings.config().webhookAllow
  const sendEvent = createEventSender(options.receivers ?? {}, webhookAllow)
  const readWebhookKey = createWebhookKey({ store, secrets, clock })
  const histories = createHistoryThreads(settings.config, blobs)
  const app = createApp({
    ...config,
    store,
    blobs,
    files,
    renderPicture: createPictureRenderer(),
    openExportZip,
    histories,
    clock,
    log,
    requestLog,
    metrics,
    tally,
    readiness,
    latestFindings,
    queues: late.queues,
    webhookIntake,
    operatorReports,
    serverKeys,
    sendPush,
    alertSenders,
    sendEvent,
    readWebhookKey,
    nameOf,
    webhookAllow,
    certificateWarnings: certificates.warnings,
    random: Math.random,
    draftAlertTargets: (texts) => alertTargetsOf(readConfig(given.environment, given.flags, texts)),
    pushPorts: options.push?.ports ?? [],
    serviceSettings,
    secrets,
    runner,
    planner,
    importTurns: createImportTurns(),
    signInPlatforms: platforms.signInPlatforms,
    sendsChatLinks,
    connectors,
    platformSetups,
    draftModel: (texts) => createModel(readConfig(given.environment, given.flags, texts)),
    // Not those of the start: an operator can change them.
    get retentionCeilingDays() {
      return settings.config().retentionCeilingDays
    },
    get mostImportBytes() {
      return settings.config().mostImportBytes
    },
    get rateLimit() {
      return settings.config().rateLimit
    },
    get authRateLimit() {
      return settings.config().authRateLimit
    },
    get hasModel() {
      return platforms.model() !== undefined
    },
    get modelLimits() {
      return platforms.model()?.limits ?? null
    },
    pageCache: createPageCache(64 * mib),
    live,
    search: searcher.search,
    pictures,
    stickerWishes: createStickerWishes({ store, clock, log, fetchesStickers: () => settings.config().fetchesStickers }),
    consoleFiles: readConsoleFiles(consolePath, { framedBy: config.framedBy }),
    guide: createGuide(guidePath),
    realService: options.realService,
    version,
    baseUrl,
    receiveLimits: options.receiveLimits ?? receiveLimits,
    tls: findTls(config),
  })
  stops.add(() => closeApp(app))
  // Live streams never end by themselves, and the app waits for requests in flight.
  stops.add(() => live.close())
  stops.add(() => webhookIntake.stop())
  const watched = { connections, intake, late, latestFindings, metrics, readiness, tally, operatorReports }
  const sending = { serverKeys, sendPush, sendEvent, readWebhookKey, nameOf, alertSenders, pictures }
  const set = { settings, serviceSettings, secrets, baseUrl }
  return {
    app,
    clock,
    platforms,
    platformSetups,
    ...set,
    ...watched,
    ...sending,
    runner,
    histories,
    loops,
    setListening,
  }
}

/** Requests in flight finish; connections are closed when they become idle, and the rest after 6 seconds. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), 100)
  const forced = setTimeout(() => app.server.closeAllConnections(), 6_000)
  await app.close()
  clearInterval(idle)
  clearTimeout(forced)
}
