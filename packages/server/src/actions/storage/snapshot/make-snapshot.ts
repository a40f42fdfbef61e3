import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Refusal } from '../../../domain/refusal.ts'
import {
  type Manifest,
  type ManifestFile,
  type MissingFile,
  mediaFilePath,
  renderManifest,
  snapshotFormat,
} from '../../../domain/storage/snapshot-manifest.ts'
import type { BlobStore } from '../../../ports/storage/blob-store.ts'
import type { ErasureLedger } from '../../../ports/storage/erasure-ledger.ts'
import type {
  KnownSnapshot,
  ReportProgress,
  Snapshot,
  SnapshotDraft,
  SnapshotSource,
  TakenSnapshot,
} from '../../../ports/storage/snapshot.ts'

type Deps = {
  source: SnapshotSource
  blobs: Pick<BlobStore, 'open' | 'stat'>
  draft: SnapshotDraft
  ledger: ErasureLedger
  noteSnapshot(backup: KnownSnapshot): Promise<void>
  version: string
  /** By the clock of the service; by that of this machine if absent. */
  begunAt?: number
  tell: ReportProgress
}

/**
 * Makes a snapshot as of the moment it starts: the database first, then every file it refers to. If it can't be completed,
 * nothing remains.
 */
export async function makeSnapshot(deps: Deps): Promise<Manifest> {
  try {
    return await make(deps)
  } catch (error) {
    deps.draft.abandon()
    throw error
  }
}

async function make(deps: Deps): Promise<Manifest> {
  const { source, draft, ledger, noteSnapshot, version, tell } = deps
  const begunAt = new Date(deps.begunAt ?? Date.now())
  const snapshot = await source.takeSnapshot(draft.databasePath, tell)
  let contents: Contents
  try {
    contents = await copyContents(deps, snapshot)
  } finally {
    snapshot.close()
  }
  const { counts, files, missing } = contents
  const manifest: Manifest = {
    format: snapshotFormat,
    program: version,
    schema: snapshot.schema,
    begunAt: begunAt.toISOString(),
    finishedAt: new Date().toISOString(),
    counts,
    missing,
    files: [await draft.addDatabase(), ...files],
    backupId: randomUUID(),
  }
  await draft.seal(renderManifest(manifest))
  // Recorded before it gets its name, so that no erasure can miss it.
  await noteSnapshot({ path: draft.target, backupId: manifest.backupId, at: begunAt.getTime() })
  await draft.publish()
  await ledger.keep(source)
  return manifest
}

type Contents = Pick<Manifest, 'counts' | 'files' | 'missing'>

async function copyContents(deps: Deps, snapshot: TakenSnapshot): Promise<Contents> {
  const names = await listAllFiles(snapshot)
  const files: ManifestFile[] = []
  const missing: MissingFile[] = []
  const vanished: string[] = []
  /** The same bytes may have been deleted and stored again between the two checks. */
  const copyOnceMore = async (sha256: string) => {
    const copied = await copyFile(deps, sha256)
    if (copied.kind === 'copied') files.push(copied.file)
    else missing.push({ sha256, reason: copied.reason })
  }
  const waiting = names.entries()
  const copyAll = async () => {
    for (const [done, sha256] of waiting) {
      deps.tell({ what: 'files', done, total: names.length })
      const copied = await copyFile(deps, sha256)
      if (copied.kind === 'copied') files.push(copied.file)
      // Unsent, expired or erased since the database was copied, so it doesn't belong in the snapshot.
      else if (!(await deps.source.isBlobReferenced(sha256))) vanished.push(sha256)
      else await copyOnceMore(sha256)
    }
  }
  await Promise.all(Array.from({ length: deps.draft.filesAtOnce ?? 1 }, copyAll))
  deps.tell({ what: 'files', done: names.length, total: names.length })
  if (vanished.length > 0) await snapshot.forgetVanished(vanished)
  const counts = { ...(await snapshot.countRows()), ...(await snapshot.countPictures()) }
  return { counts, files, missing }
}

const mostAtOnce = 1000

export async function listAllFiles(snapshot: Pick<Snapshot, 'listFiles'>): Promise<string[]> {
  const names: string[] = []
  for (;;) {
    const page = await snapshot.listFiles(names.at(-1) ?? '', mostAtOnce)
    names.push(...page)
    if (page.length < mostAtOnce) return names
  }
}

type Copied = { kind: 'copied'; file: ManifestFile } | { kind: 'not copied'; reason: string }

async function copyFile({ blobs, draft }: Deps, sha256: string): Promise<Copied> {
  const found = await blobs.stat(sha256)
  if (!found) return { kind: 'not copied', reason: 'it is not in the data folder' }
  const file: ManifestFile = { path: mediaFilePath(sha256), sizeBytes: found.sizeBytes, sha256 }
  let trouble: NodeJS.ErrnoException | undefined
  const bytes = found.sizeBytes === 0 ? nothing() : blobs.open(sha256, { start: 0, end: found.sizeBytes - 1 })
  // A read error concerns the file; a write error ends the snapshot.
  const isWhole = await draft.addFile(
    file,
    untilTrouble(bytes, (error) => (trouble = error)),
  )
  if (isWhole) return { kind: 'copied', file }
  // The whole media store failed, not just this file.
  if (trouble instanceof Refusal) throw trouble
  if (trouble) return { kind: 'not copied', reason: `it cannot be read (${trouble.code})` }
  return { kind: 'not copied', reason: 'it is damaged: the SHA-256 of its content does not match its name' }
}

async function* untilTrouble(
  bytes: AsyncIterable<Uint8Array> | Readable,
  note: (error: NodeJS.ErrnoException) => void,
): AsyncGenerator<Uint8Array> {
  const chunks = bytes[Symbol.asyncIterator]()
  for (;;) {
    const next = await chunks.next().catch(note)
    if (!next || next.done) return
    yield next.value
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
