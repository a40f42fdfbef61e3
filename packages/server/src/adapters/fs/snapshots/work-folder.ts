import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { WorkFolder } from '../../../ports/storage/snapshot-place.ts'
import { chunkBytes, isAlive, removeTree } from '../durable.ts'
import { hashFile } from '../hash-file.ts'
import { writeHashed } from '../write-hashed.ts'

const start = 'snapshotting.'

/** Creates an empty folder in the data folder, and removes those of processes that died. */
export async function openWorkFolder(dataDir: string): Promise<WorkFolder> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await dropWorkFolders(dataDir)
  const path = join(dataDir, `${start}${process.pid}.${++lastNo}`)
  await rm(path, { recursive: true, force: true })
  await mkdir(path, { mode: 0o700 })
  inUse.add(path)
  return workIn(path)
}

/** Removes those of processes and threads that ended. */
export async function dropWorkFolders(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = Number(name.slice(start.length).split('.', 1)[0])
    // One of this process is either in use, and has another number, or was left by its predecessor with the same id.
    if (!name.startsWith(start) || isAlive(pid) || inUse.has(join(dataDir, name))) continue
    await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

/** Of this process. */
const inUse = new Set<string>()
let lastNo = 0

function workIn(path: string): WorkFolder {
  return {
    path,
    read: (name) => createReadStream(join(path, name), { highWaterMark: chunkBytes }),
    async write(name, bytes) {
      const file = join(path, name)
      await rm(file, { force: true })
      await writeHashed(file, bytes, { isDurable: false })
      return file
    },
    describe: (name) => hashFile(join(path, name)),
    remove() {
      removeTree(path)
      inUse.delete(path)
    },
  }
}
