import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExportFile } from '../../../domain/messages/export/manifest.ts'
import { chunkBytes } from '../durable.ts'
import { partialEnding } from './grow-file.ts'

/**
 * A photo that was sent in several months has a name in each of them, because a month depends on no other. Its bytes are in the folder
 * once: the names are links to one file.
 */
export type SharedFiles = {
  /** Replaces files that have no names yet by links to files with the same bytes. On disks without links they stay as they are. */
  link(files: readonly ExportFile[]): Promise<void>
  /** They have their names now. */
  note(files: readonly ExportFile[]): void
}

/** `earlier`: files from before, which may have been damaged since. */
export function createSharedFiles(folder: string, earlier: readonly ExportFile[]): SharedFiles {
  const unchecked = new Map(earlier.map(({ sha256, path }) => [sha256, path]))
  /** Where files are that this export has written, by hash. */
  const whole = new Map<string, string>()

  const find = async (sha256: string): Promise<string | undefined> => {
    const path = unchecked.get(sha256)
    unchecked.delete(sha256)
    if (path !== undefined && (await hashOf(join(folder, path))) === sha256) whole.set(sha256, path)
    return whole.get(sha256)
  }
  return {
    async link(files) {
      for (const { path, sha256 } of files) {
        const from = whole.get(sha256) ?? (await find(sha256))
        // A link to itself would not be renamed.
        if (from !== undefined && from !== path)
          await replaceByLink(join(folder, from), join(folder, path + partialEnding))
      }
    },
    note(files) {
      // The newest name, because this export may give other bytes to one from before.
      for (const { path, sha256 } of files) whole.set(sha256, path)
    },
  }
}

async function replaceByLink(from: string, to: string): Promise<void> {
  const linked = `${to}${partialEnding}`
  await rm(linked, { force: true })
  try {
    await link(from, linked)
    await rename(linked, to)
  } catch {
    await rm(linked, { force: true })
  }
}

/** Undefined if it can't be read. */
async function hashOf(path: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) hash.update(chunk)
    return hash.digest('hex')
  } catch {
    return undefined
  }
}
