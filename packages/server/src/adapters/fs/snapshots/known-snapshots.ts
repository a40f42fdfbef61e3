import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findSnapshotId, manifestName, manifestTailBytes } from '../../../domain/storage/snapshot-manifest.ts'
import type { KnownSnapshot } from '../../../ports/storage/snapshot.ts'
import { appendDurably } from '../durable.ts'
import { makePrivateFolder } from '../private-folder.ts'

const listPath = (dataDir: string) => join(dataDir, 'backups.jsonl')

/** Records that there is a snapshot of this data folder, so that erasures are also noted next to it. */
export async function noteSnapshot(dataDir: string, { path, backupId, at }: KnownSnapshot): Promise<void> {
  // If the data is on servers, a command may be the first to need the folder.
  makePrivateFolder(dataDir)
  await appendDurably(listPath(dataDir), `${JSON.stringify({ path, backupId, at })}\n`)
}

/** Skips a line that a crash cut off: its snapshot was never completed. */
export async function listSnapshots(dataDir: string): Promise<KnownSnapshot[]> {
  const text = await readFile(listPath(dataDir), 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line)]
    } catch {
      return []
    }
  })
}

/** Whether the recorded snapshot is still where it was. */
export async function isStillThere({ path, backupId }: KnownSnapshot): Promise<boolean> {
  try {
    const file = await open(path.endsWith('.tar') ? path : join(path, manifestName), 'r')
    try {
      const { size } = await file.stat()
      const length = Math.min(size, manifestTailBytes)
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
      return findSnapshotId(buffer.toString('latin1')) === backupId
    } finally {
      await file.close()
    }
  } catch {
    return false
  }
}
