import type { Logger } from 'pino'
import type { Job, JobKind } from '../../domain/jobs/job.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ClaimedJob } from '../../ports/commands/jobs.ts'
import type { ChannelRef, Connector } from '../../ports/connector.ts'
import type { HistoryReader } from '../../ports/history-reader.ts'
import type { LanguageModel } from '../../ports/language-model.ts'
import type { ExternalFiles, PreviewMaker } from '../../ports/media.ts'
import type { RuleRunner } from '../../ports/rule-runner.ts'
import type { BlobStore } from '../../ports/storage/blob-store.ts'
import type { Store } from '../../ports/store.ts'
import type { PushBudget } from '../assistant/push-budget.ts'
import type { FileKeeper } from '../media/file-keeper.ts'

/** What jobs need from the wiring. */
export type JobDeps = {
  store: Store
  files: FileKeeper
  blobs: Pick<BlobStore, 'check' | 'open'>
  external: ExternalFiles
  makePreview: PreviewMaker
  histories: HistoryReader
  runner: RuleRunner
  /** Null if none is configured. */
  model: LanguageModel | null
  pushBudget: PushBudget
  mostMediaBytes: number
  /** Whether pictures of stickers are fetched; changes while the service runs. */
  fetchesStickers: () => boolean
  clock: Clock
  random: () => number
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

/** The chat of a job, as its platform knows it. */
export function chatOf({ chatId, type }: ClaimedJob['channel']): ChannelRef {
  return { channelId: chatId, type }
}

/** One job of one kind, and the platform it talks to. */
export type JobCall<K extends JobKind> = Pick<ClaimedJob, 'channel' | 'attempts' | 'createdAt'> & {
  job: Extract<Job, { kind: K }>
  connector: Connector
  /** Aborted when the job is no longer needed. */
  signal: AbortSignal
}
