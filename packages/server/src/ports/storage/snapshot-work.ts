import type { CheckProgress } from '../../domain/storage/snapshots/check-share.ts'
import type {
  SnapshotOutcome,
  SnapshotRunCounts,
  SnapshotTarget,
  SnapshotWork,
} from '../../domain/storage/snapshots/snapshot-run.ts'

/** What to do about the snapshots of a place. Plain, because it crosses a thread. */
export type SnapshotOrder = {
  work: SnapshotWork
  target: SnapshotTarget
  /** The id that the place had; undefined: whatever it has. */
  placeId: string | undefined
  /** Files that were found to be damaged. */
  suspects: string[]
  progress: CheckProgress
  /** What recent snapshots of the place contained when they were made, by their IDs. */
  recorded: Record<string, SnapshotRunCounts>
  now: number
}

/** Does it, and never throws for a reason that an operator can do something about. */
export type DoSnapshotWork = (order: SnapshotOrder) => Promise<SnapshotOutcome>

/** The work of a running service, as its settings are now. */
export type SnapshotWorker = {
  /** The places of the settings, with their names. */
  targets(): { target: SnapshotTarget; where: string }[]
  /** Why a drill can't run, for example because no one here can decrypt; undefined if it can. */
  findDrillObstacle(): string | undefined
  work: DoSnapshotWork
  /** Writes what was erased to the ledger of the place, so that it reaches its snapshots. */
  extendLedger(target: SnapshotTarget): Promise<void>
  /** Ends what is running. */
  stop(): Promise<void>
}
