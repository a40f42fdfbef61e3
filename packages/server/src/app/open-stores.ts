import { setFlagsFromString } from 'node:v8'
import { createFileKeeper, type FileKeeper } from '../actions/media/file-keeper.ts'
import { keepMediaPlace, mediaPlaceOf } from '../actions/storage/media-place.ts'
import { addressInChats, type Config } from '../config/config.ts'
import { type Pulse, startPulse } from '../jobs/pulse.ts'
import type { BlobStore, Media } from '../ports/storage/blob-store.ts'
import type { FigureCounter } from '../ports/storage/figures.ts'
import type { Store } from '../ports/store.ts'
import type { Log } from './log.ts'
import type { Stops } from './stops.ts'
import { openMedia } from './storage/open-media.ts'
import {
  copyBeforeUpgrade,
  createFigureCounter,
  openServiceStore,
  type StoreLocation,
  storeLocation,
} from './storage/open-store.ts'
import { stayAlone } from './storage/single-node-lock.ts'
import { version } from './version.ts'

/** All stores of the service. */
export type Stores = {
  location: StoreLocation
  store: Store
  media: Media
  blobs: BlobStore
  files: FileKeeper
  counter: FigureCounter
  /** With PostgreSQL. */
  pulse: Pulse | undefined
  /** Resolves with the reason if this node has to stop. */
  failed: Promise<Error>
}

/** The address of the service from its settings, empty if none is set. `isFixed`: an address that is saved in the store doesn't count. */
export type OwnAddress = { baseUrl: string; isFixed: boolean }

export async function openStores(
  config: Config,
  node: string,
  stops: Stops,
  { log, address }: { log: Log['log']; address: OwnAddress },
): Promise<Stores> {
  const { timezone, claim } = config
  // What an operator saves is read from the store whenever it is needed, because it can change.
  const baseUrl = addressInChats({ ...config, baseUrl: address.baseUrl })
  const location = storeLocation(config, { timezone, claim, baseUrl, usesSavedAddress: !address.isFixed })
  // The SQLite writer needs the large young generation; the PostgreSQL writer mostly waits for the network.
  if (config.databaseUrl !== null) limitYoungGeneration()
  const copy = await copyBeforeUpgrade(location)
  if (copy)
    log.info({ copy }, 'copied the database before this version changes it; see "Going back" in docs/self-hosting.md')
  const store = await openServiceStore(location)
  limitYoungGeneration()
  stops.add(() => store.close())
  const alone = store.nodes && config.mediaUrl === null ? await stayAlone(store.nodes) : undefined
  stops.add(() => alone?.end())
  await keepMediaPlace(config, store)
  const self = { name: node, version, media: mediaPlaceOf(config) }
  const pulse = store.nodes && (await startPulse({ nodes: store.nodes, self }))
  stops.add(() => pulse?.stop())
  const media = await openMedia(config, store)
  stops.add(() => media.close())
  const { blobs } = media
  await blobs.dropUnfinished()
  const counter = await createFigureCounter(location)
  stops.add(() => counter.close())
  const files = createFileKeeper({ store, blobs })
  const failed = alone?.failed ?? new Promise<never>(() => {})
  return { location, store, media, blobs, files, counter, pulse, failed }
}

/**
 * The `innkeeper` script gives the main thread and the writer a young generation of 32 MiB, which makes both faster. Every
 * later thread would take as much, and there can be eight.
 */
function limitYoungGeneration(): void {
  setFlagsFromString('--max-semi-space-size=16')
  setFlagsFromString('--min-semi-space-size=1')
}
