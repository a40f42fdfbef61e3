import type { Manifest } from '../../../../domain/storage/snapshot-manifest.ts'
import type { SnapshotKeep } from '../../../../domain/storage/snapshots/kept-snapshots.ts'
import { lineageOf } from '../../../../domain/storage/snapshots/place-names.ts'
import type { StoredPart } from '../../../../domain/storage/snapshots/snapshot-index.ts'
import type { BlobStore } from '../../../../ports/storage/blob-store.ts'
import type { ReportProgress, SnapshotSource } from '../../../../ports/storage/snapshot.ts'
import type { SnapshotCrypt, SnapshotPlace, WorkFolder } from '../../../../ports/storage/snapshot-place.ts'
import { makeSnapshot } from '../make-snapshot.ts'
import { openPlaceDraft, type PlaceDraft } from './place-draft.ts'
import { type EncryptionSetting, prepareEncryption } from './place-encryption.ts'
import { extendPlaceLedger } from './place-ledger.ts'
import { withPlaceLock } from './place-lock.ts'
import { findSnapshots, keepPlaceId } from './place-snapshots.ts'
import { type Pruned, prunePlace } from './prune-place.ts'

type Deps = {
  source: SnapshotSource
  blobs: Pick<BlobStore, 'open' | 'stat'>
  place: SnapshotPlace
  crypt: SnapshotCrypt
  work: WorkFolder
  /** Of the store. */
  secret: string
  instance: string
  version: string
  schema: number
  begunAt: number
  tell: ReportProgress
}

export type PlaceOptions = {
  encryption: EncryptionSetting
  keep: SnapshotKeep
  timezone: string
  /** The id that the place had before; undefined: whatever it has. */
  placeId: string | undefined
  /** Files that were found to be damaged: they are written again. */
  suspects: readonly string[]
}

export type PlacedSnapshot = {
  manifest: Manifest
  snapshotId: string
  placeId: string
  written: ReturnType<PlaceDraft['written']>
  pruned: Pruned
}

/** Writes a snapshot to a place, records what was erased there, and removes what doesn't have to be kept any more. */
export async function snapshotToPlace(deps: Deps, options: PlaceOptions): Promise<PlacedSnapshot> {
  const { place, secret, work } = deps
  const placeId = await keepPlaceId(place, options.placeId)
  return await withPlaceLock(place, async (lock) => {
    const encryption = await prepareEncryption(deps, options.encryption)
    const { known, number } = await findEarlier(place, new Set(options.suspects))
    const lineage = lineageOf(secret)
    const head = { program: deps.version, lineage, schema: deps.schema }
    const draft = openPlaceDraft({ place, work, encryption, lock, known, number, head })
    const manifest = await makeSnapshot({
      ...deps,
      draft,
      ledger: {
        async keep(ledgerSource) {
          await extendPlaceLedger(place, { ...ledgerSource, instance: deps.instance })
          return { unreachable: [] }
        },
      },
      noteSnapshot: async () => {},
    })
    lock.check()
    const pruned = await prunePlace(place, { ...options, lineage })
    return { manifest, snapshotId: draft.snapshotId(), placeId, written: draft.written(), pruned }
  })
}

type Earlier = { known: Map<string, StoredPart>; number: number }

/** Media files that are there with the size that their snapshots recorded, and the number of the next snapshot. */
async function findEarlier(place: SnapshotPlace, suspects: ReadonlySet<string>): Promise<Earlier> {
  const { indexes } = await findSnapshots(place)
  const recorded = new Map(indexes.flatMap(({ parts }) => parts.map((part) => [part.name, part] as const)))
  const known = new Map<string, StoredPart>()
  for await (const { name, sizeBytes } of place.list('objects/')) {
    const part = recorded.get(name)
    if (part?.sizeBytes === sizeBytes && !suspects.has(name)) known.set(name, part)
  }
  return { known, number: (indexes.at(-1)?.number ?? 0) + 1 }
}
