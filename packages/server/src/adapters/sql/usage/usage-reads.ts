import type { Reach } from '../../../domain/accounts/channel-limit.ts'
import type { ModelTokens } from '../../../domain/assistant/answering/model-shares.ts'
import type { ChannelUsageRecord, UsageRecord } from '../../../ports/records.ts'
import { isInReach } from '../accounts/channel-limits.ts'
import type { Reader } from '../sql.ts'

type Days = { from: string; to: string }

const sums = `sum(u.messages) as "messages", sum(u.media_files) as "mediaFiles", sum(u.media_bytes) as "mediaBytes",
  sum(u.auto_replies) as "autoReplies", sum(u.welcomes) as "welcomes"`

/** Counters of the channels this user may access, summed by day; days without events are absent. */
export async function listUsageOf(sql: Reader, { userId, limit }: Reach, { from, to }: Days): Promise<UsageRecord[]> {
  return await sql.all<UsageRecord>(
    `select u.day, ${sums}
     from members m join usage_days u on u.channel = m.channel
     where m.user_id = ? and m.left_at is null and m.role <> 'guest' and u.day between ? and ?
       and ${isInReach('m.channel')}
     group by u.day`,
    userId,
    from,
    to,
    limit,
    limit,
  )
}

/** The same counters, summed by channel. */
export async function listUsageByChannelOf(
  sql: Reader,
  { userId, limit }: Reach,
  { from, to }: Days,
): Promise<ChannelUsageRecord[]> {
  return await sql.all<ChannelUsageRecord>(
    `select c.channel_id as "channelId", c.name, coalesce(u.messages, 0) as "messages",
       coalesce(u.media_files, 0) as "mediaFiles", coalesce(u.media_bytes, 0) as "mediaBytes",
       coalesce(u.auto_replies, 0) as "autoReplies", coalesce(u.welcomes, 0) as "welcomes"
     from members m join channels c on c.channel = m.channel
     left join (
       select channel, sum(messages) as messages, sum(media_files) as media_files, sum(media_bytes) as media_bytes,
         sum(auto_replies) as auto_replies, sum(welcomes) as welcomes
       from usage_days where day between ? and ? and channel in (select channel from members where user_id = ?)
       group by channel
     ) as u on u.channel = m.channel
     where m.user_id = ? and m.left_at is null and m.role <> 'guest' and ${isInReach('m.channel')}
     order by coalesce(u.messages, 0) desc, c.name, c.channel_id`,
    from,
    to,
    userId,
    userId,
    limit,
    limit,
  )
}

export async function listUsageIn(sql: Reader, channelNo: number, { from, to }: Days): Promise<UsageRecord[]> {
  return await sql.all<UsageRecord>(
    `select day, messages, media_files as "mediaFiles", media_bytes as "mediaBytes", auto_replies as "autoReplies", welcomes
     from usage_days where channel = ? and day between ? and ?`,
    channelNo,
    from,
    to,
  )
}

/** Spent on the language model on one day of the server; 0 for a channel or person that isn't given. */
export async function getModelTokens(
  sql: Reader,
  { day, channelNo, userId }: { day: string; channelNo: number | null; userId: string | null },
): Promise<ModelTokens> {
  const row = await sql.get<ModelTokens>(
    `select (select coalesce(sum(tokens), 0) from model_days where day = ?) as day,
       coalesce((select tokens from model_days where channel = ? and day = ?), 0) as channel,
       coalesce((select tokens from model_people where day = ? and user_id = ?), 0) as person`,
    day,
    channelNo,
    day,
    day,
    userId,
  )
  return row ?? { day: 0, channel: 0, person: 0 }
}

export async function listRequestsOf(
  sql: Reader,
  userId: string,
  { from, to }: Days,
): Promise<{ day: string; count: number }[]> {
  return await sql.all<{ day: string; count: number }>(
    'select day, requests as "count" from request_days where user_id = ? and day between ? and ?',
    userId,
    from,
    to,
  )
}
