import { stat, statfs } from 'node:fs/promises'
import { listBackups } from './adapters/fs/known-backups.ts'
import { databasePath } from './adapters/sqlite/open-database.ts'
import type { LookAround } from './ports/figures.ts'

/** Around the data folder. */
export function lookAroundIn(dataDir: string): LookAround {
  const path = databasePath(dataDir)
  return async () => {
    const [databaseBytes, logBytes, disk, backups] = await Promise.all([
      sizeOf(path),
      sizeOf(`${path}-wal`),
      statfs(dataDir),
      listBackups(dataDir),
    ])
    return {
      databaseBytes,
      logBytes,
      freeBytes: disk.bavail * disk.bsize,
      totalBytes: disk.blocks * disk.bsize,
      lastBackupAt: backups.reduce<number | null>((last, { at }) => Math.max(last ?? at, at), null),
    }
  }
}

/** The engine removes its log when the last connection closes. */
async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0
}
