import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdtemp, open, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { invalid } from '../../../domain/refusal.ts'
import {
  databaseName,
  isSnapshotPath,
  type ManifestFile,
  manifestName,
} from '../../../domain/storage/snapshot-manifest.ts'
import type { SnapshotDraft, SnapshotReader } from '../../../ports/storage/snapshot.ts'
import { appendDurably, chunkBytes, removeTree, sync } from '../durable.ts'
import { ledgerBesideTar, readLedger } from '../ledger-file.ts'
import { writeHashed } from '../write-hashed.ts'
import { describe } from './snapshot-folder.ts'
import { indexTar, paddingAfter, renderTarHeader, tarEnd } from './tar.ts'

/** The manifest comes last, when everything is known; the database before it, when it no longer changes. */
export async function openTarDraft(target: string, workDir: string): Promise<SnapshotDraft> {
  const databasePath = join(workDir, databaseName)
  const tarPath = join(workDir, 'backup.tar')
  const tar = await open(tarPath, 'wx', 0o600)
  const atSeconds = Math.floor(Date.now() / 1000)
  let position = 0

  const addFile = async (file: ManifestFile, bytes: AsyncIterable<Uint8Array>) => {
    const begin = position
    const header = renderTarHeader(file.path, file.sizeBytes, atSeconds)
    const hash = createHash('sha256')
    let end = await writeAt(tar, header, begin)
    for await (const chunk of bytes) {
      hash.update(chunk)
      end = await writeAt(tar, chunk, end)
    }
    if (end - begin - header.length !== file.sizeBytes || hash.digest('hex') !== file.sha256) {
      await tar.truncate(begin)
      return false
    }
    position = await writeAt(tar, Buffer.alloc(paddingAfter(file.sizeBytes)), end)
    return true
  }

  return {
    target,
    databasePath,
    addFile,
    async addDatabase() {
      const file = await describe(databasePath)
      await addFile(file, createReadStream(databasePath, { highWaterMark: chunkBytes }))
      await rm(databasePath)
      return file
    },
    async seal(manifest) {
      const bytes = Buffer.from(manifest)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      await addFile({ path: manifestName, sizeBytes: bytes.length, sha256 }, inOnePiece(bytes))
      await writeAt(tar, tarEnd, position)
      await tar.sync()
      await tar.close()
    },
    async publish() {
      await appendDurably(ledgerBesideTar(target), '')
      await rename(tarPath, target)
      await sync(dirname(target))
      await rm(workDir, { recursive: true, force: true })
    },
    abandon() {
      tar.close().catch(() => {})
      removeTree(workDir)
    },
  }
}

export async function openTarSnapshot(path: string): Promise<SnapshotReader> {
  const tar = await open(path, 'r')
  let copyFolder: string | undefined
  const abandon = () => {
    if (copyFolder !== undefined) removeTree(copyFolder)
  }
  try {
    const entries = await indexTar(tar, path)
    for (const name of entries.keys()) {
      if (!isSnapshotPath(name)) throw invalid(`${path} contains ${name}, which is not part of an Innkeeper snapshot.`)
    }
    if (!entries.has(manifestName)) throw invalid(`${path} has no ${manifestName}: it is not an Innkeeper snapshot.`)
    const read = (name: string) => {
      const entry = entries.get(name)
      if (!entry) throw new Error(`${name} is not in ${path}`)
      return readPart(tar, entry.offset, entry.sizeBytes)
    }
    return {
      path,
      files: new Map([...entries].map(([name, { sizeBytes }]) => [name, sizeBytes])),
      read,
      async withDatabase(work) {
        copyFolder = await makeCopyFolder(path)
        try {
          const copy = join(copyFolder, databaseName)
          await writeHashed(copy, read(databaseName), { isDurable: false })
          return await work(copy)
        } finally {
          abandon()
        }
      },
      readLedger: () => readLedger(ledgerBesideTar(path)),
      abandon,
      close: () => tar.close(),
    }
  } catch (error) {
    await tar.close()
    throw error
  }
}

/** Next to the tar file, where there is space; elsewhere if that folder isn't writable. */
function makeCopyFolder(path: string): Promise<string> {
  return mkdtemp(`${path}.database.`).catch(() => mkdtemp(join(tmpdir(), 'innkeeper-')))
}

async function* readPart(file: FileHandle, offset: number, sizeBytes: number): AsyncGenerator<Uint8Array> {
  const end = offset + sizeBytes
  for (let at = offset; at < end; ) {
    // A new one each time, because the consumer may keep it.
    const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, end - at))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Returns the position of the next byte. */
async function writeAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<number> {
  for (let written = 0; written < bytes.length; ) {
    written += (await file.write(bytes, written, bytes.length - written, position + written)).bytesWritten
  }
  return position + bytes.length
}
