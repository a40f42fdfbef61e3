import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { PlaceProblem } from '../../../../domain/storage/data-folder.ts'
import type { SnapshotPlace } from '../../../../ports/storage/snapshot-place.ts'

/** Who has the place to itself. */
export type PlaceLock = {
  /** Throws a PlaceProblem if the lock may have been lost, for example while the machine slept. */
  check(): void
}

type Place = Pick<SnapshotPlace, 'list' | 'put' | 'remove' | 'where'>

const renewEveryMs = 60_000
/** A lock that wasn't renewed for this long belongs to a process that died. */
const lostAfterMs = 5 * 60_000
const longestReleaseMs = 20_000

/**
 * Works while no one else writes to the place, on any machine. Places have no conditional writes, so everyone first announces a
 * lock and then looks at all of them; of two at the same moment, both may give up. Ages are compared by the clock of the place.
 */
export async function withPlaceLock<T>(place: Place, work: (lock: PlaceLock) => Promise<T>): Promise<T> {
  const name = `locks/${randomUUID()}`
  let renewedAt = performance.now()
  const renew = async () => {
    const begunAt = performance.now()
    await place.put(name, [Buffer.from('locked')])
    renewedAt = begunAt
  }
  await renew()
  const timer = setInterval(() => void renew().catch(() => undefined), renewEveryMs)
  timer.unref()
  try {
    await refuseOthers(place, name)
    return await work({
      check() {
        if (performance.now() - renewedAt < lostAfterMs - renewEveryMs) return
        throw new PlaceProblem(`The lock on ${place.where} was lost, so the snapshot was not finished.`)
      },
    })
  } finally {
    clearInterval(timer)
    await release(place, name)
  }
}

/** Empty locks were released, by someone who may not delete or died meanwhile. */
async function refuseOthers(place: Place, own: string): Promise<void> {
  const locks: { name: string; putAt: number }[] = []
  const released: string[] = []
  for await (const { name, sizeBytes, putAt } of place.list('locks/')) {
    if (sizeBytes > 0) locks.push({ name, putAt })
    else released.push(name)
  }
  const mine = locks.find(({ name }) => name === own)
  if (!mine) throw new PlaceProblem(`${place.where} does not list a file that was just written. Check the store.`)
  const others = locks.filter(({ name }) => name !== own)
  if (others.some(({ putAt }) => mine.putAt - putAt < lostAfterMs)) {
    throw new PlaceProblem(
      `Another snapshot is being written to ${place.where}. Wait until it is finished. If its process was killed, wait ` +
        `${lostAfterMs / 60_000} minutes.`,
    )
  }
  try {
    for (const name of [...others.map((one) => one.name), ...released]) await place.remove(name)
  } catch {
    // A process that has permission to delete removes them.
  }
}

async function release(place: Place, name: string): Promise<void> {
  const removing = async () => {
    await place.put(name, []).catch(() => undefined)
    await place.remove(name).catch(() => undefined)
  }
  // If the place stopped responding, the run shouldn't take minutes more to fail. The lock expires by itself.
  await Promise.race([removing(), sleep(longestReleaseMs, undefined, { ref: false })])
}
