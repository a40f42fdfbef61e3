import type { QueryOf, Routes, Send } from '@innkeeper/contract'
import type { Cursor } from '../../domain/cursor.ts'
import { nextSlice } from '../../domain/long-work.ts'
import { visibleFrom } from '../../domain/messages/retention.ts'
import type { Clock } from '../../ports/clock.ts'
import type { SendPosition, SendQuery, SendSlice } from '../../ports/records.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'
import { nextCursor, readCursor, standardPageSize } from '../list-page.ts'

type Deps = { store: Store; clock: Clock; retentionCeilingDays: number | null }

const newest: SendPosition = { at: Number.MAX_SAFE_INTEGER, sendId: 0 }

/**
 * What the bot sent and how it turned out, newest first. A reply has the time of the message it answers, so the log shows exactly
 * the replies to messages that this caller can read.
 */
export async function listSends(
  { store, clock, retentionCeilingDays }: Deps,
  grant: ChannelGrant,
  asked: QueryOf<Routes['listSends']>,
): Promise<{ sends: Send[]; nextCursor: string | null }> {
  const { channel, channelId } = grant
  const list = { list: 'sends', channelId, secret: store.secret }
  const { state, ruleId, messageId } = asked
  const { query, after } = readCursor(asked.cursor, { state, ruleId, messageId }, list)
  const { sends, last } = await readSendPage(store, channel.channelNo, {
    since: visibleFrom(grant, clock(), retentionCeilingDays),
    after,
    limit: asked.limit ?? standardPageSize,
    state: query.state,
    ruleId: query.ruleId,
    messageId: query.messageId,
  })
  return { sends, nextCursor: nextCursor(last, query, list) }
}

type SendPageQuery = Omit<SendQuery, 'before'> & { after: Cursor['after'] | undefined }

/** `last`: where the next page starts; undefined at the end. */
export async function readSendPage(
  store: Pick<Store, 'listSends'>,
  channelNo: number,
  { after, limit, ...query }: SendPageQuery,
): Promise<{ sends: Send[]; last: number[] | undefined }> {
  const found: SendSlice['sends'] = []
  let before: SendPosition | undefined = after ? { at: Number(after[0]), sendId: Number(after[1]) } : newest
  while (before && found.length <= limit) {
    const slice: SendSlice = await store.listSends(channelNo, { ...query, before, limit: limit + 1 - found.length })
    found.push(...slice.sends)
    before = slice.next
    // A long log with few matching entries is read in slices, so that others get their turn.
    if (before) await nextSlice()
  }
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1)?.position : undefined
  return { sends: page.map(({ send }) => send), last: last && [last.at, last.sendId] }
}
