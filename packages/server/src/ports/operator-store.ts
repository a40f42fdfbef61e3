import type { ChannelType } from '@innkeeper/contract'
import type { SnapshotRun, SnapshotTarget, SnapshotWork } from '../domain/storage/snapshots/snapshot-run.ts'

/** Reads about operators and what they set up; part of the store. */
export type OperatorStore = {
  findOperator(look: { name: string } | { id: string }): Promise<OperatorRecord | undefined>
  hasOperator(): Promise<boolean>
  /** Whether a setup link with this hash is valid at that time; checked again when it is used. */
  hasSetupCode(hash: string, at: number): Promise<boolean>
  countRecoveryCodes(operatorId: string): Promise<number>
  /** Those that were changed in the browser. */
  listSettings(): Promise<StoredSetting[]>
  /** Newest first. */
  listSnapshotRuns(target: SnapshotTarget, work: SnapshotWork, limit: number): Promise<SnapshotRun[]>
  /** Chats that the bot is in, the latest first; on one platform or on all. */
  listArrivals(look: { platform?: string; limit: number }): Promise<Arrival[]>
  /** Newest first. */
  listOperatorLog(limit: number): Promise<OperatorLogRecord[]>
}

/** `passphrase`: its hash. */
export type OperatorRecord = {
  id: string
  name: string
  passphrase: string
  /** Who they are in the chats; null: not linked. */
  userId: string | null
  /** Whether browsers of that person have operator rights, too. */
  sharesRights: boolean
}

export type StoredSetting = { name: string; value: string; isSealed: boolean; changedAt: number; changedBy: string }

export type Arrival = { platform: string; type: ChannelType; arrivedAt: number; hasOwner: boolean }

/** `subject`: what it was done to, such as the name of a setting. */
export type OperatorLogRecord = { at: number; actor: string; action: string; subject: string }
