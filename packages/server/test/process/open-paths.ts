import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Paths at or below a folder that the group or anyone else may use, with their modes. Links have no mode of their own. */
export function findOpenPaths(folder: string): string[] {
  const below = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = [folder, ...below.map(({ parentPath, name }) => join(parentPath, name))]
  return paths
    .map((path) => ({ path, stats: lstatSync(path) }))
    .filter(({ stats }) => !stats.isSymbolicLink() && (stats.mode & 0o077) !== 0)
    .map(({ path, stats }) => `${path} ${modeOf(stats.mode)}`)
}

export const modeOf = (mode: number) => (mode & 0o777).toString(8)
