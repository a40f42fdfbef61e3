import type { OperatorReport } from '@innkeeper/contract'
import type { ServiceState } from '@innkeeper/contract/findings'
import { showReason } from '../../domain/error-without-data.ts'
import { isRetriable } from '../../domain/jobs/job.ts'
import { Refusal } from '../../domain/refusal.ts'
import { toTimestamp, toTimestampOrNull } from '../../domain/timestamp.ts'
import type { AlertWayRecord } from '../../ports/alerts.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ConnectionRecord, ReachRecord } from '../../ports/records.ts'
import type { CountFigures, StorageStats } from '../../ports/storage/figures.ts'
import type { Store } from '../../ports/store.ts'
import type { Grant } from '../access.ts'
import { type ConnectionWatch, together } from '../platforms/connection-watch.ts'
import { type KnownPlatforms, platformNames } from '../platforms/known-platforms.ts'
import { cacheFigures } from '../usage/figures-cache.ts'
import { isDiskLow, type Readiness } from './readiness.ts'
import { getSnapshotStatus, type SnapshotPlan } from './snapshot/runs/snapshot-status.ts'

/** The health of the service, for keys with operator rights. */
export type OperatorReports = {
  get(grant: Grant): Promise<OperatorReport>
  /** What findings are decided by, for the service itself. Counts the whole store only now and then. */
  readState(): Promise<ServiceState>
}

type Deps = KnownPlatforms & {
  store: Store
  clock: Clock
  timezone: string
  version: string
  readiness: Pick<Readiness, 'warnings'>
  connections: Pick<ConnectionWatch, 'list'>
  countFigures: CountFigures
  storageStats: StorageStats
  mostAssistantBytes: number | null
  mostChannelBytes: number | null
  snapshotPlan(): SnapshotPlan
}

const mostBuried = 50
/** A node that is frozen, or has lost the database, stays visible for this long. */
const nodesWithinMs = 3_600_000
/** How fast the disk fills is averaged over 30 days. */
const oldGrowthMs = 30 * 60_000

export function createOperatorReports(deps: Deps): OperatorReports {
  const { store, clock, storageStats } = deps
  const startedAt = clock()
  const countFigures = cacheFigures(deps)
  const read = async (figuresLastMs?: number) => {
    const [known, kinds, buried, backlog, disk, counted, snapshots, ways] = await Promise.all([
      store.listConnections(),
      store.listJobCounts(),
      store.listBuriedJobs(mostBuried),
      store.getBacklog(),
      storageStats.readDisk(),
      countFigures(figuresLastMs),
      getSnapshotStatus({ store, plan: deps.snapshotPlan(), now: clock() }),
      store.listAlertWays(),
    ])
    const { freeBytes, totalBytes, lastBackupAt } = disk
    const [last7Days = none, last30Days = none] = counted.figures.growth
    const state = {
      warnings: deps.readiness.warnings(),
      connections: deps.connections.list().map((one) => toConnection(deps, one, known)),
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
      store: { last7Days, last30Days },
      disk: { freeBytes, totalBytes, isLow: isDiskLow({ freeBytes, totalBytes }) },
      backup: { lastAt: findLatest(toTimestampOrNull(lastBackupAt), snapshots) },
      snapshots,
      alerts: ways.map(describeWay),
    }
    return { state, counted }
  }
  return {
    readState: async () => (await read(oldGrowthMs)).state,
    async get() {
      const [{ state, counted }, sizes, nodes = []] = await Promise.all([
        read(),
        storageStats.readDatabase(),
        store.nodes?.list(nodesWithinMs),
      ])
      const { figures, countedAt } = counted
      const { bytes: mediaBytes, ...media } = figures.media
      return {
        ...state,
        version: deps.version,
        startedAt: toTimestamp(startedAt),
        nodes: nodes.map(({ startedAt, seenAt, ...node }) => ({
          ...node,
          startedAt: toTimestamp(startedAt),
          seenAt: toTimestamp(seenAt),
        })),
        media,
        store: { ...sizes, mediaBytes, ...state.store },
        search: { behind: figures.unindexed },
        channels: {
          largest: figures.largest,
          measuredAt: toTimestampOrNull(figures.measuredAt),
          limitBytes: deps.mostChannelBytes,
          assistantLimitBytes: deps.mostAssistantBytes,
        },
        countedAt: toTimestamp(countedAt),
      }
    },
  }
}

/** One attempt that fails may be a hiccup. */
const failuresToShow = 2

function describeWay({
  way,
  sentAt,
  failures,
  failingSince,
  reason,
}: AlertWayRecord): OperatorReport['alerts'][number] {
  const isFailing = failures >= failuresToShow
  return {
    way,
    sentAt: toTimestampOrNull(sentAt),
    failingSince: isFailing ? toTimestampOrNull(failingSince) : null,
    reason: isFailing ? reason : '',
  }
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
  platforms: KnownPlatforms,
  { platform, isPolled, unwritten, token }: ReturnType<ConnectionWatch['list']>[number],
  known: readonly ConnectionRecord[],
): OperatorReport['connections'][number] {
  const record = known.find((one) => one.platform === platform)
  const seen = record ? together(record.seen, unwritten) : unwritten
  const account = record?.account
  return {
    platform,
    ...platformNames(platforms, platform),
    accountId: account?.id ?? null,
    accountName: account?.name ?? null,
    token,
    lastWebhookAt: toTimestampOrNull(seen.webhookAt),
    lastEventAt: toTimestampOrNull(seen.eventAt),
    lastSignatureFailureAt: toTimestampOrNull(seen.signatureFailedAt),
    refusedWebhooks: seen.refused,
    redelivery: seen.redeliveredAt === null ? 'unknown' : 'on',
    lastRedeliveryAt: toTimestampOrNull(seen.redeliveredAt),
    ...reachOf(record?.reach, seen.webhookAt),
    receives: isPolled ? 'polling' : 'webhooks',
    lastPollAt: toTimestampOrNull(seen.polledAt),
    behind: seen.behind,
    lastConflictAt: toTimestampOrNull(seen.conflictAt),
    missed: missedOf(record),
    chatsWithHiddenMessages: record?.chatsWithHiddenMessages ?? 0,
  }
}

function missedOf(record: ConnectionRecord | undefined): OperatorReport['connections'][number]['missed'] {
  if (!record?.missed) return null
  const { since, until, reason } = record.missed
  return { since: toTimestampOrNull(since), until: toTimestamp(until), reason: showReason(reason) }
}

/** A webhook that arrived since proves that they can. */
function reachOf(reach: ReachRecord | undefined, webhookAt: number | null) {
  const isReached = webhookAt !== null && webhookAt > (reach?.askedAt ?? 0)
  if (!reach || reach.unreachableSince === null || isReached) return { unreachableSince: null, unreachableReason: '' }
  return { unreachableSince: toTimestamp(reach.unreachableSince), unreachableReason: reach.reason ?? '' }
}
