import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { invalid, Refusal } from '../../../../domain/refusal.ts'
import {
  databaseName,
  type Manifest,
  manifestName,
  readManifest,
} from '../../../../domain/storage/snapshot-manifest.ts'
import { objectName, type StoredKind, snapshotFileName } from '../../../../domain/storage/snapshots/place-names.ts'
import type { SnapshotIndex, StoredPart } from '../../../../domain/storage/snapshots/snapshot-index.ts'
import type { SnapshotReader } from '../../../../ports/storage/snapshot.ts'
import type { SnapshotPlace, Transform, WorkFolder } from '../../../../ports/storage/snapshot-place.ts'
import { unpacked } from './packing.ts'
import { readPlaceLedger } from './place-ledger.ts'

type Deps = { place: SnapshotPlace; index: SnapshotIndex; decrypt: Transform; work: WorkFolder; schema: number }

/**
 * A snapshot of a place, in the form in which all others are verified and restored. What is stored is compared with the index as
 * it is read, and what it means with the manifest later.
 */
export async function openPlaceReader({ place, index, decrypt, work, schema }: Deps): Promise<SnapshotReader> {
  const parts = new Map(index.parts.map((part) => [part.name, part]))
  const stored = (name: string): AsyncIterable<Uint8Array> => {
    const part = parts.get(name)
    if (!part) throw invalid(`${name} is not listed in the index of snapshot ${index.snapshotId}.`)
    return readStored(place, part)
  }
  const own = (kind: StoredKind) => {
    const name = snapshotFileName(index.snapshotId, kind, index.encryption !== null)
    return named(name, unpacked(decrypt(stored(name))))
  }
  const text = await buffer(own('manifest'))
  const manifest = readManifest(text.toString(), { schema })
  const files = listFiles(manifest, text.length, parts)
  return {
    path: `${place.where}, snapshot ${index.snapshotId}`,
    files,
    read(path) {
      if (path === manifestName) return inOnePiece(text)
      if (path === databaseName) return own('database')
      const sha256 = path.replace(/^media\//, '').replace('/', '')
      const name = objectName(sha256, manifest.objectKey ?? null)
      return named(name, decrypt(stored(name)))
    },
    withDatabase: async (run) => await run(await work.write(databaseName, own('database'))),
    readLedger: () => readPlaceLedger(place),
    abandon: () => work.remove(),
    close: async () => work.remove(),
  }
}

/** The bytes as they are stored. Throws a refusal that names the file if they aren't those that were written. */
export async function* readStored(place: Pick<SnapshotPlace, 'open'>, part: StoredPart): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const chunk of place.open(part.name)) {
    hash.update(chunk)
    sizeBytes += chunk.length
    yield chunk
  }
  const sha256 = hash.digest('hex')
  if (sha256 === part.sha256) return
  throw invalid(
    `${part.name} is damaged: its SHA-256 is ${sha256} (${sizeBytes} bytes); ${part.sha256} (${part.sizeBytes} bytes) was expected.`,
  )
}

/** Errors of unpacking and decrypting don't say which file they are about. */
async function* named(name: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (error) {
    if (error instanceof Refusal || (error as Error).message.includes(name)) throw error
    throw invalid(`${name} cannot be read. ${(error as Error).message}`)
  }
}

/** The files of the manifest that the index lists. Sizes are compared when they are read: those of encrypted files are larger. */
function listFiles(
  { files, objectKey }: Manifest,
  manifestBytes: number,
  parts: ReadonlyMap<string, StoredPart>,
): Map<string, number> {
  const found = new Map([[manifestName, manifestBytes]])
  for (const { path, sha256, sizeBytes } of files) {
    if (path === databaseName || parts.has(objectName(sha256, objectKey ?? null))) found.set(path, sizeBytes)
  }
  return found
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
