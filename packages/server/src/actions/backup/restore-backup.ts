import { join } from 'node:path'
import { databaseName, type Manifest } from '../../domain/backup-manifest.ts'
import { addErased, type Erased, type LedgerEntry, nothingErased } from '../../domain/erasure.ts'
import type { BackupReader, RestoreDraft, Tell } from '../../ports/backup.ts'
import type { BlobStore, Media } from '../../ports/blob-store.ts'
import type { ErasureLedger } from '../../ports/erasure-ledger.ts'
import type { Store } from '../../ports/store.ts'
import { continueErasures } from '../upkeep/continue-erasures.ts'
import { compared, createMeter, type Examiner, examineDatabase, openManifest } from './verify-backup.ts'

type Deps = {
  examiner: Examiner
  backup: BackupReader
  openDraft(): Promise<RestoreDraft>
  /** What works on a data folder, here on the one in the making. */
  openStore(dataDir: string): Promise<Store>
  openLedger(dataDir: string): ErasureLedger
  /** Where files go that are not to lie in the data folder; without it they do. */
  openMedia?(dataDir: string): Promise<Pick<Media, 'blobs' | 'close'>>
  clearAway(dataDir: string, blobs: BlobStore | undefined): Promise<unknown>
  noteBackup(dataDir: string, manifest: Manifest): Promise<void>
  /** Where the store is to be a server: copies the one in the folder there. It is opened by `finish`. */
  moveOut?(draft: RestoreDraft): Promise<{ finish(): Promise<void>; close(): Promise<void> }>
  tell: Tell
}

export type Restored = {
  manifest: Manifest
  /** What was erased once more: how many erasures this backup did not know of, and what went with them. */
  repeated: number
  erased: Erased
}

/**
 * Copies a backup into a new data folder, comparing as it copies, erases again what was erased since, and drops what was
 * about to be said. Where it cannot be finished, nothing is left behind.
 */
export async function restoreBackup(deps: Deps, ledger: LedgerEntry[]): Promise<Restored> {
  const manifest = await openManifest(deps.examiner, deps.backup)
  const draft = await deps.openDraft()
  let media: Pick<Media, 'blobs' | 'close'> | undefined
  let moved: { finish(): Promise<void>; close(): Promise<void> } | undefined
  try {
    media = await deps.openMedia?.(draft.dataDir)
    await copyFiles(deps, manifest, draft, media?.blobs)
    const again = await settle(deps, draft.dataDir, ledger, media?.blobs)
    await deps.noteBackup(draft.dataDir, manifest)
    moved = await deps.moveOut?.(draft)
    await draft.publish(moved?.finish)
    return { manifest, ...again }
  } catch (error) {
    draft.abandon()
    throw error
  } finally {
    await moved?.close()
    media?.close()
  }
}

async function copyFiles(
  { examiner, backup, tell }: Deps,
  manifest: Manifest,
  draft: RestoreDraft,
  blobs: BlobStore | undefined,
): Promise<void> {
  const meter = createMeter(manifest, tell)
  for (const file of manifest.files) {
    const bytes = metered(compared(file, backup.read(file.path)), meter)
    // What a restore that was interrupted has put there is not put again, and what nobody comes to refer to is swept away.
    if (blobs && file.path !== databaseName) await blobs.put(bytes)
    else await draft.put(file.path, bytes)
  }
  const referred = await examineDatabase(examiner, join(draft.dataDir, databaseName), manifest)
  // Copied into the backup shortly before what it belonged to was removed.
  const needless = manifest.files.filter(({ path, sha256 }) => path !== databaseName && !referred.has(sha256))
  for (const { path, sha256 } of needless) await (blobs ? blobs.remove(sha256) : draft.remove(path))
}

async function* metered(bytes: AsyncIterable<Uint8Array>, meter: (count: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    meter(chunk.length)
    yield chunk
  }
}

/** Opening the store also brings an older one up to date. */
async function settle(
  { openStore, openLedger, clearAway }: Deps,
  dataDir: string,
  entries: LedgerEntry[],
  blobs: BlobStore | undefined,
): Promise<Pick<Restored, 'repeated' | 'erased'>> {
  const store = await openStore(dataDir)
  const ledger = openLedger(dataDir)
  let repeated = 0
  let erased = nothingErased
  try {
    await store.write<'settle-restored'>({ kind: 'settle-restored', at: Date.now() })
    repeated = await store.write<'repeat-erasures'>({ kind: 'repeat-erasures', at: Date.now(), entries })
    const deps = { store, ledger, connectors: new Map(), clock: Date.now, log: silent }
    for (const receipt of (await continueErasures(deps)).values()) erased = addErased(erased, receipt)
    await ledger.keep(await store.listErasures())
  } finally {
    await store.close()
  }
  await clearAway(dataDir, blobs)
  return { repeated, erased }
}

const silent = { info() {}, warn() {} }
