import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { exportManifestName, exportProgressName, isPartManifest } from '../../../domain/messages/export/export-paths.ts'
import { isExportManifest } from '../../../domain/messages/export/manifest.ts'
import { invalid } from '../../../domain/refusal.ts'
import type { ExportReader } from '../../../ports/export-sink.ts'
import { chunkBytes } from '../durable.ts'

/** A folder with an export, or into which parts were unpacked. Undefined if neither is in it. Refuses an unfinished one. */
export async function openExportReader(place: string): Promise<ExportReader | undefined> {
  const path = resolve(place)
  const names = await readdir(path).catch((): string[] => [])
  if (names.includes(exportProgressName)) {
    throw invalid(
      `The export in ${path} is not finished. Run the same command again, and it continues where it stopped.`,
    )
  }
  const found = names.includes(exportManifestName) ? [exportManifestName] : names.filter(isPartManifest).sort()
  const manifests = new Map<string, string>()
  for (const name of found) manifests.set(name, await readFile(join(path, name), 'utf8'))
  const [manifest] = manifests.values()
  if (manifest === undefined || !isExportManifest(manifest)) return undefined
  return {
    path,
    manifests,
    isPart: false,
    files: await listFiles(path, manifests),
    close: () => {},
    read: (name) => createReadStream(join(path, name), { highWaterMark: chunkBytes }),
  }
}

async function listFiles(root: string, manifests: ReadonlyMap<string, string>): Promise<Map<string, number>> {
  const files = new Map<string, number>()
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const full = join(entry.parentPath, entry.name)
    const path = relative(root, full).replaceAll('\\', '/')
    if (entry.isDirectory() || manifests.has(path)) continue
    if (!entry.isFile()) throw invalid(`${path} does not belong here: it is not a file.`)
    files.set(path, (await stat(full)).size)
  }
  return files
}
