import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databasePath } from './open-database.ts'

/**
 * A note left by a service that stopped cleanly: how its database looked then. A start that finds the same file may skip
 * reading all of it; after a crash, or when something else wrote to the file, every page is checked.
 */
const notePath = (dataDir: string) => join(dataDir, 'clean-stop.json')

export function noteCleanStop(dataDir: string): void {
  writeFileSync(notePath(dataDir), JSON.stringify(look(dataDir)))
}

/** Whether the file is as the last clean stop left it. Takes the note away: the next one has to be earned. */
export function takeCleanStop(dataDir: string): boolean {
  try {
    const noted = readFileSync(notePath(dataDir), 'utf8')
    rmSync(notePath(dataDir))
    return noted === JSON.stringify(look(dataDir))
  } catch {
    return false
  }
}

function look(dataDir: string) {
  const { size, mtimeMs } = statSync(databasePath(dataDir))
  return { size, mtimeMs }
}
