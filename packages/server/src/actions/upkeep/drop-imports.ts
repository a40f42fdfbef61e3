import type { Clock } from '../../ports/clock.ts'
import type { Store } from '../../ports/store.ts'

/** One commit each, short enough that messages coming in do not wait for it. */
const mostAtOnce = 500

/** Deletes what imports staged that ended, or that a crash left behind. */
export async function dropImports(
  { store, clock }: { store: Pick<Store, 'write'>; clock: Clock },
  signal?: AbortSignal,
): Promise<void> {
  for (let more = true; more && !signal?.aborted; ) {
    more = (await store.write<'drop-imports'>({ kind: 'drop-imports', at: clock(), limit: mostAtOnce })).more
  }
}
