import { Readable } from 'node:stream'
import type { Piece } from '../../../domain/messages/export/format.ts'
import type { ExportFile } from '../../../domain/messages/export/manifest.ts'
import { invalid } from '../../../domain/refusal.ts'
import type { PartSink, SinkFile } from '../../../ports/export-sink.ts'
import type { BlobStore } from '../../../ports/storage/blob-store.ts'

/** Turns what formats produce into files of a sink. */
export type PieceWriter = {
  write(piece: Piece): Promise<void>
  /** Copies a stored file, once per path. */
  copy(path: string, sha256: string, day: string): Promise<void>
  /** Completes every file that is still growing. */
  closeAll(): Promise<void>
  /** Everything written, in order of names. */
  files(): ExportFile[]
}

/** A multiple of three, so that parts in base64 can be joined. */
const base64Chunk = 3 * 16 * 1024

export function createPieceWriter(blobs: BlobStore, sink: PartSink, day: string): PieceWriter {
  const growing = new Map<string, SinkFile>()
  const done = new Map<string, ExportFile>()

  const grow = async (path: string): Promise<SinkFile> => {
    const known = growing.get(path)
    if (known) return known
    const file = await sink.add(path, { day, isPacked: false })
    growing.set(path, file)
    return file
  }
  const copy = async (path: string, sha256: string, fileDay: string) => {
    if (done.has(path)) return
    const file = await sink.add(path, { day: fileDay, isPacked: true })
    for await (const chunk of await openBlob(blobs, sha256)) await file.write(chunk as Uint8Array)
    const written = await file.close()
    if (written.sha256 !== sha256) {
      throw invalid(`A stored file is damaged: its SHA-256 is ${written.sha256}; ${sha256} was expected`)
    }
    done.set(path, written)
  }

  const complete = async (path: string) => {
    const file = growing.get(path)
    growing.delete(path)
    if (file) done.set(path, await file.close())
  }

  return {
    copy,
    async write(piece) {
      if ('copyOf' in piece) return await copy(piece.path, piece.copyOf, day)
      if ('isWhole' in piece) return await complete(piece.path)
      const file = await grow(piece.path)
      if ('text' in piece) return await file.write(piece.text)
      if ('textAfter' in piece) return await file.write(piece.textAfter(file.sha256()))
      for await (const text of encodeBase64(await openBlob(blobs, piece.base64Of))) await file.write(text)
    },
    async closeAll() {
      for (const path of [...growing.keys()]) await complete(path)
    },
    files: () => [...done.values()].sort((one, other) => (one.path < other.path ? -1 : 1)),
  }
}

async function openBlob(blobs: BlobStore, sha256: string): Promise<Readable> {
  const found = await blobs.stat(sha256)
  if (!found || found.sizeBytes === 0) return Readable.from([])
  return blobs.open(sha256, { start: 0, end: found.sizeBytes - 1 })
}

async function* encodeBase64(bytes: Readable): AsyncGenerator<string> {
  let rest = Buffer.alloc(0)
  for await (const chunk of bytes) {
    const all = Buffer.concat([rest, chunk as Uint8Array])
    const whole = all.length - (all.length % base64Chunk)
    if (whole > 0) yield all.toString('base64', 0, whole)
    rest = all.subarray(whole)
  }
  if (rest.length > 0) yield rest.toString('base64')
}
