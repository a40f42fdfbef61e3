import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { invalid } from '../../../domain/refusal.ts'
import { isAlive } from '../durable.ts'

/** Its name is that of something unfinished, so that no finished export contains it. */
const exportLockName = 'export.lock.partial'

/** Two exports into one folder would replace each other's files. A lock of a process that died is taken over. */
export function lockExportFolder(path: string): { release(): void } {
  const file = join(path, exportLockName)
  if (isAlive(readOwner(file))) {
    throw invalid(`Another export is writing to ${path}. Wait until it has finished, or choose another folder.`)
  }
  rmSync(file, { force: true })
  writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 })
  return { release: () => rmSync(file, { force: true }) }
}

function readOwner(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0
  }
}
