import type { Writable } from 'node:stream'

/** True once the system has accepted the bytes; false if the reader has gone. */
export function writeChunk(into: Writable, bytes: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    if (into.destroyed) return resolve(false)
    // A response whose client has gone never confirms a write, it only closes.
    const giveUp = () => resolve(false)
    into.once('close', giveUp)
    into.write(bytes, (error) => {
      into.off('close', giveUp)
      resolve(!error)
    })
  })
}
