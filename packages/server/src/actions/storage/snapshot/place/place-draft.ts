import { createHash } from 'node:crypto'
import {
  databaseName,
  type ManifestFile,
  readManifest,
  renderManifest,
} from '../../../../domain/storage/snapshot-manifest.ts'
import {
  objectName,
  type StoredKind,
  snapshotFileName,
  snapshotIdOf,
} from '../../../../domain/storage/snapshots/place-names.ts'
import { renderSnapshotIndex, type StoredPart } from '../../../../domain/storage/snapshots/snapshot-index.ts'
import type { SnapshotDraft } from '../../../../ports/storage/snapshot.ts'
import type { SnapshotPlace, WorkFolder } from '../../../../ports/storage/snapshot-place.ts'
import { gzip, packed } from './packing.ts'
import type { PlaceEncryption } from './place-encryption.ts'
import type { PlaceLock } from './place-lock.ts'

export type PlaceDraft = SnapshotDraft & {
  /** How much was written so far, and how many media files were already there. */
  written(): { bytes: number; files: number; sharedFiles: number }
  /** After `seal`. */
  snapshotId(): string
}

type Deps = {
  place: SnapshotPlace
  work: WorkFolder
  encryption: PlaceEncryption
  lock: PlaceLock
  /** Media files that are in the place, as earlier snapshots know them. */
  known: ReadonlyMap<string, StoredPart>
  /** Of the snapshot among those of the place. */
  number: number
  head: { program: string; lineage: string; schema: number }
}

/** Uploads of small files mostly wait for each other. */
const filesAtOnce = 8

/** A snapshot in a place, which becomes visible with its index. Media files that earlier snapshots stored aren't written again. */
export function openPlaceDraft({ place, work, encryption, lock, known, number, head }: Deps): PlaceDraft {
  const { objectKey, encrypt } = encryption
  const isEncrypted = encryption.head !== null
  const objects = new Map<string, StoredPart>()
  const own: StoredPart[] = []
  let bytes = 0
  let sharedFiles = 0
  let sealed: { snapshotId: string; index: Buffer } | undefined
  let databaseAt: (() => AsyncIterable<Uint8Array>) | undefined

  const put = async (name: string, content: AsyncIterable<Uint8Array>, mostBytes: number): Promise<StoredPart> => {
    const hash = createHash('sha256')
    let sizeBytes = 0
    const metered = async function* () {
      for await (const chunk of encrypt(content)) {
        hash.update(chunk)
        sizeBytes += chunk.length
        yield chunk
      }
    }
    await place.put(name, metered(), { mostBytes })
    bytes += sizeBytes
    return { name, sizeBytes, sha256: hash.digest('hex') }
  }

  return {
    target: place.where,
    databasePath: `${work.path}/${databaseName}`,
    filesAtOnce,
    async addFile(file, content) {
      const name = objectName(file.sha256, objectKey)
      const before = known.get(name)
      if (before) {
        objects.set(name, before)
        sharedFiles++
        return true
      }
      try {
        // A tenth more than the file: what encryption adds is far less.
        objects.set(name, await put(name, announced(file, content), file.sizeBytes * 1.1))
        return true
      } catch (error) {
        if (error instanceof OtherBytes) return false
        throw error
      }
    },
    async addDatabase() {
      const described = await work.describe(databaseName)
      databaseAt = () => work.read(databaseName)
      return { path: databaseName, ...described }
    },
    async seal(text) {
      const manifest = readManifest(text, head)
      const snapshotId = snapshotIdOf(manifest)
      const nameOf = (kind: StoredKind) => snapshotFileName(snapshotId, kind, isEncrypted)
      const { sizeBytes = 0 } = manifest.files.find(({ path }) => path === databaseName) ?? {}
      if (databaseAt) own.push(await put(nameOf('database'), packed(databaseAt()), sizeBytes * 1.1))
      const described = objectKey === null ? text : renderManifest({ ...manifest, objectKey })
      own.push(await put(nameOf('manifest'), packed([Buffer.from(described)]), described.length))
      const parts = [...own, ...objects.values()]
      const { program, lineage } = head
      const at = manifest.begunAt
      const index = renderSnapshotIndex({
        snapshotId,
        number,
        at,
        program,
        lineage,
        encryption: encryption.head,
        parts,
      })
      sealed = { snapshotId, index: await gzip(index) }
    },
    async publish() {
      if (!sealed) throw new Error('The snapshot was not sealed')
      lock.check()
      await place.put(snapshotFileName(sealed.snapshotId, 'index', isEncrypted), [sealed.index])
      bytes += sealed.index.length
    },
    abandon: () => work.remove(),
    written: () => ({ bytes, files: objects.size - sharedFiles, sharedFiles }),
    snapshotId: () => sealed?.snapshotId ?? '',
  }
}

class OtherBytes extends Error {}

/** Fails at the end if the bytes aren't the announced ones, so that none of them are stored. */
async function* announced(file: ManifestFile, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const chunk of bytes) {
    hash.update(chunk)
    sizeBytes += chunk.length
    yield chunk
  }
  if (sizeBytes !== file.sizeBytes || hash.digest('hex') !== file.sha256) throw new OtherBytes()
}
