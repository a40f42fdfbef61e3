import type { Role } from '@innkeeper/contract'
import type { Reach } from '../../../domain/accounts/channel-limit.ts'
import type { AuditRecord, ChannelListRecord, MemberRecord } from '../../../ports/records.ts'
import { isInReach } from '../accounts/channel-limits.ts'
import { toPicture } from '../media/picture-reads.ts'
import { given, type Reader } from '../sql.ts'
import { type ListRow, toListRecord } from './channel-reads.ts'

/** Without a role: all except `guest`, which is listed only on request. */
const roleFilter = (column: string) => `(${column} = ? or (cast(? as text) is null and ${column} <> 'guest'))`

export async function listChannelsOf(
  sql: Reader,
  { userId, limit }: Reach,
  role: Role | undefined,
): Promise<ChannelListRecord[]> {
  const rows = await sql.all<ListRow>(
    `select c.channel_id, c.name, c.type, c.enabled_at, c.bot_present, c.owner_disabled
     from members m join channels c on c.channel = m.channel
     where m.user_id = ? and m.left_at is null and ${roleFilter('m.role')} and ${isInReach('c.channel')}
     order by c.enabled_at desc, c.channel desc`,
    userId,
    role ?? null,
    role ?? null,
    limit,
    limit,
  )
  return rows.map(toListRecord)
}

/** Also undefined if the channel was erased. */
export async function findChannelNo(sql: Reader, channelId: string): Promise<number | undefined> {
  const row = await sql.get<{ channel: number }>(
    'select c.channel from channels c join assistants a on a.channel = c.channel where c.channel_id = ?',
    channelId,
  )
  return row?.channel
}

export async function listAllChannels(
  sql: Reader,
): Promise<(ChannelListRecord & { ownerId: string | null; messages: number })[]> {
  const rows = await sql.all<ListRow & { owner_id: string | null; messages: number }>(
    `select c.channel_id, c.name, c.type, c.enabled_at, c.bot_present, c.owner_disabled,
       (select user_id from members o where o.channel = c.channel and o.role = 'owner') as owner_id,
       (select count(*) from messages m where m.channel = c.channel) as messages
     from channels c order by c.enabled_at desc, c.channel desc`,
  )
  return rows.map((row) => ({ ...toListRecord(row), ownerId: row.owner_id, messages: row.messages }))
}

type MemberRow = {
  user_id: string
  display_name: string
  role: Role
  joined_at: number
  left_at: number | null
  updated_at: number
  picture_sha256: string | null
  picture_type: string | null
}

export async function listMembers(sql: Reader, channelNo: number, role: Role | undefined): Promise<MemberRecord[]> {
  const rows = await sql.all<MemberRow>(
    `select user_id, display_name, role, joined_at, left_at, updated_at, picture_sha256, picture_type
     from members
     where channel = ? and ${roleFilter('role')}
     order by case role when 'owner' then 0 when 'admin' then 1 when 'member' then 2 else 3 end, display_name, user_id`,
    channelNo,
    role ?? null,
    role ?? null,
  )
  return rows.map((row) => ({
    userId: row.user_id,
    displayName: row.display_name,
    role: row.role,
    joinedAt: row.joined_at,
    leftAt: row.left_at,
    updatedAt: row.updated_at,
    picture: toPicture(row),
  }))
}

type AuditRow = {
  audit_id: number
  at: number
  actor: string
  key_id: string | null
  action: string
  target: string | null
  detail: string
}

export async function listAudit(
  sql: Reader,
  channelNo: number,
  page: { before: number | undefined; limit: number },
): Promise<AuditRecord[]> {
  const rows = await sql.all<AuditRow>(
    `select audit_id, at, actor, key_id, action, target, detail from audit
     where channel = ? and audit_id < ? order by audit_id desc limit ${given}`,
    channelNo,
    page.before ?? Number.MAX_SAFE_INTEGER,
    page.limit,
  )
  return rows.map((row) => ({
    id: row.audit_id,
    at: row.at,
    actor: row.actor,
    keyId: row.key_id,
    action: row.action,
    target: row.target,
    detail: JSON.parse(row.detail),
  }))
}
