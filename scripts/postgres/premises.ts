import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './processes.ts'

// Everything lies in one folder below the temporary one: programs and template are kept from run to run, servers are not.
// What belongs to a process bears its id as `…-of-<pid>-…`, so that what a crash left behind can be told and removed.

/** Whom PostgreSQL runs as: it refuses root, so root hands it to `nobody`. */
export const unprivileged: { uid?: number; gid?: number } = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

const disk = realpathSync(tmpdir())
const memory = '/dev/shm'

/** Our folder. Others may look into it, because root's server runs as somebody else; only we may write. */
export function openPremises(parent = disk): string {
  const self = process.getuid?.() ?? 0
  const folder = `${parent}/innkeeper-postgres-${self}`
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  // The name can be guessed, and we run programs from there.
  if (statSync(folder).uid !== self) throw new Error(`${folder} belongs to another user; remove it or set TMPDIR.`)
  return folder
}

/** The same in memory, where a sync costs nothing; on the disk where there is not plenty of it. */
export function openFastPremises(): string {
  if (!existsSync(memory)) return openPremises()
  const { bavail, bsize } = statfsSync(memory)
  const hasPlenty = bavail * bsize > 3 * 1024 ** 3 && process.availableMemory() > 6 * 1024 ** 3
  return openPremises(hasPlenty ? memory : disk)
}

/** One at a time among all processes. SQLite's lock is the system's: it ends with whoever holds it, however that ends. */
export async function underLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const lock = new DatabaseSync(`${openPremises()}/${name}.lock`, { timeout: 0 })
  try {
    while (!tryLock(lock)) await sleep(30)
    return await work()
  } finally {
    lock.close()
  }
}

/** Removes what belonged to processes that are gone. */
export function sweepPremises(): void {
  for (const folder of new Set([openPremises(), openFastPremises()])) {
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
