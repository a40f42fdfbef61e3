import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '../../domain/refusal.ts'
import type { Spool } from '../../ports/media.ts'
import { chunkBytes, isAlive } from './durable.ts'

/** Created when it is first needed, so that readers leave no trace. */
export function openSpool(folder: string): Spool {
  return {
    async take(bytes, work) {
      const path = join(folder, `${process.pid}.${randomUUID()}`)
      try {
        const written = await write(folder, path, bytes)
        return await work({ ...written, read: () => createReadStream(path, { highWaterMark: chunkBytes }) })
      } finally {
        // If this fails, the file is removed later with those of dead processes.
        await rm(path, { force: true }).catch(() => {})
      }
    },
    async dropUnfinished() {
      const names = await readdir(folder).catch(() => [])
      const left = names.filter((name) => !isAlive(Number(name.split('.', 1)[0])))
      for (const name of left) await rm(join(folder, name), { force: true })
      return left.length
    },
  }
}

async function write(
  folder: string,
  path: string,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<{ sha256: string; sizeBytes: number }> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  await onDisk(() => mkdir(folder, { recursive: true, mode: 0o700 }))
  const file = await onDisk(() => open(path, 'wx', 0o600))
  try {
    for await (const chunk of bytes) {
      hash.update(chunk)
      sizeBytes += chunk.length
      await onDisk(() => file.writeFile(chunk))
    }
  } finally {
    await file.close()
  }
  return { sha256: hash.digest('hex'), sizeBytes }
}

async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    const isFull = code === 'ENOSPC' || code === 'EDQUOT'
    throw new Refusal('unavailable', isFull ? 'the disk is full' : `cannot write to the disk (${code})`)
  }
}
