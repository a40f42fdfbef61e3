import type { KeptData, KeptInChannel, KeptItem } from '@innkeeper/contract'
import { ownFrom } from '../../domain/messages/retention.ts'
import { toTimestamp, toTimestampOrNull } from '../../domain/timestamp.ts'
import type { Clock } from '../../ports/clock.ts'
import type { KeptRecord } from '../../ports/people.ts'
import type { Store } from '../../ports/store.ts'
import { type ChannelGrant, type Grant, reachOf } from '../access.ts'
import type { Pictures } from '../media/pictures.ts'
import { readMessagesOf } from '../members/own-messages.ts'

type Deps = { store: Store; clock: Clock; pictures: Pictures; retentionCeilingDays: number | null }

/** What is quickly found. The messages of a channel are counted on request, because that takes longer. */
export async function getKept({ store, pictures }: Deps, grant: Grant): Promise<KeptData> {
  const { userId } = grant
  const [profile, memberships, kept] = await Promise.all([
    store.getProfile(userId),
    store.listMemberships(reachOf(grant)),
    store.listKept(userId, null),
  ])
  return {
    userId,
    displayName: profile.displayName ?? userId,
    items: kept.map(toItem),
    channels: memberships.map(({ channelNo: _, picture, joinedAt, leftAt, subscribedAt, ...membership }) => ({
      ...membership,
      status: leftAt === null ? 'active' : 'left',
      pictureUrl: pictures.urlOf(userId, picture),
      joinedAt: toTimestamp(joinedAt),
      leftAt: toTimestampOrNull(leftAt),
      subscribedAt: toTimestampOrNull(subscribedAt),
    })),
  }
}

export async function getKeptInChannel(
  { store, clock, retentionCeilingDays }: Deps,
  grant: ChannelGrant,
): Promise<KeptInChannel> {
  const { channelNo } = grant.channel
  const messages = createCount('messages', null)
  const edited = createCount('edited-messages', null)
  const files = createCount('files', 0)
  for await (const slice of readMessagesOf(store, {
    channelNo,
    userId: grant.userId,
    order: 'asc',
    from: ownFrom(grant, clock(), retentionCeilingDays),
    to: Number.MAX_SAFE_INTEGER,
  })) {
    for (const { time, editedAt, json } of slice) {
      const { fileSize } = JSON.parse(json)
      messages.add(time)
      if (editedAt !== null) edited.add(time)
      if (typeof fileSize === 'number') files.add(time, fileSize)
    }
  }
  const others = await store.listKept(grant.userId, channelNo)
  const all = [messages.record, edited.record, files.record, ...others]
  return { items: all.filter(({ count }) => count > 0).map(toItem) }
}

/** Times are added in order. */
function createCount(kind: string, bytes: number | null): { record: KeptRecord; add(at: number, size?: number): void } {
  const record: KeptRecord = { kind, count: 0, bytes, firstAt: null, lastAt: null }
  return {
    record,
    add(at, size = 0) {
      record.count += 1
      record.firstAt ??= at
      record.lastAt = at
      if (record.bytes !== null) record.bytes += size
    },
  }
}

function toItem({ firstAt, lastAt, ...item }: KeptRecord): KeptItem {
  return { ...item, firstAt: toTimestampOrNull(firstAt), lastAt: toTimestampOrNull(lastAt) }
}
