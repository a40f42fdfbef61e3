import type { Logger } from 'pino'
import type { ImportTurns } from '../actions/assistant/import-turns.ts'
import type { LateJobs } from '../actions/jobs/late-jobs.ts'
import type { Live } from '../actions/live/live.ts'
import type { FileKeeper } from '../actions/media/file-keeper.ts'
import type { Pictures } from '../actions/media/pictures.ts'
import type { StickerWishes } from '../actions/media/sticker-wishes.ts'
import type { PageCache } from '../actions/messages/page-cache.ts'
import type { ServerKeys } from '../actions/notifications/server-key.ts'
import type { WebhookIntake } from '../actions/platforms/webhook-intake.ts'
import type { Search } from '../actions/search/search.ts'
import type { LatestFindings } from '../actions/storage/latest-findings.ts'
import type { OperatorReports } from '../actions/storage/operator-report.ts'
import type { Readiness } from '../actions/storage/readiness.ts'
import type { RequestTally } from '../actions/usage/request-tally.ts'
import type { ReadWebhookKey } from '../actions/webhooks/webhook-key.ts'
import type { ModelLimits } from '../domain/assistant/answering/model-shares.ts'
import type { ClaimPolicy } from '../domain/channels/claim.ts'
import type { NameOf } from '../domain/notifications/alerts/describe-finding.ts'
import type { AlertSenders, AlertTargets } from '../ports/alerts.ts'
import type { AssistantPlanner } from '../ports/assistant-planner.ts'
import type { Clock } from '../ports/clock.ts'
import type { Connector } from '../ports/connector.ts'
import type { OpenExportZip } from '../ports/export-sink.ts'
import type { HistoryReader } from '../ports/history-reader.ts'
import type { LanguageModel } from '../ports/language-model.ts'
import type { RenderPicture } from '../ports/media.ts'
import type { SendPush } from '../ports/notifications.ts'
import type { PlatformSetup } from '../ports/platform-setup.ts'
import type { RealService } from '../ports/real-service.ts'
import type { RuleRunner } from '../ports/rule-runner.ts'
import type { SecretBox, ServiceSettings } from '../ports/service-settings.ts'
import type { SignInPlatform } from '../ports/sign-in-platform.ts'
import type { BlobStore } from '../ports/storage/blob-store.ts'
import type { Store } from '../ports/store.ts'
import type { SendEvent } from '../ports/webhooks.ts'
import type { ConsoleFiles } from './pages/console-files.ts'
import type { Guide } from './pages/guide.ts'
import type { ReceiveLimits } from './receiving/receive-limits.ts'
import type { TrustedProxies } from './receiving/trusted-proxies.ts'
import type { Metrics } from './sending/metrics.ts'
import type { RequestLog } from './sending/request-log.ts'

/** What the HTTP server needs from the rest of the program. */
export type AppDeps = {
  store: Store
  blobs: BlobStore
  clock: Clock
  log: Logger
  requestLog: RequestLog
  metrics: Metrics
  pageCache: PageCache
  live: Live
  search: Search
  pictures: Pictures
  stickerWishes: StickerWishes
  files: FileKeeper
  renderPicture: RenderPicture
  openExportZip: OpenExportZip
  histories: Pick<HistoryReader, 'listUnread'>
  readiness: Readiness
  latestFindings: Pick<LatestFindings, 'warnings'>
  queues: LateJobs['queues']
  operatorReports: OperatorReports
  serviceSettings: ServiceSettings
  secrets: SecretBox
  serverKeys: ServerKeys
  sendPush: SendPush
  alertSenders: AlertSenders
  sendEvent: SendEvent
  readWebhookKey: ReadWebhookKey
  /** Of platforms. */
  nameOf: NameOf
  /** Of the certificate that the service gets itself. */
  certificateWarnings: () => string[]
  /** From 0 to 1. */
  random: () => number
  /** Of push services, in addition to the default one. */
  pushPorts: readonly number[]
  webhookIntake: WebhookIntake
  tally: RequestTally
  runner: RuleRunner
  planner: AssistantPlanner
  importTurns: ImportTurns
  // What follows changes with the settings, while the service runs.
  /** Platforms that the operator configured for signing in. */
  signInPlatforms: ReadonlyMap<string, SignInPlatform>
  /** Whether the bot can answer /link with a link to sign in. */
  sendsChatLinks(): boolean
  connectors: ReadonlyMap<string, Connector>
  platformSetups: ReadonlyMap<string, PlatformSetup>
  /** Who becomes the owner of a group. */
  claim: ClaimPolicy
  /** A model with these texts in place of the saved ones. */
  draftModel(saved: ReadonlyMap<string, string>): LanguageModel | undefined
  /** Where alerts go with these texts in place of the saved ones. */
  draftAlertTargets(saved: ReadonlyMap<string, string>): AlertTargets
  /** Whether the operator configured a language model. */
  hasModel: boolean
  /** Null if there is no language model. */
  modelLimits: ModelLimits | null
  /** Only in a demo. */
  realService: RealService | undefined
  version: string
  baseUrl: () => string
  timezone: string
  retentionCeilingDays: number | null
  /** Of one chat history. */
  mostImportBytes: number
  rateLimit: number
  authRateLimit: number
  corsOrigins: string[]
  trustProxy: TrustedProxies
  receiveLimits: ReceiveLimits
  /** Hosts that webhooks may lead to, although their address may not be public. */
  webhookAllow: () => readonly string[]
  consoleFiles: ConsoleFiles
  guide: Guide
  /** Null for plain HTTP. Without a certificate, no connection succeeds until the server gets one. */
  tls: { cert?: Buffer | string; key?: Buffer | string } | null
}
