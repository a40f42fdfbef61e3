import { setTimeout as pause } from 'node:timers/promises'
import { createFileKeeper } from '../../actions/media/file-keeper.ts'
import { sweepFiles } from '../../actions/storage/housekeeping/sweep-files.ts'
import { hasFilesAtHand } from '../../actions/storage/media-place.ts'
import { lockDataDir } from '../../adapters/sqlite/serve-lock.ts'
import { scrubFreePages } from '../../adapters/sqlite/storage/scrub-free-pages.ts'
import type { Config } from '../../config/config.ts'
import type { BlobStore } from '../../ports/storage/blob-store.ts'
import type { Store } from '../../ports/store.ts'
import { openMedia } from './open-media.ts'
import { openCommandStore, storeLocation } from './open-store.ts'

/** How long we wait for a running service, which does this within seconds. */
const longestWaitMs = 15_000

/**
 * After a command has deleted something: removes the files from the disk and the deleted rows from the database file. If a
 * service runs on the data folder, it does both itself, the latter when it stops; on PostgreSQL, nodes and commands take turns.
 * `blobs`: the media store, if the settings don't define it.
 */
export async function purgeDeleted(config: Config, blobs?: BlobStore): Promise<'cleared' | 'left to the service'> {
  const { dataDir } = config
  const isServer = config.databaseUrl !== null
  const lock = isServer ? undefined : tryLock(dataDir)
  const store = await openCommandStore(storeLocation(config))
  let isOurs = lock !== undefined
  try {
    isOurs ||= isServer && (await hasFilesAtHand(config, store))
    if (isOurs) await sweep(config, store, blobs)
    else await untilSwept(store)
  } finally {
    await store.close()
    if (lock) scrubFreePages(dataDir, { timeLimitMs: Number.POSITIVE_INFINITY })
    lock?.release()
  }
  return isOurs ? 'cleared' : 'left to the service'
}

async function sweep(config: Config, store: Store, given: BlobStore | undefined): Promise<void> {
  const media = given ? undefined : await openMedia(config, store)
  const blobs = given ?? media?.blobs
  try {
    if (blobs) await sweepFiles({ store, files: createFileKeeper({ store, blobs }) })
  } finally {
    media?.close()
  }
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
