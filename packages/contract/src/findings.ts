import type { AlertWay, OperatorReport } from './types.ts'

export type Connection = OperatorReport['connections'][number]
type SnapshotProblemKind = OperatorReport['snapshots']['places'][number]['problems'][number]['kind']

/**
 * What an operator should know, most severe first. `bad`: something is or will soon be lost; `care`: needs a look; `hint`:
 * good to know.
 */
export type Finding = { level: 'bad' | 'care' | 'hint' } & (
  | { kind: 'disk-low'; freeBytes: number }
  | { kind: 'disk-filling'; days: number }
  | { kind: 'warning'; sentence: string }
  | {
      kind:
        | 'token-refused'
        | 'signature-failing'
        | 'no-webhook'
        | 'redelivery-unknown'
        | 'polling-stopped'
        | 'polling-conflict'
      platform: string
    }
  | { kind: 'events-missed'; platform: string; since: string | null; until: string; reason: string }
  /** In `count` groups, the platform hides messages from the bot. */
  | { kind: 'messages-hidden'; platform: string; count: number }
  | { kind: 'jobs-late'; count: number; since: string }
  | { kind: 'jobs-buried'; count: number }
  | { kind: 'never-backed-up' }
  | { kind: 'backup-old'; lastAt: string }
  | { kind: `snapshot-${SnapshotProblemKind}`; place: string; reason: string }
  | { kind: 'unreachable'; platform: string; reason: string }
  | { kind: 'alerts-failing'; way: AlertWay; reason: string }
  | { kind: 'unread'; count: number }
  | { kind: 'not-connected' }
)

const dayMs = 86_400_000
/** Retries are up to ten minutes apart: anything older has failed more than once. */
const lateMs = 20 * 60_000
export const longestWithoutBackupMs = 8 * dayMs
const fewDays = 30
/** A poll ends within a minute, and a failed one is repeated within another. */
const longestPollMs = 5 * 60_000
const conflictShownMs = 10 * 60_000
const missedShownMs = 7 * dayMs

/** What findings are decided by. */
export type ServiceState = Pick<
  OperatorReport,
  'warnings' | 'connections' | 'jobs' | 'unreadEvents' | 'disk' | 'backup' | 'snapshots' | 'alerts'
> & { store: Pick<OperatorReport['store'], 'last30Days'> }

const grave: Record<Finding['level'], number> = { bad: 0, care: 1, hint: 2 }

export function findFindings(report: ServiceState, now: number): Finding[] {
  return [
    ...diskFindings(report),
    ...(report.connections.length === 0 ? [{ level: 'hint', kind: 'not-connected' } as const] : []),
    ...report.connections.flatMap((connection) => connectionFindings(connection, now)),
    ...jobFindings(report, now),
    ...backupFindings(report, now),
    ...report.snapshots.places.flatMap(snapshotFindings),
    ...report.alerts.flatMap(alertFindings),
    ...(report.unreadEvents > 0 ? [{ level: 'hint', kind: 'unread', count: report.unreadEvents } as const] : []),
  ].sort((one, other) => grave[one.level] - grave[other.level])
}

/** The same for as long as it is the same problem: without what changes, such as a count. */
export function nameFinding(finding: Finding): string {
  const detail = subjectOfFinding(finding).replaceAll(/\d+/g, 'sentence' in finding ? '#' : '$&')
  return detail === '' ? finding.kind : `${finding.kind} ${detail}`
}

/** What distinguishes findings of the same kind. */
export function subjectOfFinding(finding: Finding): string {
  if ('platform' in finding) return finding.platform
  if ('place' in finding) return finding.place
  if ('way' in finding) return finding.way
  return 'sentence' in finding ? finding.sentence : ''
}

/** In how many days the disk is full at the rate of the last 30 days; undefined if that cannot be estimated. */
export function daysLeft({ disk, store }: Pick<ServiceState, 'disk' | 'store'>): number | undefined {
  const perDay = store.last30Days.mediaBytes / 30
  const days = perDay > 0 ? Math.floor(disk.freeBytes / perDay) : Number.POSITIVE_INFINITY
  return days <= 1000 ? days : undefined
}

/** Anyone who finds the URL can cause a failed signature. If no valid webhook has arrived since, the secret may be wrong. */
export function isSignatureFailing({ lastSignatureFailureAt, lastWebhookAt }: Connection): boolean {
  if (lastSignatureFailureAt === null) return false
  return lastWebhookAt === null || lastSignatureFailureAt > lastWebhookAt
}

