import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * One simulator per folder: an exclusive transaction on an empty database, held while the simulator runs. It ends with the
 * process, so no stale lock is ever left behind.
 */
export function lockFolder(folder: string): { release(): void } {
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    throw new Error(`Another simulator is using ${folder}. Stop it first, or choose another folder.`)
  }
  return {
    release() {
      if (lock.isOpen) lock.close()
    },
  }
}
