import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * One platform per folder: an exclusive transaction on an empty database, held as long as the platform runs. It dies with
 * the process, so no lock is ever left behind that somebody would have to clear.
 */
export function lockFolder(folder: string): { release(): void } {
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    throw new Error(`Another simulator keeps its state in ${folder}. Stop it first, or choose another folder.`)
  }
  return {
    release() {
      if (lock.isOpen) lock.close()
    },
  }
}