function diskFindings(report: ServiceState): Finding[] {
  const { disk, warnings } = report
  // A low disk has a finding of its own.
  const others = warnings.filter((sentence) => !sentence.startsWith('The disk is nearly full'))
  const warned = others.map((sentence): Finding => ({ level: 'care', kind: 'warning', sentence }))
  if (disk.isLow) return [{ level: 'bad', kind: 'disk-low', freeBytes: disk.freeBytes }, ...warned]
  const days = daysLeft(report)
  return days !== undefined && days < fewDays ? [...warned, { level: 'care', kind: 'disk-filling', days }] : warned
}

function connectionFindings(connection: Connection, now: number): Finding[] {
  const { platform, token, missed, chatsWithHiddenMessages: hidden } = connection
  const refused: Finding[] = token === 'refused' ? [{ level: 'bad', kind: 'token-refused', platform }] : []
  const others = connection.receives === 'polling' ? pollFindings(connection, now) : webhookFindings(connection)
  const isRecent = missed !== null && now - Date.parse(missed.until) < missedShownMs
  return [
    ...refused,
    ...others,
    ...(isRecent ? [{ level: 'care', kind: 'events-missed', platform, ...missed } as const] : []),
    ...(hidden > 0 ? [{ level: 'care', kind: 'messages-hidden', platform, count: hidden } as const] : []),
  ]
}

function pollFindings({ platform, token, lastPollAt, lastConflictAt }: Connection, now: number): Finding[] {
  const isWithin = (at: string | null, ms: number) => at !== null && now - Date.parse(at) < ms
  if (isWithin(lastConflictAt, conflictShownMs)) return [{ level: 'bad', kind: 'polling-conflict', platform }]
  if (token === 'refused' || isWithin(lastPollAt, longestPollMs)) return []
  return [{ level: lastPollAt === null ? 'care' : 'bad', kind: 'polling-stopped', platform }]
}

function webhookFindings(connection: Connection): Finding[] {
  const { platform, lastWebhookAt, redelivery } = connection
  const findings: Finding[] = []
  if (connection.unreachableSince !== null) {
    findings.push({ level: 'bad', kind: 'unreachable', platform, reason: connection.unreachableReason })
  }
  if (isSignatureFailing(connection)) findings.push({ level: 'bad', kind: 'signature-failing', platform })
  else if (lastWebhookAt === null) findings.push({ level: 'care', kind: 'no-webhook', platform })
  if (redelivery === 'unknown' && lastWebhookAt !== null) {
    findings.push({ level: 'hint', kind: 'redelivery-unknown', platform })
  }
  return findings
}

function jobFindings({ jobs }: ServiceState, now: number): Finding[] {
  const findings: Finding[] = []
  const late = jobs.kinds.flatMap(({ oldestWaitingAt, waiting }) =>
    oldestWaitingAt !== null && now - Date.parse(oldestWaitingAt) > lateMs ? [{ oldestWaitingAt, waiting }] : [],
  )
  const [oldest] = late.map(({ oldestWaitingAt }) => oldestWaitingAt).sort()
  if (oldest !== undefined) {
    const count = late.reduce((sum, { waiting }) => sum + waiting, 0)
    findings.push({ level: 'care', kind: 'jobs-late', count, since: oldest })
  }
  // Older ones have been seen, or do not matter.
  const count = jobs.buried.filter(({ buriedAt }) => now - Date.parse(buriedAt) < dayMs).length
  if (count > 0) findings.push({ level: 'care', kind: 'jobs-buried', count })
  return findings
}

function backupFindings({ backup: { lastAt } }: ServiceState, now: number): Finding[] {
  if (lastAt === null) return [{ level: 'care', kind: 'never-backed-up' }]
  const isOld = now - Date.parse(lastAt) > longestWithoutBackupMs
  return isOld ? [{ level: 'care', kind: 'backup-old', lastAt }] : []
}

/** Without these, a failure of the disk loses everything, or a snapshot may not help. */
const badProblems: ReadonlySet<SnapshotProblemKind> = new Set(['failed', 'late', 'differs', 'drill-differs'])

function snapshotFindings({ where, problems }: OperatorReport['snapshots']['places'][number]): Finding[] {
  return problems.map(({ kind, reason }) => ({
    level: badProblems.has(kind) ? 'bad' : 'care',
    kind: `snapshot-${kind}`,
    place: where,
    reason,
  }))
}

function alertFindings({ way, failingSince, reason }: OperatorReport['alerts'][number]): Finding[] {
  return failingSince === null ? [] : [{ level: 'care', kind: 'alerts-failing', way, reason }]
}
