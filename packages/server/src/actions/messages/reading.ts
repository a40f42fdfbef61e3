import {
  type BodyOf,
  type Bookmark,
  type BookmarkList,
  type ReadPosition,
  type Routes,
  sizeLimits,
} from '@innkeeper/contract'
import { unreadAfter, visibleFrom } from '../../domain/messages/retention.ts'
import { Refusal } from '../../domain/refusal.ts'
import { toTimestamp, toTimestampOrNull } from '../../domain/timestamp.ts'
import type { Clock } from '../../ports/clock.ts'
import type { BookmarkRecord, MessagePosition } from '../../ports/reading.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'
import { itemsBytes } from '../list-page.ts'
import type { Pictures } from '../media/pictures.ts'
import { renderTimelineMessage } from './timeline.ts'

type Deps = { store: Store; clock: Clock; pictures: Pictures; retentionCeilingDays: number | null }

export async function getReadPosition(deps: Deps, grant: ChannelGrant): Promise<ReadPosition> {
  const { store, clock, retentionCeilingDays } = deps
  const { channelNo } = grant.channel
  const position = await store.findReadPosition(channelNo, grant.userId)
  if (!position) return { readUntil: null, unread: 0, firstUnreadId: null }
  const from = visibleFrom(grant, clock(), retentionCeilingDays)
  const { count, firstId } = await store.getUnread(channelNo, unreadAfter(position, from), sizeLimits.countedUnread)
  return { readUntil: toTimestampOrNull(position.time), unread: count, firstUnreadId: firstId ?? null }
}

export async function setReadPosition(
  deps: Deps,
  grant: ChannelGrant,
  { messageId }: BodyOf<Routes['setReadPosition']>,
): Promise<ReadPosition> {
  const { channelId, authority: by } = grant
  const at = deps.clock()
  const position = await accessMessage(deps, grant, messageId, at)
  await deps.store.write<'mark-read'>({ kind: 'mark-read', by, at, channelId, position })
  return await getReadPosition(deps, grant)
}

/** Bookmarks outlive their owner's access, but only what they can read is shown. */
export async function listBookmarks(deps: Deps, grant: ChannelGrant): Promise<Buffer> {
  const { store, clock, retentionCeilingDays } = deps
  const from = visibleFrom(grant, clock(), retentionCeilingDays)
  const records = await store.listBookmarks(grant.channel.channelNo, grant.userId, from)
  const rendered = await render(deps, grant, records, from)
  const others: Omit<BookmarkList, 'bookmarks'> = { limit: sizeLimits.bookmarks }
  return itemsBytes<BookmarkList>('bookmarks', rendered, others)
}

export async function saveBookmark(
  deps: Deps,
  grant: ChannelGrant,
  messageId: string,
  { note }: BodyOf<Routes['saveBookmark']>,
): Promise<Buffer> {
  const { store, retentionCeilingDays } = deps
  const { channelId, channel, authority: by, userId } = grant
  const at = deps.clock()
  await accessMessage(deps, grant, messageId, at)
  await store.write<'save-bookmark'>({ kind: 'save-bookmark', by, at, channelId, messageId, note })
  const saved = await store.findBookmark(channel.channelNo, userId, messageId)
  const [rendered] = saved ? await render(deps, grant, [saved], visibleFrom(grant, at, retentionCeilingDays)) : []
  // Unsent in the meantime.
  if (rendered === undefined) throw new Refusal('message-not-found')
  return Buffer.from(rendered)
}

export async function deleteBookmark({ store, clock }: Deps, grant: ChannelGrant, messageId: string): Promise<void> {
  const { channelId, authority: by } = grant
  await store.write<'delete-bookmark'>({ kind: 'delete-bookmark', by, at: clock(), channelId, messageId })
}

async function accessMessage(
  { store, retentionCeilingDays }: Deps,
  grant: ChannelGrant,
  messageId: string,
  at: number,
): Promise<MessagePosition> {
  const position = await store.findPosition(grant.channel.channelNo, messageId)
  if (!position || position.time < visibleFrom(grant, at, retentionCeilingDays)) {
    throw new Refusal('message-not-found')
  }
  return position
}

async function render(
  { store, pictures }: Deps,
  { channel: { channelNo } }: ChannelGrant,
  records: readonly BookmarkRecord[],
  from: number,
): Promise<string[]> {
  const stored = await store.listStoredMessages(
    channelNo,
    records.map(({ position }) => position),
  )
  const complete = await store.completeMessages(channelNo, stored)
  const messages = new Map(complete.map((one) => [one.messageId, one]))
  return records.flatMap(({ messageId, note, createdAt, updatedAt }) => {
    const record = messages.get(messageId)
    // Unsent since the bookmarks were read.
    if (!record) return []
    const own: Omit<Bookmark, 'message'> = {
      messageId,
      note,
      createdAt: toTimestamp(createdAt),
      updatedAt: toTimestamp(updatedAt),
    }
    const message = renderTimelineMessage(record, { pictures, visibleFrom: from })
    return [`${JSON.stringify(own).slice(0, -1)},"message":${message}}`]
  })
}
