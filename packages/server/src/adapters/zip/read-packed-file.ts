import { pipeline, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, createInflateRaw } from 'node:zlib'
import { DamagedFile } from '../../domain/imports/archived-file.ts'
import type { PackedFile, ZipBytes } from '../../ports/uploaded-zip.ts'

const headerBytes = 30
const headerMark = 0x04034b50

/**
 * Reads one file of a zip file piece by piece. Throws `DamagedFile` if it isn't exactly what the zip file says, and as soon as there is
 * one byte more. Errors of the disk or of the bucket are rethrown as they are.
 */
export async function* readPackedFile(zip: ZipBytes, file: PackedFile): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0
  let checksum = 0
  for await (const piece of await unpack(zip, file)) {
    sizeBytes += piece.length
    if (sizeBytes > file.sizeBytes) throw new DamagedFile('it’s larger than the zip file says')
    checksum = crc32(piece, checksum)
    yield piece
  }
  if (sizeBytes < file.sizeBytes) throw new DamagedFile('it’s smaller than the zip file says')
  if (checksum !== file.checksum) throw new DamagedFile('its checksum doesn’t match, so it’s damaged')
}

async function unpack(
  zip: ZipBytes,
  { headerAt, packedBytes, isPacked }: PackedFile,
): Promise<AsyncIterable<Uint8Array>> {
  const header = await readAt(zip, headerAt, headerBytes)
  if (header.readUInt32LE(0) !== headerMark) throw new DamagedFile('it isn’t where the zip file says')
  // After the header come a name and more, which may differ from those in the list.
  const start = headerAt + headerBytes + header.readUInt16LE(26) + header.readUInt16LE(28)
  if (packedBytes === 0) return none()
  if (start + packedBytes > zip.sizeBytes) throw new DamagedFile('it ends after the zip file')
  const source = zip.open({ start, end: start + packedBytes - 1 })
  return isPacked ? inflate(source) : source
}

async function* inflate(source: Readable): AsyncGenerator<Uint8Array> {
  const unpacked = createInflateRaw()
  pipeline(source, unpacked, () => {})
  try {
    yield* unpacked as AsyncIterable<Uint8Array>
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code?.startsWith('Z_') ? new DamagedFile('its bytes can’t be unpacked') : error
  } finally {
    source.destroy()
  }
}

/** Exactly these bytes. */
async function readAt(zip: ZipBytes, start: number, length: number): Promise<Buffer> {
  if (start < 0 || start + length > zip.sizeBytes) throw new DamagedFile('it ends too early')
  const bytes = await buffer(zip.open({ start, end: start + length - 1 }))
  if (bytes.length !== length) throw new Error(`Of ${length} bytes, ${bytes.length} could be read`)
  return bytes
}

async function* none(): AsyncGenerator<Uint8Array> {}
