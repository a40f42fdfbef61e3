import type { Logger } from 'pino'
import type { ImportTurns } from '../actions/import-turns.ts'
import type { Live } from '../actions/live.ts'
import type { OperatorReports } from '../actions/operator-report.ts'
import type { PageCache } from '../actions/page-cache.ts'
import type { Pictures } from '../actions/pictures.ts'
import type { Readiness } from '../actions/readiness.ts'
import type { Reception } from '../actions/reception.ts'
import type { RequestTally } from '../actions/request-tally.ts'
import type { Search } from '../actions/search.ts'
import type { ModelLimits } from '../domain/model-shares.ts'
import type { AssistantPlanner } from '../ports/assistant-planner.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import type { Clock } from '../ports/clock.ts'
import type { RuleRunner } from '../ports/rule-runner.ts'
import type { SignInPlatform } from '../ports/sign-in-platform.ts'
import type { Store } from '../ports/store.ts'
import type { ConsoleFiles } from './console-files.ts'
import type { Metrics } from './metrics.ts'
import type { ReceiveLimits } from './receive-limits.ts'
import type { RequestLog } from './request-log.ts'
import type { TrustedProxies } from './trusted-proxies.ts'

/** What the HTTP door needs from the wiring. */
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
  readiness: Readiness
  operatorReports: OperatorReports
  reception: Reception
  tally: RequestTally
  runner: RuleRunner
  planner: AssistantPlanner
  importTurns: ImportTurns
  /** That the operator set up for signing in. */
  signInPlatforms: SignInPlatform[]
  /** Whether the operator set up a language model. */
  hasModel: boolean
  /** Null where there is no language model. */
  modelLimits: ModelLimits | null
  version: string
  baseUrl: () => string
  timezone: string
  retentionCeilingDays: number | null
  rateLimit: number
  authRateLimit: number
  corsOrigins: string[]
  trustProxy: TrustedProxies
  receiveLimits: ReceiveLimits
  consoleFiles: ConsoleFiles
  tls: { cert: Buffer; key: Buffer } | null
}
