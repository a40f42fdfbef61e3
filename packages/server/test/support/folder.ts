import assert from 'node:assert/strict'
import { lstatSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openMemoryFolder } from '../../../../scripts/postgres/server-folders.ts'

/**
 * A new folder for data that doesn't need to survive a reboot. In memory if there is plenty, because a hundred services that sync
 * every commit would wait for one disk. Its name contains the process ID, so that a later run can remove what a killed one left.
 */
export function newFastFolder(): string {
  return mkdtempSync(`${openMemoryFolder()}/inn-of-${process.pid}-`)
}

/** Paths at or below a folder that the group or others can access, with their modes. Links have no mode of their own. */
export function findOpenPaths(folder: string): string[] {
  const below = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = [folder, ...below.map(({ parentPath, name }) => join(parentPath, name))]
  return paths
    .map((path) => ({ path, stats: lstatSync(path) }))
    .filter(({ stats }) => !stats.isSymbolicLink() && (stats.mode & 0o077) !== 0)
    .map(({ path, stats }) => `${path} ${modeOf(stats.mode)}`)
}

/** No file at or below a folder contains these characters. */
export function assertNowhere(folder: string, secret: string): void {
  assert.ok(secret.length > 10, 'what is searched for is a secret')
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const isFound = readFileSync(join(entry.parentPath, entry.name)).includes(secret)
    assert.ok(!isFound, `${entry.name} contains the secret`)
  }
}

export const modeOf = (mode: number) => (mode & 0o777).toString(8)
