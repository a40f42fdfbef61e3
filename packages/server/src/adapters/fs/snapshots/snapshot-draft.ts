import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { invalid } from '../../../domain/refusal.ts'
import type { SnapshotDraft } from '../../../ports/storage/snapshot.ts'
import { isAlive } from '../durable.ts'
import { openFolderDraft } from './snapshot-folder.ts'
import { openTarDraft } from './snapshot-tar.ts'

const isTar = (path: string) => path.endsWith('.tar')

/**
 * Prepares a snapshot at a path that doesn't exist yet: a folder, or a file that ends in .tar. Until it is complete it is next
 * to that path under another name, which includes the process id; files of processes that died are deleted.
 */
export async function openSnapshotDraft(place: string, { dataDir }: { dataDir: string }): Promise<SnapshotDraft> {
  const target = resolve(place)
  await refuseTarget(target, resolve(dataDir))
  await dropUnfinished(target)
  const workDir = `${target}.partial.${process.pid}`
  await mkdir(workDir, { mode: 0o700 })
  return isTar(target) ? openTarDraft(target, workDir) : openFolderDraft(target, workDir)
}

async function refuseTarget(target: string, dataDir: string): Promise<void> {
  if (/\.(gz|tgz|zip|bz2|xz|zst|7z)$/i.test(target)) {
    throw invalid(`${target} is the name of a compressed file. Choose a folder, or a file name that ends in .tar.`)
  }
  if (!relative(dataDir, target).startsWith('..')) {
    throw invalid(`${target} is inside the data folder and would be lost with it. Choose a path outside ${dataDir}.`)
  }
  if (!existsSync(dirname(target))) {
    throw invalid(`The folder ${dirname(target)} does not exist. Create it first, then make the snapshot.`)
  }
  if (existsSync(target) && !(await isEmptyFolder(target))) {
    throw invalid(`${target} already exists and was left untouched. Choose another name for the snapshot.`)
  }
}

async function isEmptyFolder(path: string): Promise<boolean> {
  return !isTar(path) && (await stat(path)).isDirectory() && (await readdir(path)).length === 0
}

async function dropUnfinished(target: string): Promise<void> {
  const start = `${basename(target)}.partial.`
  for (const name of await readdir(dirname(target))) {
    if (!name.startsWith(start) || isAlive(Number(name.slice(start.length)))) continue
    await rm(join(dirname(target), name), { recursive: true, force: true })
  }
}
