import type { FileHandle } from 'node:fs/promises'
import { invalid } from '../../../domain/refusal.ts'

/**
 * Tar files as far as snapshots need them: plain files with short names, each header in exactly one form. Anything else is
 * refused, so a changed byte anywhere is noticed, and there are no links, folders or extensions to be careful about.
 * https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_94_13_06
 */
export type TarEntry = { path: string; sizeBytes: number; offset: number }

const blockBytes = 512
/** After the last file. */
export const tarEnd = Buffer.alloc(2 * blockBytes)

export function renderTarHeader(path: string, sizeBytes: number, atSeconds: number): Buffer {
  const header = Buffer.alloc(blockBytes)
  if (Buffer.byteLength(path) > 100) throw new Error(`${path} is too long for a tar file`)
  header.write(path, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  writeSize(header, sizeBytes)
  header.write(`${atSeconds.toString(8).padStart(11, '0')}\0`, 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write('0000000\0', 329)
  header.write('0000000\0', 337)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

export function paddingAfter(sizeBytes: number): number {
  return (blockBytes - (sizeBytes % blockBytes)) % blockBytes
}

/** From here on a size does not fit into eleven octal digits and is written as a number. */
const largeBytes = 8 ** 11

function writeSize(header: Buffer, sizeBytes: number): void {
  if (sizeBytes < largeBytes) {
    header.write(`${sizeBytes.toString(8).padStart(11, '0')}\0`, 124)
    return
  }
  header.writeUInt8(0x80, 124)
  header.writeBigUInt64BE(BigInt(sizeBytes), 128)
}

function readSize(header: Buffer): number {
  if (header.readUInt8(124) === 0x80) return Number(header.readBigUInt64BE(128))
  return Number.parseInt(header.toString('latin1', 124, 135), 8)
}

/** Reads only the headers. Throws a refusal that says where the file stops being one of our tar files. */
export async function indexTar(file: FileHandle, name: string): Promise<Map<string, TarEntry>> {
  const { size } = await file.stat()
  const entries = new Map<string, TarEntry>()
  let last = 'the beginning'
  let offset = 0
  for (;;) {
    const header = await readBytes(file, offset, blockBytes)
    if (header.length < blockBytes) throw invalid(`${name} is cut off after ${last}.`)
    if (isZero(header)) break
    const entry = readHeader(header, offset + blockBytes)
    if (!entry || entries.has(entry.path)) {
      throw invalid(
        entries.size === 0
          ? `${name} is not an Innkeeper snapshot, or its first bytes are damaged.`
          : `${name} is damaged after ${last}: the next file header is not valid.`,
      )
    }
    entries.set(entry.path, entry)
    last = entry.path
    const end = entry.offset + entry.sizeBytes
    offset = end + paddingAfter(entry.sizeBytes)
    if (offset > size)
      throw invalid(`${name} is cut off inside ${last}: it has ${size} bytes; at least ${offset} were expected.`)
    if (!isZero(await readBytes(file, end, offset - end)))
      throw invalid(`${name} is damaged: the padding after ${last} is not zero.`)
  }
  const rest = await readBytes(file, offset, tarEnd.length)
  if (!rest.equals(tarEnd) || size !== offset + tarEnd.length) {
    throw invalid(`${name} does not end after ${last} as expected: it is damaged or cut off.`)
  }
  return entries
}

/** Undefined if it isn't, byte for byte, what we would have written. */
function readHeader(header: Buffer, offset: number): TarEntry | undefined {
  const path = header.toString('latin1', 0, header.indexOf(0))
  const sizeBytes = readSize(header)
  const atSeconds = Number.parseInt(header.toString('latin1', 136, 147), 8)
  if (!/^[\x21-\x7e]{1,99}$/.test(path) || !Number.isSafeInteger(sizeBytes) || !(atSeconds >= 0)) return undefined
  return header.equals(renderTarHeader(path, sizeBytes, atSeconds)) ? { path, sizeBytes, offset } : undefined
}

/** Fewer at the end of the file. */
async function readBytes(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  if (length === 0) return bytes
  const { bytesRead } = await file.read(bytes, 0, length, offset)
  return bytes.subarray(0, bytesRead)
}

function isZero(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0)
}
