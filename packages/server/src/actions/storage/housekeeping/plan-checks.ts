import type { Clock } from '../../../ports/clock.ts'
import type { Connector } from '../../../ports/connector.ts'
import type { Store } from '../../../ports/store.ts'

/** Per commit, which is short enough that incoming messages don't wait for it. */
const mostAtOnce = 100

/** Plans to look up subscribers, admins and owners who haven't been confirmed since `before`, on platforms that support it. */
export async function planChecks(
  { store, clock, connectors }: { store: Store; clock: Clock; connectors: ReadonlyMap<string, Connector> },
  before: number,
  signal?: AbortSignal,
): Promise<void> {
  for (const [platform, { membership }] of connectors) {
    if (!membership) continue
    for (let after: number | null = 0; after !== null && !signal?.aborted; ) {
      const part: { after: number | null } = await store.write<'plan-checks'>({
        kind: 'plan-checks',
        at: clock(),
        platform,
        before,
        after,
        limit: mostAtOnce,
      })
      after = part.after
    }
  }
}
