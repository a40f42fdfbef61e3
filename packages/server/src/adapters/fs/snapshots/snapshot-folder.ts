import { createReadStream, existsSync } from 'node:fs'
import { chmod, mkdir, open, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { invalid } from '../../../domain/refusal.ts'
import {
  databaseName,
  isSnapshotPath,
  ledgerName,
  type ManifestFile,
  manifestName,
} from '../../../domain/storage/snapshot-manifest.ts'
import type { SnapshotDraft, SnapshotReader } from '../../../ports/storage/snapshot.ts'
import { chunkBytes, removeTree, sync, syncTree } from '../durable.ts'
import { hashFile } from '../hash-file.ts'
import { readLedger } from '../ledger-file.ts'
import { writeHashed } from '../write-hashed.ts'

export function openFolderDraft(target: string, workDir: string): SnapshotDraft {
  const databasePath = join(workDir, databaseName)
  return {
    target,
    databasePath,
    async addFile(file, bytes) {
      const path = join(workDir, file.path)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // Synced at the end, all of it together.
      const { sizeBytes, sha256 } = await writeHashed(path, bytes, { isDurable: false })
      if (sizeBytes === file.sizeBytes && sha256 === file.sha256) return true
      await rm(path)
      return false
    },
    async addDatabase() {
      await chmod(databasePath, 0o600)
      return await describe(databasePath)
    },
    async seal(manifest) {
      await writeFile(join(workDir, manifestName), manifest, { mode: 0o600 })
      await writeFile(join(workDir, ledgerName), '', { mode: 0o600 })
      await syncTree(workDir)
    },
    async publish() {
      // An empty folder may be there, and not every system renames a folder over one.
      await rmdir(target).catch(() => {})
      await rename(workDir, target)
      await sync(dirname(target))
    },
    abandon: () => removeTree(workDir),
  }
}

export async function openFolderSnapshot(path: string): Promise<SnapshotReader> {
  await refuseParent(path)
  const files = await listFolder(path)
  if (!files.has(manifestName)) {
    throw invalid(`${path} has no ${manifestName}: it is not an Innkeeper snapshot, or it was never finished.`)
  }
  return {
    path,
    files,
    read: (name) => createReadStream(join(path, name), { highWaterMark: chunkBytes }),
    withDatabase: (work) => work(join(path, databaseName)),
    readLedger: () => readLedger(join(path, ledgerName)),
    abandon() {},
    async close() {},
  }
}

/** People name the folder that they keep several single snapshots in. */
async function refuseParent(path: string): Promise<void> {
  if (existsSync(join(path, manifestName))) return
  const entries = await readdir(path, { withFileTypes: true })
  const names = entries
    .filter((entry) => entry.name.endsWith('.tar') || existsSync(join(path, entry.name, manifestName)))
    .map(({ name }) => name)
    .toSorted()
  const [first] = names
  if (first === undefined) return
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : ''
  throw invalid(
    `${path} isn't a snapshot, but contains ${names.slice(0, mostNamed).join(', ')}${more}. Name one of them, such as ${join(path, first)}.`,
  )
}
const mostNamed = 10

/** Refuses anything except plain files with the names of a snapshot. The ledger is not part of the snapshot. */
async function listFolder(root: string): Promise<Map<string, number>> {
  const files = new Map<string, number>()
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const full = join(entry.parentPath, entry.name)
    const path = relative(root, full).replaceAll('\\', '/')
    if (entry.isDirectory() || path === ledgerName) continue
    if (!entry.isFile() || !isSnapshotPath(path)) {
      throw invalid(`${path} does not belong here: it is not part of an Innkeeper snapshot.${hintFor(root)}`)
    }
    const file = await open(full, 'r')
    files.set(path, (await file.stat()).size)
    await file.close()
  }
  return files
}

/** People also try to verify the data folder that they have just restored. */
function hintFor(root: string): string {
  const isDataFolder = existsSync(join(root, databaseName)) && !existsSync(join(root, manifestName))
  return isDataFolder ? ` This is a data folder. To check it, run ./innkeeper doctor --data ${root}` : ''
}

/** The database as a file of the snapshot. */
export async function describe(databasePath: string): Promise<ManifestFile> {
  return { path: databaseName, ...(await hashFile(databasePath)) }
}
