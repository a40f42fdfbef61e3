import { stat, statfs } from 'node:fs/promises'
import { listSnapshots } from '../../adapters/fs/snapshots/known-snapshots.ts'
import { databasePath } from '../../domain/storage/data-folder.ts'
import type { StorageStats } from '../../ports/storage/figures.ts'
import type { StoreLocation } from './open-store.ts'

/** Of the data folder, and of the database if it is on a server. */
export function createStorageStats({ dataDir, databaseUrl }: StoreLocation): StorageStats {
  const path = databasePath(dataDir)
  return {
    async readDisk() {
      const [disk, backups] = await Promise.all([statfs(dataDir), listSnapshots(dataDir)])
      return {
        freeBytes: disk.bavail * disk.bsize,
        totalBytes: disk.blocks * disk.bsize,
        lastBackupAt: backups.reduce<number | null>((last, { at }) => Math.max(last ?? at, at), null),
      }
    },
    async readDatabase() {
      const [databaseBytes, logBytes] = await Promise.all([
        databaseUrl === null ? sizeOf(path) : measureServer(databaseUrl),
        databaseUrl === null ? sizeOf(`${path}-wal`) : 0,
      ])
      return { databaseBytes, logBytes }
    },
  }
}

async function measureServer(url: string): Promise<number> {
  const { measureDatabase } = await import('../../adapters/postgres/storage/figures.ts')
  return await measureDatabase({ url })
}

/** The engine removes its log when the last connection closes. */
async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0
}
