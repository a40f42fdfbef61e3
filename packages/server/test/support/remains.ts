import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where any of these can be found in a folder, as `file: what`. Bytes are found by any of their runs of 24. */
export function findRemains(folder: string, needles: (string | Uint8Array)[]): string[] {
  const runs = needles.flatMap((needle) => (typeof needle === 'string' ? [Buffer.from(needle)] : runsOf(needle)))
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap(({ parentPath, name }) => {
      const path = join(parentPath, name)
      const bytes = readFileSync(path)
      const found = runs.find((run) => bytes.includes(run))
      return found ? [`${path}: ${found.toString('latin1')}`] : []
    })
}

/** Files under the media folder, whole ones and those that are still coming. */
export function listMediaFiles(dataDir: string): string[] {
  return readdirSync(join(dataDir, 'media'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
}

const runLength = 24

/** From the middle, where nothing is alike in all files of a format. */
function runsOf(bytes: Uint8Array): Buffer[] {
  const buffer = Buffer.from(bytes)
  const starts = [0.25, 0.5, 0.75].map((share) => Math.floor(buffer.length * share))
  return starts.map((start) => buffer.subarray(start, start + runLength))
}
