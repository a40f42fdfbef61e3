import { rmSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import {
  exportFolders,
  exportManifestName,
  exportProgressName,
  isExportPath,
} from '../../../domain/messages/export/export-paths.ts'
import {
  type ExportFile,
  type ExportPartEntry,
  listExportFiles,
  renderExportManifest,
} from '../../../domain/messages/export/manifest.ts'
import type { ExportFolder, OpenExportFolder } from '../../../ports/export-sink.ts'
import { appendDurably, sync, syncAll } from '../durable.ts'
import { lockExportFolder } from './export-lock.ts'
import { openExportProgress } from './export-progress.ts'
import { growFile, partialEnding } from './grow-file.ts'

/** Files get their names when their part is complete; until then they end in `.partial`. */
export const openExportFolder: OpenExportFolder = async (place, wish, { update }) => {
  const path = resolve(place)
  await mkdir(path, { recursive: true, mode: 0o700 })
  const lock = lockExportFolder(path)
  try {
    const known = await openExportProgress(path, wish, { update })
    await removeUnfinished(path)
    return openSink(path, known, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

function openSink(path: string, known: Map<string, ExportPartEntry>, lock: { release(): void }): ExportFolder {
  const progress = join(path, exportProgressName)
  /** Written since the last part, without their names. */
  let pending: string[] = []

  /** Gives everything that is pending its name. */
  const publish = async () => {
    await syncAll(pending.map((file) => join(path, file + partialEnding)))
    for (const file of pending) await rename(join(path, file + partialEnding), join(path, file))
    await syncAll([...new Set(pending.map((file) => dirname(join(path, file))))])
    pending = []
  }

  return {
    path,
    growsSeveral: true,
    known,
    async add(file) {
      if (!isExportPath(file)) throw new Error(`${file} is not a path of an export`)
      await mkdir(dirname(join(path, file)), { recursive: true, mode: 0o700 })
      pending.push(file)
      return await growFile(path, file)
    },
    async endPart(part) {
      // Before the files of an earlier state are replaced: until the part is recorded again, it counts as missing.
      if (known.delete(part.month)) await appendDurably(progress, `${JSON.stringify({ dropped: part.month })}\n`)
      await publish()
      await appendDurably(progress, `${JSON.stringify({ part })}\n`)
      known.set(part.month, part)
    },
    keep: async ({ files }) => await areThere(path, files),
    async seal(contents) {
      await publish()
      const listed = new Set(listExportFiles(contents).map((file) => file.path))
      await removeUnlisted(path, listed)
      const manifest = join(path, exportManifestName)
      await rm(manifest + partialEnding, { force: true })
      await appendDurably(manifest + partialEnding, renderExportManifest(contents))
      await rename(manifest + partialEnding, manifest)
      await rm(progress)
      await sync(path)
    },
    abandon() {
      for (const file of pending) rmSync(join(path, file + partialEnding), { force: true })
      pending = []
    },
    close: () => lock.release(),
  }
}

async function areThere(path: string, files: readonly ExportFile[]): Promise<boolean> {
  for (const file of files) {
    const found = await stat(join(path, file.path)).catch(() => undefined)
    if (!found?.isFile() || found.size !== file.sizeBytes) return false
  }
  return true
}

/** What a process that died was writing. */
async function removeUnfinished(path: string): Promise<void> {
  for (const file of await listOurs(path)) if (file.endsWith(partialEnding)) await rm(join(path, file))
}

/** Also files of messages that were unsent since: nothing that the manifest doesn't list stays in the folders of the export. */
async function removeUnlisted(path: string, listed: ReadonlySet<string>): Promise<void> {
  for (const file of await listOurs(path)) if (!listed.has(file)) await rm(join(path, file))
}

const partialRest = /\.partial$/

async function listOurs(path: string): Promise<string[]> {
  const names = (await readdir(path)).map((name) => [name, name.replace(partialRest, '')] as const)
  const files = names.flatMap(([name, whole]) => (isExportPath(whole) ? [name] : []))
  for (const folder of exportFolders) {
    const entries = await readdir(join(path, folder), { withFileTypes: true }).catch(() => [])
    for (const entry of entries) if (entry.isFile()) files.push(`${folder}/${entry.name}`)
  }
  return files
}
