import { randomUUID } from 'node:crypto'
import { createReadStream, mkdirSync, statSync } from 'node:fs'
import { mkdir, opendir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Refusal } from '../../domain/refusal.ts'
import type { BlobStore } from '../../ports/storage/blob-store.ts'
import { isAlive, sync } from './durable.ts'
import { createPourer } from './pour-file.ts'
import { writeHashed } from './write-hashed.ts'

/** Fewer reads than with the default of 64 KiB. */
const readSizeBytes = 1024 * 1024

/** Files in a folder, named by their hash: `ab/cdef…`. */
export function openBlobStore(root: string): BlobStore {
  const incoming = join(root, 'incoming')
  mkdirSync(incoming, { recursive: true, mode: 0o700 })
  const pourFile = createPourer()
  return {
    // Nothing to check in advance: a problem with the disk shows when bytes are written.
    async check() {},
    async put(bytes) {
      const temporary = join(incoming, `${process.pid}.${randomUUID()}`)
      try {
        const { sha256, sizeBytes } = await writeHashed(temporary, bytes, { isDurable: true })
        const path = pathOf(root, sha256)
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await rename(temporary, path)
        // A rename is durable only when its folder is.
        await sync(dirname(path))
        return { sha256, sizeBytes }
      } catch (error) {
        await rm(temporary, { force: true })
        const { code } = error as NodeJS.ErrnoException
        throw code === 'ENOSPC' || code === 'EDQUOT' ? new Refusal('unavailable', 'the disk is full') : error
      }
    },
    open: (sha256, { start, end }) =>
      createReadStream(pathOf(root, sha256), { start, end, highWaterMark: readSizeBytes }),
    pour: async (sha256, range, begin) => pourFile(pathOf(root, sha256), range, begin),
    async stat(sha256) {
      // Called for every download. Synchronous, because that costs less than going through a thread.
      const found = statSync(pathOf(root, sha256), { throwIfNoEntry: false })
      return found && { sizeBytes: found.size }
    },
    async remove(sha256) {
      await rm(pathOf(root, sha256), { force: true })
    },
    list: () => listFiles(root),
    async dropUnfinished() {
      const left = (await readdir(incoming)).filter((name) => !isInHand(name))
      for (const name of left) await rm(join(incoming, name), { force: true })
      return left.length
    },
  }
}

async function* listFiles(root: string): AsyncGenerator<{ sha256: string; putAt: number }> {
  for await (const folder of await opendir(root)) {
    if (!/^[0-9a-f]{2}$/.test(folder.name)) continue
    for await (const { name } of await opendir(join(root, folder.name))) {
      const file = await stat(join(root, folder.name, name)).catch(() => undefined)
      if (file && /^[0-9a-f]{62}$/.test(name)) yield { sha256: folder.name + name, putAt: file.mtimeMs }
    }
  }
}

/** Whether another running process is writing it. */
function isInHand(name: string): boolean {
  return isAlive(Number(name.split('.', 1)[0]))
}

/** The name is checked, so that no key can lead out of the folder. */
function pathOf(root: string, sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('The name of a blob must be a SHA-256 in hexadecimal')
  return join(root, sha256.slice(0, 2), sha256.slice(2))
}
