import type { Clock } from '../ports/clock.ts'
import type { IncomingEvent } from '../ports/connector.ts'
import type { Store } from '../ports/store.ts'

/** Takes in what a platform tells. When the promise resolves the events are durable and may be acknowledged. */
export async function receiveEvents(
  { store, clock }: { store: Store; clock: Clock },
  events: IncomingEvent[],
): Promise<{ fresh: number; duplicate: number }> {
  return await store.write<'receive-events'>({ kind: 'receive-events', at: clock(), events })
}
