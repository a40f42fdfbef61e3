import type { ManifestFile } from '../../domain/storage/snapshot-manifest.ts'
import type { PictureCounts, StoreCounts } from '../records.ts'
import type { LedgerPieces, LedgerSource } from './erasure-ledger.ts'

/** Progress of long work. Called often; must return at once. */
export type ReportProgress = (step: { what: string; done: number; total: number }) => void

/** A store as the source of a snapshot: never written to, and writers aren't blocked. */
export type SnapshotSource = LedgerSource & {
  /** Copies the database as it is at one moment to a new file, off the event loop. Writers never wait. */
  takeSnapshot(path: string, tell: ReportProgress): Promise<TakenSnapshot>
  /** Whether anything refers to these bytes now. */
  isBlobReferenced(sha256: string): Promise<boolean>
  close(): Promise<void>
}

/** A copy of the database, in a separate file. */
export type Snapshot = {
  schema: number
  countRows(): Promise<StoreCounts>
  /** Undefined for databases from before there were any. */
  countPictures(): Promise<PictureCounts | undefined>
  /** Every file that is referred to, by name; those after `after`. */
  listFiles(after: string, limit: number): Promise<string[]>
  close(): void
}

export type TakenSnapshot = Snapshot & {
  /** What referred to these files was removed from the store since: it is removed here too, without remains. */
  forgetVanished(sha256s: string[]): Promise<void>
}

/** A snapshot that isn't complete yet. Nothing has its name before it is complete and on the disk. */
export type SnapshotDraft = {
  /** Its final path. */
  target: string
  /** The database is copied here, and becomes part of the snapshot with `addDatabase`. */
  databasePath: string
  /** How many files can be added at the same time, if more than one. */
  filesAtOnce?: number
  /** False if the bytes aren't the announced ones; then none of them are kept. */
  addFile(file: ManifestFile, bytes: AsyncIterable<Uint8Array>): Promise<boolean>
  addDatabase(): Promise<ManifestFile>
  /** Adds the manifest and syncs everything to the disk. */
  seal(manifest: string): Promise<void>
  /** Gives it its name. */
  publish(): Promise<void>
  /** Removes everything. Synchronous, because it is also called when the process is about to exit. */
  abandon(): void
}

/** An existing snapshot. Nothing in it is trusted before it was compared with the manifest. */
export type SnapshotReader = {
  path: string
  /** Size by path. Links, and names that a snapshot can't have, were refused when it was opened. */
  files: ReadonlyMap<string, number>
  read(path: string): AsyncIterable<Uint8Array>
  /** The database as a separate file, while the work runs. */
  withDatabase<T>(work: (path: string) => Promise<T>): Promise<T>
  /** What was erased, unsent and revoked, as recorded with the snapshot. Undefined if there is no ledger. */
  readLedger(): LedgerPieces | undefined
  /** Removes temporary copies; synchronous, for when the process is about to exit. */
  abandon(): void
  close(): Promise<void>
}

/** A data folder that isn't complete yet. No service starts on it before. */
export type RestoreDraft = {
  /** A data folder inside the final one, which can be used like any data folder. */
  dataDir: string
  put(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  remove(path: string): Promise<void>
  /** Syncs everything to the disk, then opens the folder; `lastly` is called before, and if it fails the folder stays locked. */
  publish(lastly?: () => Promise<void>): Promise<void>
  /** Leaves the folder as it was found; synchronous. Has no effect on a published one. */
  abandon(): void
}

/** A snapshot that was made of a data folder, as recorded in it. */
export type KnownSnapshot = { path: string; backupId: string; at: number }

/** A copy of the database, made before an upgrade changed its schema. */
export type UpgradeCopy = { path: string; schema: number; at: number }

/** A folder with the database that a rollback prepares. */
export type RollbackDraft = {
  dataDir: string
  /** Makes it the database of the data folder, and returns where the newer one is kept. */
  publish(): string
  abandon(): void
}
