import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { invalid } from '../../../domain/refusal.ts'
import type { SnapshotReader } from '../../../ports/storage/snapshot.ts'
import { openFolderSnapshot } from './snapshot-folder.ts'
import { openTarSnapshot } from './snapshot-tar.ts'

/** Throws a refusal if nothing is there, or nothing that looks like a snapshot. */
export async function openSnapshot(place: string): Promise<SnapshotReader> {
  const path = resolve(place)
  const found = await stat(path).catch(() => undefined)
  if (!found) throw invalid(`${path} does not exist, or cannot be reached by this user.`)
  if (found.isDirectory()) return await openFolderSnapshot(path)
  if (!found.isFile()) throw invalid(`${path} is neither a folder nor a file, so it is not a snapshot.`)
  return await openTarSnapshot(path)
}
