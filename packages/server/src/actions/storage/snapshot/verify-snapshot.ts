import { createHash } from 'node:crypto'
import { invalid } from '../../../domain/refusal.ts'
import {
  findDifference,
  type Manifest,
  type ManifestFile,
  manifestName,
  mediaFilePath,
  readManifest,
} from '../../../domain/storage/snapshot-manifest.ts'
import type { LedgerPieces } from '../../../ports/storage/erasure-ledger.ts'
import type { ReportProgress, Snapshot, SnapshotReader } from '../../../ports/storage/snapshot.ts'
import { listAllFiles } from './make-snapshot.ts'

export type Examiner = {
  /** Throws a refusal if the file is damaged or not ours. */
  openSnapshot(path: string): Snapshot
  /** The newest schema that this program supports. */
  schema: number
  /** A drill compares the counts itself, after the restore, and so can report them next to everything else. */
  ignoresCounts?: true
}

/** Reads all of it. Throws a refusal that names the first difference. */
export async function verifySnapshot(
  examiner: Examiner,
  backup: SnapshotReader,
  tell: ReportProgress,
): Promise<Manifest> {
  const manifest = await openManifest(examiner, backup)
  const meter = createMeter(manifest, tell)
  for (const file of manifest.files) {
    for await (const chunk of compared(file, backup.read(file.path))) meter(chunk.length)
  }
  await backup.withDatabase((path) => examineDatabase(examiner, path, manifest))
  await readThrough(backup.readLedger())
  return manifest
}

/** Throws a refusal if a line of the ledger can't be parsed. */
export async function readThrough(ledger: LedgerPieces | undefined): Promise<void> {
  if (ledger) for await (const _ of ledger);
}

/** The largest manifest that is read into memory. It lists millions of files. */
const mostManifestBytes = 400 * 1024 * 1024

/** The manifest, if it is valid and exactly the files it lists exist with their sizes. */
export async function openManifest({ schema }: Examiner, backup: SnapshotReader): Promise<Manifest> {
  if ((backup.files.get(manifestName) ?? 0) > mostManifestBytes) {
    throw invalid(`${manifestName} is larger than any that Innkeeper writes.`)
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of backup.read(manifestName)) chunks.push(chunk)
  const manifest = readManifest(Buffer.concat(chunks).toString(), { schema })
  const difference = findDifference(manifest, backup.files)
  if (difference !== undefined) throw invalid(difference)
  return manifest
}

export function createMeter({ files }: Manifest, tell: ReportProgress): (bytes: number) => void {
  const total = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  let done = 0
  return (bytes) => {
    done += bytes
    tell({ what: 'files', done, total })
  }
}

/** Passes the bytes through, and throws a refusal at the end if they aren't the expected ones. */
export async function* compared(file: ManifestFile, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const chunk of bytes) {
    hash.update(chunk)
    sizeBytes += chunk.length
    yield chunk
  }
  const sha256 = hash.digest('hex')
  if (sha256 !== file.sha256) {
    throw invalid(
      `${file.path} is damaged: its SHA-256 is ${sha256} (${sizeBytes} bytes); ${file.sha256} (${file.sizeBytes} bytes) ` +
        'was expected.',
    )
  }
}

/** Returns the files that the database refers to. Throws a refusal if it doesn't match the manifest. */
export async function examineDatabase(examiner: Examiner, path: string, manifest: Manifest): Promise<Set<string>> {
  const snapshot = examiner.openSnapshot(path)
  try {
    if (snapshot.schema !== manifest.schema) {
      throw invalid(`innkeeper.db has schema ${snapshot.schema}; ${manifestName} says ${manifest.schema}.`)
    }
    const counts = examiner.ignoresCounts ? {} : await snapshot.countRows()
    for (const [kind, count] of Object.entries(counts)) {
      const expected = manifest.counts[kind]
      if (expected !== undefined && expected !== count) {
        throw invalid(`innkeeper.db contains ${count} ${kind}; ${manifestName} says ${expected}.`)
      }
    }
    const referred = await listAllFiles(snapshot)
    const there = new Set([...manifest.files, ...manifest.missing].map(({ sha256 }) => sha256))
    const absent = referred.find((sha256) => !there.has(sha256))
    if (absent !== undefined)
      throw invalid(`innkeeper.db refers to ${mediaFilePath(absent)}, which is not in the snapshot.`)
    return new Set(referred)
  } finally {
    snapshot.close()
  }
}
