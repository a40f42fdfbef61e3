import type { Reach } from '../../../domain/accounts/channel-limit.ts'
import type { KeptRecord, MembershipRecord } from '../../../ports/people.ts'
import { isInReach } from '../accounts/channel-limits.ts'
import { toPicture } from '../media/picture-reads.ts'
import type { Reader } from '../sql.ts'

type MembershipRow = Omit<MembershipRecord, 'picture' | 'isPrivate'> & {
  privateSince: number | null
  picture_sha256: string | null
  picture_type: string | null
}

/** Every channel with a record of the person, most recently joined first. */
export async function listMemberships(sql: Reader, { userId, limit }: Reach): Promise<MembershipRecord[]> {
  const rows = await sql.all<MembershipRow>(
    `select c.channel as "channelNo", c.channel_id as "channelId", c.name, c.type, m.role, m.display_name as "displayName",
       m.picture_sha256, m.picture_type, m.joined_at as "joinedAt", m.left_at as "leftAt", p.since as "privateSince",
       s.since as "subscribedAt"
     from members m join channels c on c.channel = m.channel
     left join private_members p on p.channel = m.channel and p.user_id = m.user_id
     left join subscriptions s on s.channel = m.channel and s.user_id = m.user_id
     where m.user_id = ? and ${isInReach('c.channel')} order by m.joined_at desc, m.channel desc`,
    userId,
    limit,
    limit,
  )
  return rows.map(({ privateSince, picture_sha256, picture_type, ...row }) => ({
    ...row,
    picture: toPicture({ picture_sha256, picture_type }),
    isPrivate: privateSince !== null,
  }))
}

/** Where something about people is kept. */
type Source = {
  table: string
  /** Columns that may contain the person. */
  person: readonly string[]
  /** When each was created, if that is known. */
  at?: string
  /** What to count, if it isn't rows. */
  count?: string
  /** A further condition. */
  only?: string
  /** Which rows are of the channel, if there is no column `channel`. */
  ofChannel?: string
}

/** What is kept about a person outside of channels, by kind. A test fails if a column that contains people is missing. */
export const keptInAccount: Readonly<Record<string, Source>> = {
  keys: { table: 'keys', person: ['user_id'], at: 'created_at', only: "kind = 'key'" },
  'sign-ins': { table: 'keys', person: ['user_id'], at: 'created_at', only: "kind = 'sign-in'" },
  'sign-in-links': { table: 'sign_in_codes', person: ['user_id'], at: 'created_at' },
  'api-requests': { table: 'request_days', person: ['user_id'], count: 'coalesce(sum(requests), 0)' },
  'ai-questions': { table: 'model_people', person: ['user_id'], count: 'coalesce(sum(requests), 0)' },
  'saved-searches': { table: 'saved_searches', person: ['user_id'], at: 'created_at' },
  'claim-codes': { table: 'claim_codes', person: ['used_by'], at: 'used_at' },
  'operator-account': { table: 'operators', person: ['user_id'], at: 'created_at' },
}

/** The same in each channel. Messages and their files are counted one by one. */
export const keptInChannel: Readonly<Record<string, Source>> = {
  answers: { table: 'sends', person: ['user_id'], at: 'at' },
  'log-entries': { table: 'audit', person: ['actor', 'target'], at: 'at' },
  rules: { table: 'rules', person: ['created_by'], at: 'created_at' },
  'assistant-versions': { table: 'assistant_versions', person: ['actor'], at: 'at' },
  happenings: { table: 'happenings', person: ['user_id'], at: 'time' },
  bookmarks: { table: 'bookmarks', person: ['user_id'], at: 'created_at' },
  webhooks: { table: 'webhooks', person: ['user_id'], at: 'created_at' },
  'read-position': { table: 'read_positions', person: ['user_id'] },
  welcomes: { table: 'newcomers', person: ['user_id'], at: 'received_at' },
  // An answer may have several rows, for the rule and for the person.
  cooldowns: { table: 'cooldowns', person: ['user_id'], at: 'at', count: 'count(distinct at)' },
  'early-edits': { table: 'early_edits', person: ['user_id'], at: 'received_at' },
  'unread-events': {
    table: 'unread_events',
    person: ['user_id'],
    at: 'at',
    ofChannel: 'channel_id = (select channel_id from channels where channel = ?)',
  },
}

/** Kinds with nothing are left out. */
export async function listKept(sql: Reader, userId: string, channelNo: number | null): Promise<KeptRecord[]> {
  const sources = Object.entries(channelNo === null ? keptInAccount : keptInChannel)
  const kept: KeptRecord[] = []
  for (const [kind, source] of sources) {
    const values = channelNo === null ? [userId] : [userId, channelNo]
    const row = await sql.get<Omit<KeptRecord, 'kind'>>(textFor(source, channelNo !== null), ...values)
    if (row && row.count > 0) kept.push({ kind, ...row })
  }
  return kept
}

function textFor({ table, person, at, count = 'count(*)', only, ofChannel }: Source, isInChannel: boolean): string {
  const times = at === undefined ? ['null', 'null'] : [`min(${at})`, `max(${at})`]
  const isTheirs = person.length === 1 ? `${person[0]} = ?` : `? in (${person.join(', ')})`
  const conditions = [isTheirs, ...(isInChannel ? [ofChannel ?? 'channel = ?'] : []), ...(only ? [only] : [])]
  return `select ${count} as count, null as bytes, ${times[0]} as "firstAt", ${times[1]} as "lastAt"
    from ${table} where ${conditions.join(' and ')}`
}
