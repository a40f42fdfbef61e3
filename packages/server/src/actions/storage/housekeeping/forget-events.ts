import type { Clock } from '../../../ports/clock.ts'
import type { Store } from '../../../ports/store.ts'

/** One commit each, short enough that messages coming in do not wait for it. */
const mostAtOnce = 2_000
/** A million rows a round: where there are more, the next round goes on. */
const mostSteps = 500

/** Goes on through the ids of events, and forgets those that are too old to come again. */
export async function forgetEvents(
  { store, clock }: { store: Pick<Store, 'write'>; clock: Clock },
  signal?: AbortSignal,
): Promise<void> {
  for (let steps = 0; steps < mostSteps && !signal?.aborted; steps++) {
    const { more } = await store.write<'forget-events'>({ kind: 'forget-events', at: clock(), limit: mostAtOnce })
    if (!more) return
  }
}
