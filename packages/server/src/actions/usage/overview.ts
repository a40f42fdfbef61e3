import { type ChannelCard, type Overview, sizeLimits } from '@innkeeper/contract'
import type { ClaimPolicy } from '../../domain/channels/claim.ts'
import { addDays, dayOf, dayRange } from '../../domain/day.ts'
import { isInDoubt } from '../../domain/members/membership-check.ts'
import { canReadBackup, isSubscriber } from '../../domain/members/permission.ts'
import { unreadAfter, visibleFrom } from '../../domain/messages/retention.ts'
import { toTimestampOrNull } from '../../domain/timestamp.ts'
import type { Clock } from '../../ports/clock.ts'
import type { CardRecord } from '../../ports/reading.ts'
import type { Store } from '../../ports/store.ts'
import { type Grant, reachOf } from '../access.ts'
import type { Pictures } from '../media/pictures.ts'
import { describePlatforms, type KnownPlatforms } from '../platforms/known-platforms.ts'

type Deps = KnownPlatforms & {
  claim: ClaimPolicy
  store: Store
  clock: Clock
  pictures: Pictures
  retentionCeilingDays: number | null
}

const activityDays = 30
const mostNamed = 5

export async function getOverview(deps: Deps, grant: Grant): Promise<Overview> {
  const now = deps.clock()
  // Whatever a channel's time zone, its last days are among these.
  const today = dayOf(now, 'UTC')
  const days = { from: addDays(today, -activityDays), to: addDays(today, 1) }
  const records = await deps.store.listCardsOf(reachOf(grant), { ...days, mostNamed })
  const cards = records.map((record) => ({ record, lastMessageAt: lastReadable(deps, record, now) }))
  cards.sort(
    (a, b) =>
      (b.lastMessageAt ?? Number.NEGATIVE_INFINITY) - (a.lastMessageAt ?? Number.NEGATIVE_INFINITY) ||
      b.record.enabledAt - a.record.enabledAt,
  )
  const unread = await countUnread(deps, records, now)
  return {
    channels: cards.map(({ record, lastMessageAt }) => ({
      ...toCard(deps, record, lastMessageAt, now),
      unread: unread.get(record.channelNo) ?? 0,
    })),
    platforms: describePlatforms(
      deps,
      records.map(({ platform }) => platform),
    ),
  }
}

/** One more statement, for those channels only that this person has looked at and can read. */
async function countUnread(
  { store, retentionCeilingDays }: Deps,
  records: readonly CardRecord[],
  now: number,
): Promise<Map<number, number>> {
  const asked = records.flatMap((record) => {
    const { channelNo, readPosition, joinedAt } = record
    if (!readPosition || !mayRead(record, now)) return []
    const from = visibleFrom({ joinedAt, channel: record }, now, retentionCeilingDays)
    return [{ channelNo, after: unreadAfter(readPosition, from) }]
  })
  return asked.length === 0 ? new Map() : await store.countUnread(asked, sizeLimits.countedUnreadInCard)
}

/** Even the time of the last message is shown only to those who can read it. */
function lastReadable({ retentionCeilingDays }: Deps, record: CardRecord, now: number): number | null {
  const { lastMessageAt, joinedAt } = record
  if (lastMessageAt === null || !mayRead(record, now)) return null
  return lastMessageAt >= visibleFrom({ joinedAt, channel: record }, now, retentionCeilingDays) ? lastMessageAt : null
}

function mayRead(record: CardRecord, now: number): boolean {
  return isSubscriber(record) && !isInDoubt(record, now)
}

function toCard(
  deps: Deps,
  record: CardRecord,
  lastMessageAt: number | null,
  now: number,
): Omit<ChannelCard, 'unread'> {
  const { channelId, name, platform, type, status, isBotPresent, role, memberCount, keepers } = record
  // The others can't change it.
  const isHiding = !record.seesAllMessages && isBotPresent && ['owner', 'admin'].includes(role)
  return {
    channelId,
    name,
    platform,
    type,
    status,
    inChat: isBotPresent,
    ...(isHiding && { seesAllMessages: false }),
    role,
    picture: deps.pictures.urlOf(channelId, record.picture),
    memberCount,
    backup: {
      enabled: record.backupEnabled,
      subscribed: isSubscriber(record),
      allowed: canReadBackup(role, record.backupPolicy),
    },
    lastMessageAt: toTimestampOrNull(lastMessageAt),
    activity: mayRead(record, now) ? listActivity(deps, record, now) : [],
    keepers,
  }
}

function listActivity({ retentionCeilingDays }: Deps, record: CardRecord, now: number): number[] {
  const { activity, joinedAt, timezone } = record
  const first = addDays(dayOf(now, timezone), 1 - activityDays)
  const from = visibleFrom({ joinedAt, channel: record }, now, retentionCeilingDays)
  const firstReadable = from <= dayRange(first, timezone).start ? first : dayOf(from, timezone)
  // Days have one format, so they can be compared as strings.
  const readable = activity.filter(({ day }) => day >= firstReadable)
  const messages = new Map(readable.map((entry) => [entry.day, entry.messages]))
  return Array.from({ length: activityDays }, (_, index) => messages.get(addDays(first, index)) ?? 0)
}
