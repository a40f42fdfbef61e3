import type { AlertWay } from '@innkeeper/contract'
import type { Finding } from '@innkeeper/contract/findings'
import type { FailedDelivery } from '../../domain/messages/ledger/failed-delivery.ts'
import type { ServiceSpan } from '../../domain/messages/ledger/heartbeat.ts'
import type { AlertPace, Telling } from '../../domain/notifications/alerts/alert.ts'
import type { SnapshotOutcome, SnapshotTarget, SnapshotWork } from '../../domain/storage/snapshots/snapshot-run.ts'
import type { ConnectionSeen } from '../connector.ts'
import type { Obstacle } from '../platform-setup.ts'
import type { MeasuredChannel } from '../storage/figures.ts'
import type { Authority } from './authority.ts'

/** Of the service itself. */
export type ServiceCommand =
  /** What needs an operator's attention now. */
  | { kind: 'note-findings'; at: number; findings: string[] }
  /** What this node finds. `canEnd`: it has looked for long enough to say that something is over. */
  | { kind: 'note-alerts'; at: number; findings: { name: string; finding: Finding }[]; canEnd: boolean }
  /** Where alerts go from now on; null: nowhere. Tries at once, also if it failed before. */
  | { kind: 'aim-alerts'; at: number; way: AlertWay; targetHash: string | null }
  /** What was told, and when to try next. `reason`: why it failed; empty if it didn't. */
  | {
      kind: 'record-alerts'
      at: number
      way: AlertWay
      targetHash: string
      pace: AlertPace
      reason: string
      told: Omit<Telling, 'at'>[]
    }
  /**
   * Returns the one that is stored then, or null if it was sealed with a key that was replaced meanwhile. `replaces`: the stored one,
   * which can't be opened any more; null: there was none.
   */
  | { kind: 'keep-server-key'; at: number; name: string; sealed: string; replaces: string | null }
  /**
   * `basis`: what was stored when the changes were checked; absent: they can be saved beside anything. `account`: the platform account that
   * the changes are for. `disconnected`: the platform that they disconnect.
   */
  | {
      kind: 'save-settings'
      by: Authority
      at: number
      actor: string
      changes: { name: string; value: string | null; isSealed: boolean }[]
      basis?: { name: string; value: string }[]
      account?: { platform: string; accountId: string; name: string } | null
      disconnected?: string | undefined
    }
  /**
   * Replaces sealed values by the same values sealed with another key. `keyId`: that key. `retired`: the keys with which nothing can be
   * saved from now on; null in the further rounds of a rotation.
   */
  | {
      kind: 'reseal-settings'
      at: number
      keyId: string
      retired: string[] | null
      values: { name: string; from: string; to: string }[]
    }
  /** What channels store, as it was measured. */
  | { kind: 'record-sizes'; at: number; channels: MeasuredChannel[] }
  | { kind: 'begin-snapshot-run'; at: number; runId: string; target: SnapshotTarget; work: SnapshotWork; place: string }
  | { kind: 'finish-snapshot-run'; at: number; runId: string; outcome: SnapshotOutcome }
  /** The places that snapshots are made in on a schedule, as they are now. */
  | { kind: 'note-snapshot-schedules'; at: number; schedule: string; places: string[] }
  /** Returns the place that is recorded then. `replaces`: only if this one was recorded; null: only if none was. */
  | { kind: 'record-media-place'; place: string; replaces: string | null }
  | { kind: 'record-account'; at: number; platform: string; accountId: string; name: string }
  /** What was observed about webhooks since the last time, added to the stored values. `turnedAway`: rejected though genuine. */
  | {
      kind: 'record-connections'
      connections: { platform: string; seen: ConnectionSeen; turnedAway?: [minute: number, count: number][] }[]
    }
  /** Whether the platform can deliver webhooks, as it says itself. `problem`: null if it can. */
  | { kind: 'record-reach'; at: number; platform: string; problem: Obstacle | null }
  /** A node was running from one time to the other. */
  | { kind: 'note-alive'; node: string; span: ServiceSpan }
  /** What the platform lists as deliveries that failed. Returns how many were new. */
  | { kind: 'note-reported'; platform: string; rows: FailedDelivery[] }
