import type { Clock } from '../../../ports/clock.ts'
import type { MeasureChannels } from '../../../ports/storage/figures.ts'
import type { Store } from '../../../ports/store.ts'

/** Per commit, which is short enough that incoming messages don't wait for it. */
const mostAtOnce = 200

/**
 * Measures how much channels store, and records it for the operator and for the limits that every write of a rule is checked
 * against.
 */
export async function measureChannels(
  { store, clock, measure }: { store: Pick<Store, 'write'>; clock: Clock; measure: MeasureChannels },
  signal?: AbortSignal,
): Promise<void> {
  const measured = await measure()
  const at = clock()
  for (let from = 0; from < measured.length && !signal?.aborted; from += mostAtOnce) {
    const channels = measured.slice(from, from + mostAtOnce)
    await store.write<'record-sizes'>({ kind: 'record-sizes', at, channels })
  }
}
