import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

/** Writes a new file and returns its hash and size. Only with `isDurable` is it on the disk when the promise resolves. */
export async function writeHashed(
  path: string,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { isDurable }: { isDurable: boolean },
): Promise<{ sha256: string; sizeBytes: number }> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of bytes) {
      hash.update(chunk)
      sizeBytes += chunk.length
      await file.writeFile(chunk)
    }
    if (isDurable) await file.sync()
  } finally {
    await file.close()
  }
  return { sha256: hash.digest('hex'), sizeBytes }
}
