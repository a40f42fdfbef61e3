import { type BucketLocation, describeBucket } from '../../domain/storage/bucket-location.ts'
import { MediaProblem } from '../../domain/storage/data-folder.ts'
import type { BlobStore } from '../../ports/storage/blob-store.ts'
import type { Store } from '../../ports/store.ts'

type MediaConfig = { mediaUrl: BucketLocation | null }

const folder = 'the data folder'

/** Where the settings put media files, as it is recorded in the store. Without anything secret. */
export function mediaPlaceOf({ mediaUrl }: MediaConfig): string {
  return mediaUrl === null ? folder : describeBucket(mediaUrl)
}

/**
 * Records where the files of the store are. Throws a MediaProblem if they are elsewhere: this node would not find them, and
 * other nodes would not find what this one stores.
 */
export async function keepMediaPlace(config: MediaConfig, store: Store): Promise<void> {
  const place = mediaPlaceOf(config)
  const recorded = (await store.findMediaPlace()) ?? (await record(store, place, null))
  if (recorded === place) return
  const hasFiles = (await store.listFiles('', 1)).length > 0
  if (hasFiles || (await listNodes(store)).some(({ media }) => media === recorded)) {
    throw new MediaProblem(
      `INNKEEPER_MEDIA_URL: the media files of this database are in ${recorded}, but this node is set to store them in ${place}. ` +
        'Use the same setting on every node. If you moved the files, stop all nodes and run ./innkeeper adopt-media with the new ' +
        'settings.',
    )
  }
  await record(store, place, recorded)
}

const filesAtOnce = 500

/** After an operator has moved the files: checks that all of them are there, and records the new place. Returns their number. */
export async function adoptMediaPlace(config: MediaConfig, store: Store, blobs: BlobStore): Promise<number> {
  const place = mediaPlaceOf(config)
  const [running] = await listNodes(store)
  if (running) {
    throw new MediaProblem(
      `The node ${running.name} is running. Stop all nodes first, so that no file is stored elsewhere meanwhile.`,
    )
  }
  const missing: string[] = []
  let found = 0
  for (let after = ''; ; ) {
    const files = await store.listFiles(after, filesAtOnce)
    for (const sha256 of files) {
      if ((await blobs.stat(sha256)) === undefined) missing.push(sha256)
      else found++
    }
    const last = files.at(-1)
    if (last === undefined) break
    after = last
  }
  if (missing.length > 0) {
    throw new MediaProblem(
      `${missing.length} of ${missing.length + found} files are not in ${place}, such as ${missing[0]}. Copy all files there, under the ` +
        'same names, and run this again. Nothing was changed.',
    )
  }
  const recorded = await store.findMediaPlace()
  await record(store, place, recorded ?? null)
  return found
}

/** Whether a command can reach the files of a store on a server: not if they are in the folder of a node, or in another bucket. */
export async function hasFilesAtHand(config: MediaConfig, store: Store): Promise<boolean> {
  const place = mediaPlaceOf(config)
  const recorded = await store.findMediaPlace()
  if (recorded !== undefined && recorded !== place) return false
  return place !== folder || (await listNodes(store)).length === 0
}

async function listNodes(store: Store) {
  return (await store.nodes?.list()) ?? []
}

/** Returns what is recorded then. */
function record(store: Store, place: string, replaces: string | null): Promise<string> {
  return store.write<'record-media-place'>({ kind: 'record-media-place', place, replaces })
}
