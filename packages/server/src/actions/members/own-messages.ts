import { nextSlice } from '../../domain/long-work.ts'
import type { OwnMessage } from '../../ports/people.ts'
import type { MessagePosition } from '../../ports/reading.ts'
import type { Store } from '../../ports/store.ts'

type Look = { channelNo: number; userId: string; order: 'asc' | 'desc'; from: number; to: number; most?: number }

/** Looking at this many messages takes a few milliseconds, then others get their turn. */
const examinedAtOnce = 1000

/**
 * What one person posted, in slices. There is no index by sender, so every message of the channel is looked at, `most` of them if
 * it is given. Returns when the earliest of them was sent if that wasn't all.
 */
export async function* readMessagesOf(
  store: Pick<Store, 'listMessagesOf'>,
  { channelNo, most = Number.POSITIVE_INFINITY, ...look }: Look,
): AsyncGenerator<OwnMessage[], number | undefined> {
  let after: MessagePosition | undefined
  for (let examined = 0; examined < most; examined += examinedAtOnce) {
    const slice = await store.listMessagesOf(channelNo, { ...look, after, examine: examinedAtOnce })
    if (slice.messages.length > 0) yield slice.messages
    if (!slice.next) return undefined
    after = slice.next
    await nextSlice()
  }
  return after?.time
}
