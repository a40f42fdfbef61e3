import { subjectOf } from '../../../domain/storage/erasure.ts'
import type { IncomingEvent } from '../../../ports/connector.ts'
import type { Sql } from '../sql.ts'

// Late events must not bring back what was erased. Checked only if a channel or a person is unknown.

/** Whether the person was erased, here or everywhere, at this time or later. */
export function wasErased(tx: Sql, channelId: string, userId: string, at: number): Promise<boolean> {
  return tx.intake.wasErased(subjectOf(userId), subjectOf(channelId), at)
}

/** Returns the people among `userIds` who were erased, here or everywhere, at this time or later. */
export async function listErased(tx: Sql, channelId: string, userIds: string[], at: number): Promise<Set<string>> {
  if (userIds.length === 0) return new Set()
  const erased = await tx.intake.listErased(userIds.map(subjectOf), subjectOf(channelId), at)
  const found = new Set(erased.map(({ subject }) => subject))
  return new Set(found.size === 0 ? [] : userIds.filter((userId) => found.has(subjectOf(userId))))
}

/** Whether an erasure of the person everywhere is under way. */
export async function isBeingErased(tx: Sql, userId: string): Promise<boolean> {
  const open = await tx.get(
    "select 1 from erasures where subject = ? and kind = 'person' and channel_subject is null and finished_at is null limit 1",
    subjectOf(userId),
  )
  return open !== undefined
}

/** How often the person was erased everywhere since then. */
export async function countErasures(tx: Sql, userId: string, since: number): Promise<number> {
  const row = await tx.get<{ count: number }>(
    "select count(*) as count from erasures where subject = ? and kind = 'person' and channel_subject is null and at > ?",
    subjectOf(userId),
    since,
  )
  return row?.count ?? 0
}

const endings: ReadonlySet<IncomingEvent['kind']> = new Set([
  'bot-removed',
  'members-left',
  'message-unsent',
  'chat-moved',
])

/** After its erasure a channel is created again when the bot is added or a member writes; events about an end create nothing. */
export async function isOfErasedChannel(tx: Sql, event: IncomingEvent): Promise<boolean> {
  const erased = await tx.get<{ at: number; isOpen: number }>(
    `select max(at) as at, max(case when finished_at is null then 1 else 0 end) as "isOpen" from erasures where subject = ? and kind = 'channel'
     having count(*) > 0`,
    subjectOf(event.channel.channelId),
  )
  if (!erased) return false
  const isEnd = endings.has(event.kind)
  return isEnd || erased.isOpen === 1 || event.at <= erased.at
}
