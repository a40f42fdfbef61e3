import { given, type Reader } from '../sql.ts'

const isKeeper = `(m.role = 'owner' or m.role = 'admin'
  or exists (select 1 from subscriptions s where s.channel = m.channel and s.user_id = m.user_id))`

/**
 * An expression over `members m` and `channels c`, with a time as its value: members with power or a subscription who were not
 * confirmed since then, and everyone who was a member before the bot's absence and was not confirmed after it.
 */
export const duePeople = `m.left_at is null and (
  (m.checked_at < ? and ${isKeeper}) or (m.checked_at < c.returned_at and m.joined_at < c.returned_at)
)`

/** People to look up on the platform, those with power or a subscription first; or one person, if they are still a member. */
export async function listUnchecked(
  sql: Reader,
  channelNo: number,
  { before, userId, limit }: { before: number; userId: string | undefined; limit: number },
): Promise<string[]> {
  if (userId !== undefined) {
    const one = await sql.get(
      'select 1 from members where channel = ? and user_id = ? and left_at is null',
      channelNo,
      userId,
    )
    return one ? [userId] : []
  }
  const rows = await sql.all<{ userId: string }>(
    `select m.user_id as "userId" from members m join channels c on c.channel = m.channel
     where m.channel = ? and ${duePeople}
     order by case when ${isKeeper} then 0 else 1 end, m.user_id limit ${given}`,
    channelNo,
    before,
    limit,
  )
  return rows.map((row) => row.userId)
}
