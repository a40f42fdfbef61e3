import { buffer } from 'node:stream/consumers'
import yauzl, { type Entry, RandomAccessReader, type ZipFile } from 'yauzl'
import { DamagedFile } from '../../domain/imports/archived-file.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'
import type { PackedFile, UploadedZip, ZipBytes, ZipReader } from '../../ports/uploaded-zip.ts'
import { readPackedFile } from './read-packed-file.ts'

/** Text is compressed to about a tenth. More than this only happens in files that are made to fill disks. */
const mostRatio = 100
/** A file as small as this may be compressed as much as it likes. */
const smallBytes = 1024 * 1024

export const uploadedZips: ZipReader = { open: (zip) => openUploadedZip(zip), readFile: readPackedFile }

/**
 * Reads the list of what's in a zip file. Refused with a sentence: names that lead out of a folder, links, encrypted files, and files
 * that grow too much. Zip files inside of it are never opened. `mostEntries` is far more than any chat history has.
 */
export async function openUploadedZip(bytes: ZipBytes, mostEntries = 200_000): Promise<UploadedZip> {
  const reader = new ListReader(bytes)
  const files = await listFiles(await openZip(reader, bytes.sizeBytes, mostEntries), reader)
  return {
    paths: [...files.keys()],
    find: (path) => files.get(path),
    read: (path) => readNamed(bytes, files.get(path), path),
  }
}

async function* readNamed(
  bytes: ZipBytes,
  file: PackedFile | undefined,
  path: string,
): AsyncGenerator<Uint8Array, void, void> {
  if (!file) throw new Error('the zip file has no entry of this name')
  try {
    yield* readPackedFile(bytes, file)
  } catch (error) {
    throw error instanceof DamagedFile ? invalid(`${path} in this zip file can’t be read: ${error.message}`) : error
  }
}

/** In one read, so that a list in a bucket doesn't take a request per name. */
const windowBytes = 256 * 1024

/** The list is read in small steps, from its first byte to its last. */
class ListReader extends RandomAccessReader {
  readonly #bytes: ZipBytes
  #window: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) }
  /** What went wrong with the disk or the bucket. That isn't the uploader's fault. */
  trouble: unknown

  constructor(bytes: ZipBytes) {
    super()
    this.#bytes = bytes
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null, bytesRead?: number) => void,
  ): void {
    if (length === 0) process.nextTick(done, null, 0)
    else if (this.#has(position, length)) process.nextTick(done, null, this.#copy(target, offset, length, position))
    else
      this.#load(position, length).then(
        () => done(null, this.#copy(target, offset, length, position)),
        (error: Error) => {
          this.trouble = error
          done(error)
        },
      )
  }

  #has(position: number, length: number): boolean {
    const { start, bytes } = this.#window
    return position >= start && position + length <= start + bytes.length
  }

  async #load(position: number, length: number): Promise<void> {
    const last = Math.min(position + Math.max(length, windowBytes), this.#bytes.sizeBytes) - 1
    const bytes = last < position ? Buffer.alloc(0) : await buffer(this.#bytes.open({ start: position, end: last }))
    this.#window = { start: position, bytes }
  }

  #copy(target: Buffer, offset: number, length: number, position: number): number {
    const from = position - this.#window.start
    return this.#window.bytes.copy(target, offset, from, from + length)
  }
}

function openZip(reader: ListReader, sizeBytes: number, mostEntries: number): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    yauzl.fromRandomAccessReader(reader, sizeBytes, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error) reject(reader.trouble ?? unreadable(error))
      else if (zip.entryCount > mostEntries)
        reject(invalid(`This zip file contains ${zip.entryCount} files. At most ${mostEntries} can be imported`))
      else resolve(zip)
    })
  })
}

const unreadable = (error: Error): Refusal =>
  error instanceof Refusal ? error : invalid(`This zip file can’t be read: ${error.message}`)

function listFiles(zip: ZipFile, reader: ListReader): Promise<Map<string, PackedFile>> {
  return new Promise((resolve, reject) => {
    const files = new Map<string, PackedFile>()
    let packedBytes = 0
    let bytes = 0
    zip.on('error', (error: Error) => reject(reader.trouble ?? unreadable(error)))
    zip.on('end', () => resolve(files))
    zip.on('entry', (entry: Entry) => {
      packedBytes += entry.compressedSize
      bytes += entry.uncompressedSize
      // Entries that share their bytes would add up to more than the file has.
      const isOverlapping = packedBytes > zip.fileSize
      const sentence = isOverlapping ? overlapping : (findProblem(entry, files) ?? findGrowth(bytes, packedBytes))
      if (sentence !== undefined) {
        reject(invalid(sentence))
        return
      }
      if (!entry.fileName.endsWith('/')) files.set(entry.fileName, toPackedFile(entry))
      zip.readEntry()
    })
    zip.readEntry()
  })
}

const overlapping = 'Files in this zip file overlap, so it’s damaged or made to fill disks'

/** yauzl itself rejects names that are absolute or lead out of the folder. */
function findProblem(entry: Entry, files: ReadonlyMap<string, PackedFile>): string | undefined {
  const { fileName } = entry
  if (fileName.includes('\0')) return 'A name in this zip file contains a NUL character'
  if (isLink(entry)) return `${fileName} in this zip file is a link, which can’t be imported`
  if (entry.isEncrypted())
    return `${fileName} in this zip file is encrypted. Unzip it and zip it again without a password`
  if (!entry.canDecodeFileData())
    return `${fileName} in this zip file is compressed in a way that we can’t read. Unzip it and zip it again`
  if (files.has(fileName)) return `This zip file contains ${fileName} twice`
  return undefined
}

/** The upper half of these attributes is what Unix says about the file. */
const isLink = ({ externalFileAttributes }: Entry): boolean => ((externalFileAttributes >>> 16) & 0o170000) === 0o120000

/** Of all files together, so that many small ones are no way around it. */
function findGrowth(bytes: number, packedBytes: number): string | undefined {
  if (bytes <= smallBytes || bytes <= packedBytes * mostRatio) return undefined
  return `The files in this zip file are more than ${mostRatio} times as large as it, so it seems made to fill disks`
}

const toPackedFile = (entry: Entry): PackedFile => ({
  headerAt: entry.relativeOffsetOfLocalHeader,
  packedBytes: entry.compressedSize,
  sizeBytes: entry.uncompressedSize,
  isPacked: entry.compressionMethod !== 0,
  checksum: entry.crc32,
})
