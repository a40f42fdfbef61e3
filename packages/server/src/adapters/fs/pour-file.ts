import { close, open, read } from 'node:fs'
import type { Writable } from 'node:stream'
import type { BlobRange } from '../../ports/blob-store.ts'

/** Each read costs a way to another thread and back, so it fetches much; the usual 64 KiB cost two thirds of the speed. */
const bufferBytes = 1024 * 1024
/** Kept for the next file. While more clients are served at once, more are made, and given up again afterwards. */
const mostSpareBuffers = 8

type PourFile = (path: string, range: BlobRange, begin: () => Writable) => Promise<boolean>

/**
 * Sends files from few buffers that are used again and again: making and clearing away fresh ones costs as much as reading.
 * One buffer a client at a time; what the client has yet to fetch of the last one keeps it busy during the next read.
 */
export function createPourer(): PourFile {
  const spare: Buffer[] = []
  return async (path, { start, end }, begin) => {
    const file = await findFile(path)
    if (file === undefined) return false
    try {
      let into: Writable | undefined
      for (let at = start; at <= end; ) {
        const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(bufferBytes)
        const count = await readInto(buffer, file, at, Math.min(bufferBytes, end + 1 - at))
        if (count === 0) throw new Error(`A media file ends at ${at}, before its end at ${end + 1}`)
        into ??= begin()
        if (!(await isTaken(into, buffer.subarray(0, count)))) return true
        // Only now: whoever had not taken the bytes would find those of somebody else in their place.
        if (spare.length < mostSpareBuffers) spare.push(buffer)
        at += count
      }
      into?.end()
      return true
    } finally {
      close(file, () => {})
    }
  }
}

/** True once the bytes are with the system or copied; false when nobody is there to take them. */
function isTaken(into: Writable, bytes: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    if (into.destroyed) return resolve(false)
    // A response whose client has gone answers no write, it only closes.
    const giveUp = () => resolve(false)
    into.once('close', giveUp)
    into.write(bytes, (error) => {
      into.off('close', giveUp)
      resolve(!error)
    })
  })
}

// The calls of `node:fs/promises` take noticeably longer, because each wraps the file in an object of its own.

function findFile(path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    open(path, 'r', (error, file) => (error && error.code !== 'ENOENT' ? reject(error) : resolve(file)))
  })
}

function readInto(buffer: Buffer, file: number, at: number, length: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(file, buffer, 0, length, at, (error, count) => (error ? reject(error) : resolve(count)))
  })
}
