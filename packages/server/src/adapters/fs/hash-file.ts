import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chunkBytes } from './durable.ts'

/** Size and SHA-256 of a file of any size. */
export async function hashFile(path: string): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
    hash.update(chunk)
    sizeBytes += chunk.length
  }
  return { sizeBytes, sha256: hash.digest('hex') }
}
