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
import type { ExportFolder, OpenExportFolder, PartSink } from '../../../ports/export-sink.ts'
import { appendDurably, sync, syncAll } from '../durable.ts'
import { lockExportFolder } from './export-lock.ts'
import { openExportProgress } from './export-progress.ts'
import { growFile, partialEnding } from './grow-file.ts'
import { createSharedFiles } from './shared-files.ts'

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
  const earlier = Array.from(known.values(), ({ files }) => files).flat()
  const shared = createSharedFiles(path, earlier)
  /** The last part getting its names, while the next one is rendered. */
  let underWay: Promise<void> = Promise.resolve()

  const publish = async (files: readonly ExportFile[]) => {
    await shared.link(files)
    await syncAll(files.map((file) => join(path, file.path + partialEnding)))
    for (const file of files) await rename(join(path, file.path + partialEnding), join(path, file.path))
    await syncAll([...new Set(files.map((file) => dirname(join(path, file.path))))])
    shared.note(files)
  }
  const record = async (part: ExportPartEntry) => {
    // Before the files of an earlier state are replaced: until the part is recorded again, it counts as missing.
    if (known.delete(part.month)) await appendDurably(progress, `${JSON.stringify({ dropped: part.month })}\n`)
    await publish(part.files)
    await appendDurably(progress, `${JSON.stringify({ part })}\n`)
    known.set(part.month, part)
  }

  return {
    ...openPartSink(path),
    path,
    known,
    async endPart(part) {
      await underWay
      underWay = record(part)
      // The next caller that waits for it gets the error.
      underWay.catch(() => {})
    },
    keep: async ({ files }) => await areThere(path, files),
    async seal(contents) {
      await underWay
      await publish(contents.files)
      const listed = new Set(listExportFiles(contents).map((file) => file.path))
      await removeUnlisted(path, listed)
      const manifest = join(path, exportManifestName)
      await rm(manifest + partialEnding, { force: true })
      await appendDurably(manifest + partialEnding, renderExportManifest(contents))
      await rename(manifest + partialEnding, manifest)
      await rm(progress)
      await sync(path)
    },
    async close() {
      await Promise.allSettled([underWay])
      // If that fails, the next export removes it.
      await removeUnfinished(path).catch(() => {})
      lock.release()
    },
  }
}

/** Writes files that get their names when the whole folder's sink ends their part. */
export function openPartSink(path: string): PartSink {
  return {
    growsSeveral: true,
    async add(file) {
      if (!isExportPath(file)) throw new Error(`${file} is not a path of an export`)
      await mkdir(dirname(join(path, file)), { recursive: true, mode: 0o700 })
      return await growFile(path, file)
    },
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
