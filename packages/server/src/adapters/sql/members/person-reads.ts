import type { Role } from '@innkeeper/contract'
import type { OwnMessageSlice, PastRoleRecord, PersonMessagesQuery, PersonRecord } from '../../../ports/people.ts'
import { toPicture } from '../media/picture-reads.ts'
import { given, type Reader } from '../sql.ts'

type PersonRow = {
  user_id: string
  display_name: string
  role: Role
  joined_at: number
  first_seen_at: number
  left_at: number | null
  updated_at: number
  seen_at: number | null
  private_since: number | null
  picture_sha256: string | null
  picture_type: string | null
}

/** Someone who is or was in the channel, whatever their role. */
export async function findPerson(sql: Reader, channelNo: number, userId: string): Promise<PersonRecord | undefined> {
  const row = await sql.get<PersonRow>(
    `select m.user_id, m.display_name, m.role, m.joined_at, m.left_at, m.updated_at, m.seen_at, m.picture_sha256,
       m.picture_type, coalesce(m.first_seen_at, m.joined_at) as first_seen_at, p.since as private_since
     from members m left join private_members p on p.channel = m.channel and p.user_id = m.user_id
     where m.channel = ? and m.user_id = ?`,
    channelNo,
    userId,
  )
  return (
    row && {
      userId: row.user_id,
      displayName: row.display_name,
      role: row.role,
      joinedAt: row.joined_at,
      firstSeenAt: row.first_seen_at,
      leftAt: row.left_at,
      updatedAt: row.updated_at,
      picture: toPicture(row),
      seenAt: row.seen_at,
      privateSince: row.private_since,
    }
  )
}

/** Everyone whose last appearance is known, without people who are private. */
export async function listLastSeen(
  sql: Reader,
  channelNo: number,
  since: number,
): Promise<{ userId: string; seenAt: number }[]> {
  return await sql.all(
    `select m.user_id as "userId", m.seen_at as "seenAt" from members m
     where m.channel = ? and m.seen_at >= ?
       and not exists (select 1 from private_members p where p.channel = m.channel and p.user_id = m.user_id)
     order by m.seen_at desc, m.user_id`,
    channelNo,
    since,
  )
}

type RoleRow = { id: number; at: number; actor: string; action: string; target: string | null; detail: string }

const roleColumns = 'audit_id as id, at, actor, action, target, detail'

/** From the audit log, newest first. */
export async function listPastRoles(
  sql: Reader,
  channelNo: number,
  userId: string,
  limit: number,
): Promise<PastRoleRecord[]> {
  const rows: RoleRow[] = []
  for (const action of ['role.changed', 'owner.claimed', 'owner.changed', 'owner.left', 'member.gone']) {
    const found = await sql.all<RoleRow>(
      `select ${roleColumns} from audit where channel = ? and action = ? and target = ?
       order by audit_id desc limit ${given}`,
      channelNo,
      action,
      userId,
      limit,
    )
    rows.push(...found)
  }
  // Ownership changes hands rarely, so these are few. The person is the one who gave it away.
  const handedOver = await sql.all<RoleRow>(
    `select ${roleColumns} from audit where channel = ? and action = 'owner.changed' and instr(detail, ?) > 0
     order by audit_id desc limit ${given}`,
    channelNo,
    JSON.stringify({ from: userId }),
    limit,
  )
  rows.push(...handedOver)
  rows.sort((one, other) => other.id - one.id)
  return rows.slice(0, limit).map((row) => toPastRole(row, userId))
}

function toPastRole({ at, actor, action, target, detail }: RoleRow, userId: string): PastRoleRecord {
  const { from = null, to = null, role = null } = JSON.parse(detail)
  switch (action) {
    case 'role.changed':
      return { at, by: actor, from, to }
    case 'owner.claimed':
      return { at, by: userId, from: null, to: 'owner' }
    case 'owner.changed':
      return target === userId
        ? { at, by: actor, from: null, to: 'owner' }
        : { at, by: actor, from: 'owner', to: 'admin' }
    case 'owner.left':
      return { at, by: actor, from: 'owner', to: null }
    default:
      return { at, by: actor, from: role, to: null }
  }
}

type MessageRow = { time: number; seq: number; messageId: string; editedAt: number | null; json: string }

const pages = {
  asc: { beyond: '(time, seq) > (?, ?) and time < ?', until: '(time, seq) <= (?, ?)', order: 'time, seq' },
  desc: { beyond: '(time, seq) < (?, ?) and time >= ?', until: '(time, seq) >= (?, ?)', order: 'time desc, seq desc' },
}

/**
 * The messages of one person among the next `examine` messages of a channel. There is no index by sender (see ADR 9), so this
 * reads them all; callers take slices and let others have their turn in between.
 */
export async function listMessagesOf(
  sql: Reader,
  channelNo: number,
  { userId, order, from, to, after, examine }: PersonMessagesQuery,
): Promise<OwnMessageSlice> {
  const { beyond, until, order: inOrder } = pages[order]
  const start =
    order === 'asc'
      ? (after ?? { time: from, seq: Number.MIN_SAFE_INTEGER })
      : (after ?? { time: to, seq: Number.MIN_SAFE_INTEGER })
  const bound = order === 'asc' ? to : from
  const range = [channelNo, start.time, start.seq, bound] as const
  const end = await sql.get<{ time: number; seq: number }>(
    `select time, seq from messages where channel = ? and ${beyond} order by ${inOrder} limit 1 offset ${given}`,
    ...range,
    examine - 1,
  )
  // Inside a text the quotation marks would be escaped, so this matches nothing else.
  const sender = `"sender":{"id":${JSON.stringify(userId)},`
  const messages = await sql.all<MessageRow>(
    `select time, seq, message_id as "messageId", edited_at as "editedAt", json from messages
     where channel = ? and ${beyond} and ${until} and instr(json, ?) > 0 order by ${inOrder}`,
    ...range,
    ...(end ? [end.time, end.seq] : order === 'asc' ? [bound, 0] : [bound, Number.MIN_SAFE_INTEGER]),
    sender,
  )
  return { messages, next: end }
}
