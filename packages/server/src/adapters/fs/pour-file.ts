import { closeSync, openSync, read } from 'node:fs'
import type { Writable } from 'node:stream'
import { writeChunk } from '../../domain/media/write-chunk.ts'
import type { BlobRange } from '../../ports/storage/blob-store.ts'

/** Large, because each read is a round trip to another thread. The default of 64 KiB would cost two thirds of the speed. */
const bufferBytes = 2 * 1024 * 1024
/** Kept while files are being sent; more clients get a new one. */
const mostSpareBuffers = 16
/** Kept while no file is being sent. */
const mostIdleBuffers = 4
/** More at a time would only push each other out of the CPU cache. */
const mostReadsAtOnce = 2

type PourFile = (path: string, range: BlobRange, begin: () => Writable) => Promise<boolean>

/**
 * Sends files from a few reused buffers: allocating and freeing new ones costs as much as reading. One buffer per client at a
 * time; what the client hasn't received of the last chunk keeps its buffer busy during the next read.
 */
export function createPourer(): PourFile {
  const spare: Buffer[] = []
  let underWay = 0
  const takeTurn = createTurns(mostReadsAtOnce)
  return async (path, { start, end }, begin) => {
    const file = findFile(path)
    if (file === undefined) return false
    underWay++
    try {
      let into: Writable | undefined
      for (let at = start; at <= end; ) {
        const endTurn = await takeTurn()
        const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(bufferBytes)
        const count = await readInto(buffer, file, at, Math.min(bufferBytes, end + 1 - at)).finally(endTurn)
        if (count === 0) throw new Error(`A media file has ${at} bytes; at least ${end + 1} were expected`)
        into ??= begin()
        if (!(await writeChunk(into, buffer.subarray(0, count)))) return true
        // Only now: a client that hasn't received the bytes yet would get another client's bytes instead.
        if (spare.length < mostSpareBuffers) spare.push(buffer)
        at += count
      }
      into?.end()
      return true
    } finally {
      closeSync(file)
      underWay--
      if (underWay === 0) spare.splice(mostIdleBuffers)
    }
  }
}

/** Synchronous, like the reads of the store: handing it to a thread would cost more than doing it. */
function findFile(path: string): number | undefined {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Not `node:fs/promises`, which wraps every file in an object with its own lifecycle. */
function readInto(buffer: Buffer, file: number, at: number, length: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(file, buffer, 0, length, at, (error, count) => (error ? reject(error) : resolve(count)))
  })
}

/** First come, first served. */
function createTurns(most: number): () => Promise<() => void> | (() => void) {
  const waiting: (() => void)[] = []
  let taken = 0
  const end = () => {
    const next = waiting.shift()
    if (next) next()
    else taken--
  }
  return () => {
    if (taken < most) {
      taken++
      return end
    }
    return new Promise((resolve) => waiting.push(() => resolve(end)))
  }
}
