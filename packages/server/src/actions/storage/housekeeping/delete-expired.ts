import type { Clock } from '../../../ports/clock.ts'
import type { Expired } from '../../../ports/commands/messages.ts'
import type { Store } from '../../../ports/store.ts'

type Deps = { store: Store; clock: Clock; retentionCeilingDays: number | null }

/** Per commit, which is short enough that incoming messages don't wait for it. */
const mostAtOnce = 200

/** Retention: deletes everything that has expired by now. Stopping or crashing between two commits loses nothing: the next run continues. */
export async function deleteExpired(
  { store, clock, retentionCeilingDays: ceilingDays }: Deps,
  signal?: AbortSignal,
  tell: (sum: Expired) => void = () => {},
): Promise<Expired> {
  const at = clock()
  const sum = { messages: 0, mediaFiles: 0, mediaBytes: 0, more: true }
  while (sum.more && !signal?.aborted) {
    const part = await store.write<'delete-expired'>({ kind: 'delete-expired', at, ceilingDays, limit: mostAtOnce })
    sum.messages += part.messages
    sum.mediaFiles += part.mediaFiles
    sum.mediaBytes += part.mediaBytes
    sum.more = part.more
    tell(sum)
  }
  return sum
}
