import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import type { HistoryArchive } from '../../domain/imports/open-archive.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'

/** A zip file that someone uploaded. Nothing in it is trusted. */
export type UploadedZip = HistoryArchive & { sizeOf(path: string): number; close(): void }

/** Text is compressed to about a tenth. More than this only happens in files that are made to fill disks. */
const mostRatio = 100
/** A file as small as this may be compressed as much as it likes. */
const smallBytes = 1024 * 1024

/**
 * Reads the list of what's in a zip file. Refused with a sentence: names that lead out of a folder, links, encrypted files, and files
 * that grow too much. Zip files inside of it are never opened. `mostEntries` is far more than any chat history has.
 */
export async function openUploadedZip(path: string, mostEntries = 200_000): Promise<UploadedZip> {
  const zip = await openZip(path, mostEntries)
  try {
    const entries = await listEntries(zip)
    return {
      paths: [...entries.keys()],
      sizeOf: (name) => entries.get(name)?.uncompressedSize ?? 0,
      read: (name) => readEntry(zip, entries.get(name), name),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

function openZip(path: string, mostEntries: number): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error) reject(isMissing(error) ? error : unreadable(error))
      else if (zip.entryCount > mostEntries) {
        zip.close()
        reject(invalid(`This zip file contains ${zip.entryCount} files. At most ${mostEntries} can be imported`))
      } else resolve(zip)
    })
  })
}

/** The disk's errors aren't the uploader's. */
const isMissing = (error: Error): boolean => 'syscall' in error

const unreadable = (error: Error): Refusal =>
  error instanceof Refusal ? error : invalid(`This zip file can’t be read: ${error.message}`)

function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>()
    let packedBytes = 0
    let bytes = 0
    zip.on('error', (error: Error) => reject(isMissing(error) ? error : unreadable(error)))
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: Entry) => {
      packedBytes += entry.compressedSize
      bytes += entry.uncompressedSize
      // Entries that share their bytes would add up to more than the file has.
      const isOverlapping = packedBytes > zip.fileSize
      const sentence = isOverlapping ? overlapping : (findProblem(entry, entries) ?? findGrowth(bytes, packedBytes))
      if (sentence !== undefined) {
        reject(invalid(sentence))
        return
      }
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.readEntry()
  })
}

const overlapping = 'Files in this zip file overlap, so it’s damaged or made to fill disks'

/** yauzl itself rejects names that are absolute or lead out of the folder. */
function findProblem(entry: Entry, entries: ReadonlyMap<string, Entry>): string | undefined {
  const { fileName } = entry
  if (fileName.includes('\0')) return 'A name in this zip file contains a NUL character'
  if (isLink(entry)) return `${fileName} in this zip file is a link, which can’t be imported`
  if (entry.isEncrypted())
    return `${fileName} in this zip file is encrypted. Unzip it and zip it again without a password`
  if (entries.has(fileName)) return `This zip file contains ${fileName} twice`
  return undefined
}

/** The upper half of these attributes is what Unix says about the file. */
const isLink = ({ externalFileAttributes }: Entry): boolean => ((externalFileAttributes >>> 16) & 0o170000) === 0o120000

/** Of all files together, so that many small ones are no way around it. */
function findGrowth(bytes: number, packedBytes: number): string | undefined {
  if (bytes <= smallBytes || bytes <= packedBytes * mostRatio) return undefined
  return `The files in this zip file are more than ${mostRatio} times as large as it, so it seems made to fill disks`
}

/** No more bytes than the list says: yauzl fails as soon as there's one more. */
async function* readEntry(zip: ZipFile, entry: Entry | undefined, name: string): AsyncGenerator<Uint8Array> {
  if (!entry) throw new Error('the zip file has no entry of this name')
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, found) => {
      if (error) reject(unreadable(error))
      else resolve(found)
    })
  })
  let checksum = 0
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      checksum = crc32(piece, checksum)
      yield piece
    }
    if (checksum !== entry.crc32) throw new Error('its checksum doesn’t match, so it’s damaged')
  } catch (error) {
    throw error instanceof Error && !isMissing(error)
      ? invalid(`${name} in this zip file can’t be read: ${error.message}`)
      : error
  } finally {
    stream.destroy()
  }
}
