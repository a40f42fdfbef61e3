import type { Writable } from 'node:stream'

/** True once the bytes are with the system; false when nobody is there to take them. */
export function writeChunk(into: Writable, bytes: Buffer): Promise<boolean> {
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
