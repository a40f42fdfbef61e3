import { join } from 'node:path'
import { addErased, type Erased, type LedgerEntry, nothingErased } from '../../../domain/storage/erasure.ts'
import { databaseName, type Manifest } from '../../../domain/storage/snapshot-manifest.ts'
import type { RemovalProgress } from '../../../ports/commands/erasing.ts'
import type { MessageId } from '../../../ports/commands/messages.ts'
import type { StoreCounts } from '../../../ports/records.ts'
import type { BlobStore, Media } from '../../../ports/storage/blob-store.ts'
import type { ErasureLedger, LedgerPieces } from '../../../ports/storage/erasure-ledger.ts'
import type { ReportProgress, RestoreDraft, SnapshotReader } from '../../../ports/storage/snapshot.ts'
import type { Store } from '../../../ports/store.ts'
import { continueErasures } from '../housekeeping/continue-erasures.ts'
import { writeLedger } from '../housekeeping/write-ledger.ts'
import { compared, createMeter, type Examiner, examineDatabase, openManifest, readThrough } from './verify-snapshot.ts'

type Deps = {
  examiner: Examiner
  backup: SnapshotReader
  openDraft(): Promise<RestoreDraft>
  /** These work on the data folder that is being restored. */
  openStore(dataDir: string): Promise<Store>
  openLedger(dataDir: string): ErasureLedger
  /** The media store, if files don't go into the data folder. */
  openMedia?(dataDir: string): Promise<Pick<Media, 'blobs' | 'close'>>
  purgeDeleted(dataDir: string, blobs: BlobStore | undefined): Promise<unknown>
  noteSnapshot(dataDir: string, manifest: Manifest): Promise<void>
  /** For PostgreSQL: copies the database from the folder to the server. `finish` opens it. */
  moveOut?(draft: RestoreDraft): Promise<{ finish(): Promise<void>; close(): Promise<void> }>
  tell: ReportProgress
}

export type Restored = {
  manifest: Manifest
  /** What was erased again: how many erasures were newer than this snapshot, and what they removed. */
  repeated: number
  erased: Erased
  /** How many erasures were carried out, including those that were under way when the snapshot was made. */
  erasures: number
  /** What was unsent and revoked since, and was removed again. */
  removed: { messages: number; versions: number; mediaFiles: number; keys: number }
  /** How many sign-ins ended, because nobody stays signed in. */
  signedOut: number
  /** Before and after all this. */
  rows: { copied: StoreCounts; settled: StoreCounts }
}

/**
 * Copies a snapshot into a new data folder and verifies it, removes again what was erased, unsent or revoked since, and drops
 * messages that were about to be sent. If it can't be completed, nothing remains. The ledger is read twice: it must be valid
 * before anything is written.
 */
export async function restoreSnapshot(deps: Deps, ledger: () => LedgerPieces): Promise<Restored> {
  await readThrough(ledger())
  const manifest = await openManifest(deps.examiner, deps.backup)
  const draft = await deps.openDraft()
  let media: Pick<Media, 'blobs' | 'close'> | undefined
  let moved: { finish(): Promise<void>; close(): Promise<void> } | undefined
  try {
    media = await deps.openMedia?.(draft.dataDir)
    await copyFiles(deps, manifest, draft, media?.blobs)
    const again = await settleRestored(deps, draft.dataDir, {
      copiedAt: Date.parse(manifest.begunAt),
      ledger: ledger(),
      blobs: media?.blobs,
    })
    await deps.noteSnapshot(draft.dataDir, manifest)
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
    // Files of an interrupted restore aren't written again, and files that end up unreferenced are deleted later.
    if (blobs && file.path !== databaseName) await blobs.put(bytes)
    else await draft.put(file.path, bytes)
  }
  const referred = await examineDatabase(examiner, join(draft.dataDir, databaseName), manifest)
  // Copied into the snapshot shortly before the message that referred to it was removed.
  const needless = manifest.files.filter(({ path, sha256 }) => path !== databaseName && !referred.has(sha256))
  for (const { path, sha256 } of needless) await (blobs ? blobs.remove(sha256) : draft.remove(path))
}

async function* metered(bytes: AsyncIterable<Uint8Array>, meter: (count: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    meter(chunk.length)
    yield chunk
  }
}

/**
 * Makes a restored database usable: removes what the ledger lists, and drops messages that were about to be sent. Opening the
 * store also brings an older one up to date.
 */
export async function settleRestored(
  { openStore, openLedger, purgeDeleted: clearAway }: Pick<Deps, 'openStore' | 'openLedger' | 'purgeDeleted'>,
  dataDir: string,
  { copiedAt, ledger, blobs }: { copiedAt: number; ledger: LedgerPieces; blobs: BlobStore | undefined },
): Promise<Omit<Restored, 'manifest'>> {
  const store = await openStore(dataDir)
  let repeated = 0
  let erased = nothingErased
  let removed: Restored['removed']
  let erasures = 0
  let signedOut = 0
  let rows: Restored['rows']
  try {
    const copied = await store.countRows()
    const settling = { kind: 'settle-restored', at: Date.now(), copiedAt } as const
    signedOut = (await store.write<'settle-restored'>(settling)).signedOut
    const { entries, isNew } = await takeLedger(store, ledger)
    removed = isNew ? await removeAgain(store) : noneRemoved
    repeated = await store.write<'repeat-erasures'>({ kind: 'repeat-erasures', at: Date.now(), entries })
    const deps = { store, ledger: openLedger(dataDir), connectors: new Map(), clock: Date.now, log: silent }
    const receipts = await continueErasures(deps)
    erasures = receipts.size
    for (const receipt of receipts.values()) erased = addErased(erased, receipt)
    await writeLedger(deps)
    rows = { copied, settled: await store.countRows() }
  } finally {
    await store.close()
  }
  await clearAway(dataDir, blobs)
  return { repeated, erasures, erased, removed, signedOut, rows }
}

/**
 * Unsent messages and revoked keys are passed to the store in pieces: there may be a million of them. Erasures of people and
 * channels are few, and each is done separately. `isNew`: the store didn't know all of it.
 */
async function takeLedger(store: Store, ledger: LedgerPieces): Promise<{ entries: LedgerEntry[]; isNew: boolean }> {
  const entries: LedgerEntry[] = []
  let isNew = false
  for await (const piece of ledger) {
    const isRemoval = ({ kind }: LedgerEntry) => kind === 'message' || kind === 'key'
    entries.push(...piece.filter((entry) => !isRemoval(entry)))
    const removals = piece.filter(isRemoval)
    if (removals.length === 0) continue
    if ((await store.write<'note-removals'>({ kind: 'note-removals', entries: removals })) > 0) isNew = true
  }
  return { entries, isNew }
}

const noneRemoved: Restored['removed'] = { messages: 0, versions: 0, mediaFiles: 0, keys: 0 }

/** Messages processed in one commit. */
const sliceSize = 1_000

async function removeAgain(store: Store): Promise<Restored['removed']> {
  const sum = { ...noneRemoved }
  let after: MessageId | null = null
  do {
    const done: RemovalProgress = await store.write<'repeat-removals'>({
      kind: 'repeat-removals',
      at: Date.now(),
      after,
      limit: sliceSize,
    })
    sum.messages += done.messages
    sum.versions += done.versions
    sum.mediaFiles += done.mediaFiles
    sum.keys += done.keys
    after = done.after
  } while (after !== null)
  return sum
}

const silent = { info() {}, warn() {} }
