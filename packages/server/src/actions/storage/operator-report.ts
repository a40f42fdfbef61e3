import type { OperatorReport } from '@innkeeper/contract'
import { showReason } from '../../domain/error-without-data.ts'
import { isRetriable } from '../../domain/jobs/job.ts'
import { Refusal } from '../../domain/refusal.ts'
import { toTimestamp, toTimestampOrNull } from '../../domain/timestamp.ts'
import type { Clock } from '../../ports/clock.ts'
import type { CountFigures, ReadStorageStats } from '../../ports/storage/figures.ts'
import type { ConnectionRecord, Store } from '../../ports/store.ts'
import type { Grant } from '../access.ts'
import { type ConnectionWatch, together } from '../platforms/connection-watch.ts'
import { cacheFigures } from '../usage/figures-cache.ts'
import { isDiskLow, type Readiness } from './readiness.ts'
import { getSnapshotStatus, type SnapshotPlan } from './snapshot/runs/snapshot-status.ts'

/** The health of the service, for keys with operator rights. */
export type OperatorReports = {
  get(grant: Grant): Promise<OperatorReport>
  /** For the service itself. */
  read(): Promise<OperatorReport>
}

type Deps = {
  store: Store
  clock: Clock
  timezone: string
  version: string
  readiness: Pick<Readiness, 'warnings'>
  connections: Pick<ConnectionWatch, 'list'>
  countFigures: CountFigures
  readStorageStats: ReadStorageStats
  mostAssistantBytes: number | null
  mostChannelBytes: number | null
  snapshotPlan(): SnapshotPlan
}

const mostBuried = 50

export function createOperatorReports(deps: Deps): OperatorReports {
  const { store, clock } = deps
  const startedAt = clock()
  const countFigures = cacheFigures(deps)
  const read = async (): Promise<OperatorReport> => {
    const [known, kinds, buried, backlog, stats, { figures, countedAt }, snapshots, nodes = []] = await Promise.all([
      store.listConnections(),
      store.listJobCounts(),
      store.listBuriedJobs(mostBuried),
      store.getBacklog(),
      deps.readStorageStats(),
      countFigures(),
      getSnapshotStatus({ store, plan: deps.snapshotPlan(), now: clock(), since: startedAt }),
      store.nodes?.list(),
    ])
    const { bytes: mediaBytes, ...media } = figures.media
    const [last7Days = none, last30Days = none] = figures.growth
    const { databaseBytes, logBytes, freeBytes, totalBytes, lastBackupAt } = stats
    return {
      version: deps.version,
      startedAt: toTimestamp(startedAt),
      warnings: deps.readiness.warnings(),
      connections: deps.connections.list().map((one) => toConnection(one, known)),
      nodes: nodes.map(({ startedAt, seenAt, ...node }) => ({
        ...node,
        startedAt: toTimestamp(startedAt),
        seenAt: toTimestamp(seenAt),
      })),
      jobs: {
        kinds: kinds.map((one) => ({ ...one, oldestWaitingAt: toTimestampOrNull(one.oldestWaitingAt) })),
        buried: buried.map(({ jobId, kind, channelId, buriedAt, reason }) => ({
          id: String(jobId),
          kind,
          channelId,
          buriedAt: toTimestamp(buriedAt),
          reason: showReason(reason),
          canRetry: isRetriable(kind),
        })),
      },
      unreadEvents: backlog.unreadEvents,
      media,
      store: { databaseBytes, logBytes, mediaBytes, last7Days, last30Days },
      disk: { freeBytes, totalBytes, isLow: isDiskLow({ freeBytes, totalBytes }) },
      search: { behind: figures.unindexed },
      channels: {
        largest: figures.largest,
        measuredAt: toTimestampOrNull(figures.measuredAt),
        limitBytes: deps.mostChannelBytes,
        assistantLimitBytes: deps.mostAssistantBytes,
      },
      backup: { lastAt: findLatest(toTimestampOrNull(lastBackupAt), snapshots) },
      snapshots,
      countedAt: toTimestamp(countedAt),
    }
  }
  return { read, get: read }
}

/** Makes a failed job due again. The queue is polled every second, so no worker has to be woken. */
export async function retryJob(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  grant: Grant,
  jobId: string,
): Promise<void> {
  if (!/^\d{1,15}$/.test(jobId)) throw new Refusal('job-not-found')
  await store.write<'retry-job'>({ kind: 'retry-job', by: grant.authority, at: clock(), jobId: Number(jobId) })
}

/** Made by a command with a target of its own, or in one of the places. */
function findLatest(lastBackupAt: string | null, { places }: OperatorReport['snapshots']): string | null {
  const times = [lastBackupAt, ...places.map(({ lastSnapshotAt }) => lastSnapshotAt)].filter((time) => time !== null)
  return times.sort().at(-1) ?? null
}

const none = { messages: 0, mediaFiles: 0, mediaBytes: 0 }

function toConnection(
  { platform, unwritten, token }: ReturnType<ConnectionWatch['list']>[number],
  known: readonly ConnectionRecord[],
): OperatorReport['connections'][number] {
  const record = known.find((one) => one.platform === platform)
  const seen = record ? together(record.seen, unwritten) : unwritten
  const account = record?.account
  return {
    platform,
    accountId: account?.id ?? null,
    accountName: account?.name ?? null,
    token,
    lastWebhookAt: toTimestampOrNull(seen.webhookAt),
    lastEventAt: toTimestampOrNull(seen.eventAt),
    lastSignatureFailureAt: toTimestampOrNull(seen.signatureFailedAt),
    refusedWebhooks: seen.refused,
    redelivery: seen.redeliveredAt === null ? 'unknown' : 'on',
    lastRedeliveryAt: toTimestampOrNull(seen.redeliveredAt),
  }
}
