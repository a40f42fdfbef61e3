import { join } from 'node:path'
import { openBlobStore } from '../../adapters/fs/blob-store.ts'
import { openSpool } from '../../adapters/fs/spool.ts'
import type { S3Store } from '../../adapters/s3/blob-store.ts'
import type { Config } from '../../config/config.ts'
import { mediaPath } from '../../domain/storage/data-folder.ts'
import type { BlobOwner, Media } from '../../ports/storage/blob-store.ts'

// The only file that knows which settings put media files into a folder or a bucket. The S3 client is loaded only if there is a
// bucket: that takes longer than most commands.

type MediaConfig = Pick<Config, 'dataDir' | 'mediaUrl' | 's3AccessKeyId' | 's3SecretAccessKey' | 's3SessionToken'>

/** Throws a MediaProblem if the media store can't be used as it is. If it only doesn't respond now, it is opened anyway. */
export async function openMedia(config: MediaConfig, owner: BlobOwner): Promise<Media> {
  if (config.mediaUrl === null) {
    return { blobs: openBlobStore(mediaPath(config.dataDir)), findTrouble: () => undefined, close() {} }
  }
  const store = await openBucket(config, owner)
  if (owner !== 'any') await closedOnError(store, () => store.admit())
  return store
}

/** Tries every operation on files. False if the bucket doesn't respond now. */
export async function examineMedia(config: MediaConfig): Promise<boolean> {
  if (config.mediaUrl === null) return true
  const store = await openBucket(config, 'any')
  const isUp = await closedOnError(store, () => store.admit())
  store.close()
  return isUp
}

async function openBucket(config: MediaConfig, owner: BlobOwner): Promise<S3Store> {
  const { mediaUrl: location, s3AccessKeyId, s3SecretAccessKey, s3SessionToken } = config
  if (!location) throw new Error('the settings name no bucket')
  const { openS3Store } = await import('../../adapters/s3/blob-store.ts')
  const keys =
    s3AccessKeyId !== null && s3SecretAccessKey !== null
      ? {
          accessKeyId: s3AccessKeyId,
          secretAccessKey: s3SecretAccessKey,
          ...(s3SessionToken !== null && { sessionToken: s3SessionToken }),
        }
      : undefined
  // The same folder that a media folder uses for unfinished files.
  const spool = openSpool(join(mediaPath(config.dataDir), 'incoming'))
  return openS3Store({ location, keys, owner, spool })
}

async function closedOnError<T>(store: S3Store, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    store.close()
    throw error
  }
}
