import { setTimeout as pause } from 'node:timers/promises'
import { createFileKeeper } from './actions/file-keeper.ts'
import { sweepFiles } from './actions/upkeep/sweep-files.ts'
import { openBlobStore } from './adapters/fs/blob-store.ts'
import { mediaPath } from './adapters/sqlite/open-database.ts'
import { lockDataDir } from './adapters/sqlite/serve-lock.ts'
import { wipeRemains } from './adapters/sqlite/wipe-remains.ts'
import type { Config } from './config.ts'
import { openCommandStore, placeOf } from './store-place.ts'

/** What a service does within seconds, and as long as we wait for it. */
const longestWaitMs = 15_000

/**
 * After a command has deleted: takes the files from the disk and the remains from the database. Where a service runs, the
 * files are its to remove, and the remains when it stops.
 */
export async function clearAway(config: Config): Promise<'cleared' | 'left to the service'> {
  const { dataDir } = config
  const lock = config.databaseUrl === null ? tryLock(dataDir) : undefined
  const store = await openCommandStore(placeOf(config))
  try {
    if (lock) await sweepFiles({ store, files: createFileKeeper({ store, blobs: openBlobStore(mediaPath(dataDir)) }) })
    else await untilSwept(store)
  } finally {
    await store.close()
    if (lock) wipeRemains(dataDir, { timeLimitMs: Number.POSITIVE_INFINITY })
    lock?.release()
  }
  return lock ? 'cleared' : 'left to the service'
}

function tryLock(dataDir: string): { release(): void } | undefined {
  try {
    return lockDataDir(dataDir)
  } catch {
    return undefined
  }
}

async function untilSwept(store: { listReleasedFiles(limit: number): Promise<unknown[]> }): Promise<void> {
  const until = Date.now() + longestWaitMs
  while ((await store.listReleasedFiles(1)).length > 0 && Date.now() < until) await pause(100)
}
