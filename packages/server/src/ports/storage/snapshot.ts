import type { ManifestFile } from '../../domain/storage/snapshot-manifest.ts'
import type { StoreCounts } from '../store.ts'
import type { LedgerPieces, LedgerSource } from './erasure-ledger.ts'

/** How far a long piece of work has come. Called often; must return at once. */
export type Tell = (step: { what: string; done: number; total: number }) => void

/** A store as a backup sees it: beside whoever writes to it, and without writing to it. */
export type SnapshotSource = LedgerSource & {
  /** Copies the database as it is at one moment to a new file, off the event loop. Whoever writes meanwhile never waits. */
  takeSnapshot(path: string, tell: Tell): Promise<TakenSnapshot>
  /** Whether anything refers to these bytes now. */
  isBlobReferenced(sha256: string): Promise<boolean>
  close(): Promise<void>
}

/** A copy of the database, in a file of its own. */
export type Snapshot = {
  schema: number
  countRows(): Promise<StoreCounts>
  /** Every file that is referred to, by name; those after `after`. */
  listFiles(after: string, limit: number): Promise<string[]>
  close(): void
}

export type TakenSnapshot = Snapshot & {
  /** What referred to these files was removed from the store since: it is removed here too, without remains. */
  forgetVanished(sha256s: string[]): Promise<void>
}

/** A backup in the making. Nothing is seen under its name before it is whole and on the disk. */
export type SnapshotDraft = {
  /** Where it will be. */
  target: string
  /** The snapshot is made here, and belongs to the backup from `addDatabase` on. */
  databasePath: string
  /** False where the bytes are not those that were announced; nothing of them is kept then. */
  addFile(file: ManifestFile, bytes: AsyncIterable<Uint8Array>): Promise<boolean>
  addDatabase(): Promise<ManifestFile>
  /** Adds the manifest and makes sure that all is on the disk. */
  seal(manifest: string): Promise<void>
  /** Gives it its name. */
  publish(): Promise<void>
  /** Leaves nothing behind. At once, because it is also called when the process is told to end. */
  abandon(): void
}

/** A backup that lies somewhere. Nothing in it is believed before it was compared with the manifest. */
export type SnapshotReader = {
  path: string
  /** Size by path. Links, and names that a backup cannot hold, were refused when it was opened. */
  files: ReadonlyMap<string, number>
  read(path: string): AsyncIterable<Uint8Array>
  /** The database as a file of its own, for as long as the work takes. */
  withDatabase<T>(work: (path: string) => Promise<T>): Promise<T>
  /** What was erased, unsent and revoked, as far as it was noted with the backup. Undefined where there is no ledger. */
  readLedger(): LedgerPieces | undefined
  /** Puts away what was copied out of it; at once, for when the process is told to end. */
  abandon(): void
  close(): Promise<void>
}

/** A data folder in the making. No service starts on it before it is whole. */
export type RestoreDraft = {
  /** A data folder of its own inside the one that will be, to be worked on with whatever works on data folders. */
  dataDir: string
  put(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  remove(path: string): Promise<void>
  /** Makes sure that all is on the disk, then opens the folder; `lastly` is done before, and where it fails the folder stays closed. */
  publish(lastly?: () => Promise<void>): Promise<void>
  /** Leaves the folder as it was found; at once. Has no effect on one that was published. */
  abandon(): void
}

/** A backup that was made of a data folder, as noted in it. */
export type KnownSnapshot = { path: string; backupId: string; at: number }
