import type { Finding } from '@innkeeper/contract/findings'
import { describeFinding, type NameOf } from '../notifications/alerts/describe-finding.ts'
import type { SnapshotRunCounts, SnapshotTarget } from '../storage/snapshots/snapshot-run.ts'
import { toTimestamp, toTimestampOrNull } from '../timestamp.ts'

/** What an event of the service is about. Unlike those of channels, nothing of it can be taken back, so it is stored as it was. */
export type ServiceSubject =
  | { finding: Finding; beganAt: number; overAt: number | null }
  | { run: SnapshotEvent }
  | { platform: string; account: string | null }
  | { stopped: { webhookId: string; channelId: string | null; because: 'gone' | 'failing' } }

type SnapshotEvent = {
  target: SnapshotTarget
  place: string
  beganAt: number
  reason: string
  counts: SnapshotRunCounts
  bytes: number
}

/** What a receiver gets of it. */
export function describeServiceEvent(subject: ServiceSubject, nameOf: NameOf): Record<string, unknown> {
  if ('finding' in subject) {
    const { finding, beganAt, overAt } = subject
    const { title, advice } = describeFinding(finding, nameOf)
    const { kind, level } = finding
    return { kind, level, title, advice, beganAt: toTimestamp(beganAt), endedAt: toTimestampOrNull(overAt) }
  }
  if ('run' in subject) {
    const { beganAt, ...run } = subject.run
    return { ...run, beganAt: toTimestamp(beganAt) }
  }
  if ('platform' in subject) return { ...subject, name: nameOf(subject.platform) }
  return subject.stopped
}
