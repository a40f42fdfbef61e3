import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Refusal } from '../../../../domain/refusal.ts'
import { PlaceProblem } from '../../../../domain/storage/data-folder.ts'
import { isSnapshotId, markName, snapshotIdOfIndex } from '../../../../domain/storage/snapshots/place-names.ts'
import {
  compareSnapshots,
  readSnapshotIndex,
  type SnapshotIndex,
} from '../../../../domain/storage/snapshots/snapshot-index.ts'
import type { PlacedFile, SnapshotPlace } from '../../../../ports/storage/snapshot-place.ts'
import { gunzip } from './packing.ts'

/** The largest index that is read into memory, packed and unpacked. It lists millions of files. */
const mostIndexBytes = 200 * 1024 * 1024
const mostTextBytes = 500 * 1024 * 1024

const markFormat = 1
type Mark = { format: number; placeId: string }

/** Undefined if nothing was ever written there by Innkeeper. */
export async function findPlaceId(place: Pick<SnapshotPlace, 'read' | 'where'>): Promise<string | undefined> {
  const bytes = await place.read(markName)
  if (!bytes) return undefined
  let mark: Mark
  try {
    mark = JSON.parse(bytes.toString())
  } catch {
    throw new PlaceProblem(
      `${markName} in ${place.where} is damaged. Restore it from a copy, or choose an empty place.`,
    )
  }
  if (mark.format === markFormat && typeof mark.placeId === 'string') return mark.placeId
  throw new PlaceProblem(`${place.where} was written by a newer Innkeeper (format ${mark.format}). Update the program.`)
}

/**
 * Makes an empty place one for snapshots. `known`: the id that it had before; a disk that isn't mounted looks like an empty folder.
 */
export async function keepPlaceId(place: SnapshotPlace, known: string | undefined): Promise<string> {
  const found = await refuseEmptied(place, known)
  if (found !== undefined) return found
  const placeId = randomUUID()
  await place.put(markName, [Buffer.from(`${JSON.stringify({ format: markFormat, placeId })}\n`)])
  return placeId
}

/** Returns the ID of the place. Throws a PlaceProblem if it had one before and has none now. */
export async function refuseEmptied(place: SnapshotPlace, known: string | undefined): Promise<string | undefined> {
  const found = await findPlaceId(place)
  if (found !== undefined || known === undefined) return found
  throw new PlaceProblem(
    `${place.where} contained snapshots before and no longer does. If it is on another disk, mount it. If you emptied it on ` +
      'purpose, run ./innkeeper snapshot --new-place once.',
  )
}

/** `broken`: what is wrong with indexes that can't be read. What their snapshots consist of isn't known. */
export type FoundSnapshots = { indexes: SnapshotIndex[]; broken: BrokenIndex[] }
export type BrokenIndex = { name: string; problem: string }

/** With what to do about it. No file can be removed before, because it isn't known what the snapshot refers to. */
export function describeBroken({ name, problem }: BrokenIndex): string {
  const folder = `snapshots/${snapshotIdOfIndex(name)}`
  return `${problem} Its snapshot can't be restored. Old files stay until you remove ${folder} from the place.`
}

/** All complete snapshots, the oldest first. */
export async function findSnapshots(place: SnapshotPlace): Promise<FoundSnapshots> {
  const names: PlacedFile[] = []
  for await (const file of place.list('snapshots/')) if (snapshotIdOfIndex(file.name) !== undefined) names.push(file)
  const found: FoundSnapshots = { indexes: [], broken: [] }
  for (const file of names) {
    try {
      found.indexes.push(await readIndex(place, file))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      found.broken.push({ name: file.name, problem: error.message })
    }
  }
  const orderOf = ({ number, at }: SnapshotIndex) => ({ number, at: Date.parse(at) })
  found.indexes.sort((one, other) => compareSnapshots(orderOf(one), orderOf(other)))
  return found
}

async function readIndex(place: SnapshotPlace, { name, sizeBytes }: PlacedFile): Promise<SnapshotIndex> {
  if (sizeBytes > mostIndexBytes) throw new Refusal('invalid', `${name} is larger than any that Innkeeper writes.`)
  const packed = await buffer(place.open(name))
  const text = await gunzip(packed, { maxOutputLength: mostTextBytes }).catch(() => {
    throw new Refusal('invalid', `${name} is damaged: it cannot be unpacked.`)
  })
  const index = readSnapshotIndex(text.toString(), name)
  if (index.snapshotId === snapshotIdOfIndex(name)) return index
  throw new Refusal('invalid', `${name} belongs to another snapshot, ${index.snapshotId}.`)
}

/** `id`: of a snapshot, or `latest`. Throws a refusal that lists what there is. */
export function chooseSnapshot({ indexes, broken }: FoundSnapshots, id: string, where: string): SnapshotIndex {
  const found = id === 'latest' ? indexes.at(-1) : indexes.find(({ snapshotId }) => snapshotId === id)
  // Never silently use an older snapshot if the latest one is damaged.
  const damaged = broken.find(({ name }) => {
    const brokenId = snapshotIdOfIndex(name) ?? ''
    return brokenId === id || (id === 'latest' && brokenId >= (found?.snapshotId ?? ''))
  })
  if (damaged) throw new Refusal('invalid', damaged.problem)
  if (found) return found
  if (indexes.length === 0) throw new Refusal('invalid', `${where} contains no complete snapshot.`)
  const what = isSnapshotId(id) ? `There is no snapshot ${id} in ${where}` : `"${id}" is not a snapshot ID`
  const list = indexes.map(({ snapshotId }) => snapshotId).join(', ')
  throw new Refusal('invalid', `${what}. Choose latest or one of: ${list}.`)
}
