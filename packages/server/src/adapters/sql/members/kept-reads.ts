import type { KeptRecord, MembershipRecord } from '../../../ports/people.ts'
import { toPicture } from '../media/picture-reads.ts'
import type { Reader } from '../sql.ts'

type MembershipRow = Omit<MembershipRecord, 'picture' | 'isPrivate'> & {
  privateSince: number | null
  picture_sha256: string | null
  picture_type: string | null
}

/** Every channel with a record of the person, most recently joined first. */
export async function listMemberships(sql: Reader, userId: string): Promise<MembershipRecord[]> {
  const rows = await sql.all<MembershipRow>(
    `select c.channel as "channelNo", c.channel_id as "channelId", c.name, c.type, m.role, m.display_name as "displayName",
       m.picture_sha256, m.picture_type, m.joined_at as "joinedAt", m.left_at as "leftAt", p.since as "privateSince",
       s.since as "subscribedAt"
     from members m join channels c on c.channel = m.channel
     left join private_members p on p.channel = m.channel and p.user_id = m.user_id
     left join subscriptions s on s.channel = m.channel and s.user_id = m.user_id
     where m.user_id = ? order by m.joined_at desc, m.channel desc`,
    userId,
  )
  return rows.map(({ privateSince, picture_sha256, picture_type, ...row }) => ({
    ...row,
    picture: toPicture({ picture_sha256, picture_type }),
    isPrivate: privateSince !== null,
  }))
}

type Counted = Omit<KeptRecord, 'kind'>

const counted = (count: string, at: string) =>
  `select ${count} as count, null as bytes, min(${at}) as "firstAt", max(${at}) as "lastAt"`

/**
 * What is kept about a person, by kind. If you add a table with a `user_id`, add a row here. The parameters are the person and,
 * in `ofChannel`, the channel.
 */
const ofAccount: Record<string, string> = {
  keys: `${counted('count(*)', 'created_at')} from keys where user_id = ? and kind = 'key'`,
  'sign-ins': `${counted('count(*)', 'created_at')} from keys where user_id = ? and kind = 'sign-in'`,
  'api-requests': `select coalesce(sum(requests), 0) as count, null as bytes, null as "firstAt", null as "lastAt"
    from request_days where user_id = ?`,
  'ai-questions': `select coalesce(sum(requests), 0) as count, null as bytes, null as "firstAt", null as "lastAt"
    from model_people where user_id = ?`,
  'saved-searches': `${counted('count(*)', 'created_at')} from saved_searches where user_id = ?`,
  'operator-account': `${counted('count(*)', 'created_at')} from operators where user_id = ?`,
}

const ofChannel: Record<string, string> = {
  answers: `${counted('count(*)', 'at')} from sends where user_id = ? and channel = ?`,
  'log-entries': `${counted('count(*)', 'at')} from audit where ? in (actor, target) and channel = ?`,
  rules: `${counted('count(*)', 'created_at')} from rules where created_by = ? and channel = ?`,
  happenings: `${counted('count(*)', 'time')} from happenings where user_id = ? and channel = ?`,
  bookmarks: `${counted('count(*)', 'created_at')} from bookmarks where user_id = ? and channel = ?`,
  'read-position': `select count(*) as count, null as bytes, null as "firstAt", null as "lastAt"
    from read_positions where user_id = ? and channel = ?`,
}

/** Kinds with nothing are left out. */
export async function listKept(sql: Reader, userId: string, channelNo: number | null): Promise<KeptRecord[]> {
  const texts = Object.entries(channelNo === null ? ofAccount : ofChannel)
  const kept: KeptRecord[] = []
  for (const [kind, text] of texts) {
    const row = await sql.get<Counted>(text, userId, ...(channelNo === null ? [] : [channelNo]))
    if (row && row.count > 0) kept.push({ kind, ...row })
  }
  return kept
}
