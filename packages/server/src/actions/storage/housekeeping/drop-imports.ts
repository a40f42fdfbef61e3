import type { Clock } from '../../../ports/clock.ts'
import type { Store } from '../../../ports/store.ts'

/** One commit each, short enough that messages coming in do not wait for it. */
const mostAtOnce = 500

/** Deletes what imports staged that ended, or that a crash left behind. `givenUp`: one of our own that ends by this. */
export async function dropImports(
  { store, clock }: { store: Pick<Store, 'write'>; clock: Clock },
  { signal, givenUp }: { signal?: AbortSignal; givenUp?: string } = {},
): Promise<void> {
  const given = givenUp === undefined ? {} : { givenUp }
  for (let more = true; more && !signal?.aborted; ) {
    more = (await store.write<'drop-imports'>({ kind: 'drop-imports', at: clock(), limit: mostAtOnce, ...given })).more
  }
}
