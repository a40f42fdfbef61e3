import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databasePath } from '../../../domain/storage/data-folder.ts'

/**
 * A note left by a service that stopped cleanly: how its database looked then. A start that finds the same file can skip
 * reading all of it; after a crash, or when something else wrote to the file, every page is checked.
 */
const notePath = (dataDir: string) => join(dataDir, 'clean-stop.json')

export function noteCleanStop(dataDir: string): void {
  writeFileSync(notePath(dataDir), JSON.stringify(look(dataDir)), { mode: 0o600 })
}

/** Whether the file is as the last clean stop left it. */
export function isAsCleanlyStopped(dataDir: string): boolean {
  try {
    return readFileSync(notePath(dataDir), 'utf8') === JSON.stringify(look(dataDir))
  } catch {
    return false
  }
}

/** Called before the first write, so that only another clean stop leaves a note. */
export function forgetCleanStop(dataDir: string): void {
  rmSync(notePath(dataDir), { force: true })
}

function look(dataDir: string) {
  const { size, mtimeMs } = statSync(databasePath(dataDir))
  return { size, mtimeMs }
}
