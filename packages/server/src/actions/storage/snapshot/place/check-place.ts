import { Refusal } from '../../../../domain/refusal.ts'
import { PlaceProblem } from '../../../../domain/storage/data-folder.ts'
import { type CheckProgress, planCheckShare } from '../../../../domain/storage/snapshots/check-share.ts'
import type { StoredPart } from '../../../../domain/storage/snapshots/snapshot-index.ts'
import type { SnapshotPlace } from '../../../../ports/storage/snapshot-place.ts'
import { readStored } from './place-reader.ts'
import { describeBroken, findSnapshots } from './place-snapshots.ts'

/** A file that isn't as it was written. */
export type Damage = { name: string; problem: string }

export type PlaceCheck = {
  files: number
  bytes: number
  damaged: Damage[]
  progress: CheckProgress
  isCycleOver: boolean
}

/**
 * Reads the next share of what snapshots refer to and compares it with their indexes; no key is needed. What was damaged last time
 * is read again first, so the result always covers everything that is known to be damaged.
 */
export async function checkPlace(
  place: SnapshotPlace,
  { progress, suspects, now }: { progress: CheckProgress; suspects: readonly string[]; now: number },
): Promise<PlaceCheck> {
  const found = await findSnapshots(place)
  const parts = new Map(found.indexes.flatMap((index) => index.parts.map((part) => [part.name, part] as const)))
  const share = planCheckShare([...parts.values()], progress, now)
  const again = suspects.flatMap((name) => parts.get(name) ?? [])
  const wanted = new Set([...again, ...share.parts])
  const damaged: Damage[] = []
  let bytes = 0
  for (const part of wanted) {
    const problem = await findDamage(place, part)
    bytes += part.sizeBytes
    if (problem !== undefined) damaged.push({ name: part.name, problem })
  }
  const broken = found.broken.map(({ name, problem }) => ({ name, problem: describeBroken({ name, problem }) }))
  const named = [...broken, ...(await stillNeeded(place, damaged))]
  return { files: wanted.size, bytes, damaged: named, progress: share.progress, isCycleOver: share.isCycleOver }
}

/** Another process may have removed an old snapshot meanwhile, with its files. */
async function stillNeeded(place: SnapshotPlace, damaged: Damage[]): Promise<Damage[]> {
  if (damaged.length === 0) return damaged
  const { indexes } = await findSnapshots(place)
  const needed = new Set(indexes.flatMap(({ parts }) => parts.map(({ name }) => name)))
  return damaged.filter(({ name }) => needed.has(name))
}

async function findDamage(place: SnapshotPlace, part: StoredPart): Promise<string | undefined> {
  try {
    for await (const _ of readStored(place, part));
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.message
    // The place itself may have failed, and then nothing is known about its files.
    if (error instanceof PlaceProblem && (await isAbsent(place, part))) return error.message
    throw error
  }
}

async function isAbsent(place: SnapshotPlace, { name }: StoredPart): Promise<boolean> {
  for await (const file of place.list(name)) if (file.name === name) return false
  return true
}
