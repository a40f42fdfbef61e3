import { join } from 'node:path'
import { DatabaseProblem } from '../../domain/storage/data-folder.ts'
import { openConnection } from './connection.ts'

/**
 * One service per data folder: an exclusive transaction on a separate database, open as long as the process lives. It ends with
 * the process, so there is no stale lock to remove by hand.
 */
export function lockDataDir(dataDir: string, name = 'serve.lock'): { release(): void } {
  const connection = openConnection(join(dataDir, name), { busyTimeoutMs: 0 })
  try {
    connection.exec('begin exclusive')
  } catch {
    connection.close()
    throw new DatabaseProblem(
      `Another service is running on ${dataDir}. Stop it first, or choose another folder with --data.`,
    )
  }
  return { release: () => connection.close() }
}
