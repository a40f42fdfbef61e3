import type { Config } from '../../config/config.ts'
import { describeBucket } from '../../domain/storage/bucket-location.ts'
import { MediaProblem } from '../../domain/storage/data-folder.ts'
import type { Store } from '../../ports/store.ts'

type MediaConfig = Pick<Config, 'mediaUrl'>

const folder = 'data folder'

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
  const recorded = await store.write<'record-media-place'>({ kind: 'record-media-place', place, replaces: null })
  if (recorded === place) return
  const others = (await store.nodes?.list()) ?? []
  if ((await store.listFiles('', 1)).length > 0 || others.some(({ media }) => media === recorded)) {
    throw new MediaProblem(
      `INNKEEPER_MEDIA_URL: the media files of this database are in ${withArticle(recorded)}, but this node is set to store them ` +
        `in ${withArticle(place)}. Use the same setting on every node. If you have moved the files, stop all nodes and run ` +
        './innkeeper adopt-media with the new settings.',
    )
  }
  await adoptMediaPlace(store, place, recorded)
}

export async function adoptMediaPlace(store: Store, place: string, replaces: string): Promise<void> {
  await store.write<'record-media-place'>({ kind: 'record-media-place', place, replaces })
}

/** Whether a command has the files of a store on a server: not if they are in the folder of a node, or in another bucket. */
export async function hasFilesAtHand(config: MediaConfig, store: Store): Promise<boolean> {
  const place = mediaPlaceOf(config)
  const recorded = await store.findMediaPlace()
  if (recorded !== undefined && recorded !== place) return false
  return place !== folder || ((await store.nodes?.list()) ?? []).length === 0
}

const withArticle = (place: string) => (place === folder ? `the ${place}` : place)
