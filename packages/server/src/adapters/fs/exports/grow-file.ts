import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { SinkFile } from '../../../ports/export-sink.ts'

export const partialEnding = '.partial'

/** A file that has its name only later; syncing it is up to the caller. */
export async function growFile(folder: string, path: string): Promise<SinkFile> {
  const file = await open(join(folder, path + partialEnding), 'w', 0o600)
  const hash = createHash('sha256')
  let sizeBytes = 0
  let underWay = Promise.resolve()
  return {
    async write(chunk) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      hash.update(bytes)
      sizeBytes += bytes.length
      // One chunk is written while the next is rendered.
      await underWay.catch(async (error) => {
        await file.close()
        throw error
      })
      underWay = file.writeFile(bytes)
      underWay.catch(() => {})
    },
    sha256: () => hash.copy().digest('hex'),
    async close() {
      try {
        await underWay
      } finally {
        await file.close()
      }
      return { path, sizeBytes, sha256: hash.digest('hex') }
    },
  }
}
