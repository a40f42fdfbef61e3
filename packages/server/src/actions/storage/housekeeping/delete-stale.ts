import type { Clock } from '../../../ports/clock.ts'
import type { Store } from '../../../ports/store.ts'

/** One commit each, short enough that messages coming in do not wait for it. */
const mostAtOnce = 1_000

/** Of what changed, forgets what is too old or too much for anybody to go on from. */
export async function forgetChanges(
  { store, clock }: { store: Pick<Store, 'write'>; clock: Clock },
  signal?: AbortSignal,
): Promise<void> {
  for (let after: number | null = 0; after !== null && !signal?.aborted; ) {
    const part: { after: number | null } = await store.write<'forget-changes'>({
      kind: 'forget-changes',
      at: clock(),
      limit: mostAtOnce,
      after,
    })
    after = part.after
  }
}
