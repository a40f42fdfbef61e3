import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './processes.ts'

// Everything is in one folder below the temporary folder. Programs and the template are kept between runs, servers are not.
// Folders of a process have its ID in their name, as `…-of-<pid>-…`, so that the next run can remove what a crash left behind.

/** The user PostgreSQL runs as. It refuses to run as root, so root runs it as `nobody`. */
export const unprivileged: { uid?: number; gid?: number } = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

const disk = realpathSync(tmpdir())
const memory = '/dev/shm'

/** Other users can read this folder, because a server started by root runs as another user. Only we can write. */
export function openServerFolder(parent = disk): string {
  const self = process.getuid?.() ?? 0
  const folder = `${parent}/innkeeper-postgres-${self}`
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  // The name can be guessed, and we run programs from there.
  if (statSync(folder).uid !== self) throw new Error(`${folder} belongs to another user; remove it or set TMPDIR.`)
  return folder
}

/** The same in memory, where a sync is free. On disk if memory is short. */
export function openMemoryFolder(): string {
  if (!existsSync(memory)) return openServerFolder()
  const { bavail, bsize } = statfsSync(memory)
  const hasPlenty = bavail * bsize > 3 * 1024 ** 3 && process.availableMemory() > 6 * 1024 ** 3
  return openServerFolder(hasPlenty ? memory : disk)
}

/** One at a time across all processes. The system releases an SQLite lock when its process ends. */
export async function underLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const lock = new DatabaseSync(`${openServerFolder()}/${name}.lock`, { timeout: 0 })
  try {
    while (!tryLock(lock)) await sleep(30)
    return await work()
  } finally {
    lock.close()
  }
}

/** Removes the folders of processes that have ended. */
export function removeStaleFolders(): void {
  for (const folder of new Set([openServerFolder(), openMemoryFolder()])) {
    for (const name of readdirSync(folder)) {
      const owner = /-of-(\d+)/.exec(name)?.[1]
      if (owner !== undefined && !isAlive(Number(owner))) rmSync(`${folder}/${name}`, { recursive: true, force: true })
    }
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive')
    return true
  } catch (error) {
    if (/locked|busy/.test((error as Error).message)) return false
    throw error
  }
}
