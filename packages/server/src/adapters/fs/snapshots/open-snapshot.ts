import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { invalid } from '../../../domain/refusal.ts'
import type { BackupReader } from '../../../ports/storage/snapshot.ts'
import { openFolderBackup } from './snapshot-folder.ts'
import { openTarBackup } from './snapshot-tar.ts'

/** Throws a refusal where nothing lies there, or nothing that looks like a backup. */
export async function openBackup(place: string): Promise<BackupReader> {
  const path = resolve(place)
  const found = await stat(path).catch(() => undefined)
  if (!found) throw invalid(`${path} does not exist, or cannot be reached by this user.`)
  if (found.isDirectory()) return await openFolderBackup(path)
  if (!found.isFile()) throw invalid(`${path} is neither a folder nor a file, so it is no backup.`)
  return await openTarBackup(path)
}
