import type { BackupPolicy, Role } from '@innkeeper/contract'
import type { Reach } from '../../../domain/accounts/channel-limit.ts'
import type { CardRecord } from '../../../ports/reading.ts'
import { isInReach } from '../accounts/channel-limits.ts'
import { toPicture } from '../media/picture-reads.ts'
import type { Defaults, Reader } from '../sql.ts'
import { backupEnabled, type ListRow, toListRecord } from './channel-reads.ts'

type Row = ListRow & {
  channel: number
  platform: string
  sees_all_messages: number
  picture_sha256: string | null
  picture_type: string | null
  member_count: number
  backup_enabled: number
  backup_policy: BackupPolicy
  timezone: string
  retention_days: number | null
  history: CardRecord['history']
  history_from: number | null
  role: Role
  joined_at: number
  checked_at: number
  returned_at: number | null
  since: number | null
  read_time: number | null
  read_seq: number | null
  last_at: number | null
}

/** Three statements, however many channels there are. */
export async function listCardsOf(
  sql: Reader,
  defaults: Defaults,
  { userId, limit }: Reach,
  { from, to, mostNamed }: { from: string; to: string; mostNamed: number },
): Promise<CardRecord[]> {
  const rows = await sql.all<Row>(
    `select c.channel, c.channel_id, c.platform, c.name, c.type, c.enabled_at, c.bot_present, c.owner_disabled,
       c.sees_all_messages,
       c.picture_sha256, c.picture_type,
       coalesce(
         c.member_count,
         (select count(*) from members p where p.channel = c.channel and p.left_at is null)
       ) as member_count,
       ${backupEnabled} as backup_enabled, cs.backup_policy,
       coalesce(cs.timezone, ?) as timezone, cs.retention_days, cs.history, cs.history_from,
       me.role, me.joined_at, me.checked_at, c.returned_at, my.since, rp.time as read_time, rp.seq as read_seq,
       (select max(time) from messages t where t.channel = c.channel) as last_at
     from members me
     join channels c on c.channel = me.channel
     join channel_settings cs on cs.channel = c.channel
     left join subscriptions my on my.channel = c.channel and my.user_id = me.user_id
     left join read_positions rp on rp.channel = c.channel and rp.user_id = me.user_id
     where me.user_id = ? and me.left_at is null and ${isInReach('c.channel')}`,
    defaults.timezone,
    userId,
    limit,
    limit,
  )
  const activity = await listActivity(sql, userId, { from, to })
  const keepers = rows.some(({ role }) => role === 'guest') ? await listOwnerAndAdmins(sql, userId) : new Map()
  return rows.map((row) => ({
    ...toListRecord(row),
    platform: row.platform,
    isBotPresent: row.bot_present === 1,
    seesAllMessages: row.sees_all_messages === 1,
    channelNo: row.channel,
    role: row.role,
    joinedAt: row.joined_at,
    checkedAt: row.checked_at,
    returnedAt: row.returned_at,
    subscribedAt: row.since ?? undefined,
    picture: toPicture(row),
    memberCount: row.member_count,
    backupEnabled: row.backup_enabled === 1,
    backupPolicy: row.backup_policy,
    timezone: row.timezone,
    retentionDays: row.retention_days,
    history: row.history,
    historyFrom: row.history_from,
    readPosition: row.read_time === null || row.read_seq === null ? null : { time: row.read_time, seq: row.read_seq },
    lastMessageAt: row.last_at,
    activity: activity.get(row.channel) ?? [],
    keepers: (keepers.get(row.channel) ?? []).slice(0, mostNamed),
  }))
}

async function listActivity(
  sql: Reader,
  userId: string,
  days: { from: string; to: string },
): Promise<Map<number, CardRecord['activity']>> {
  const rows = await sql.all<{ channel: number; day: string; messages: number }>(
    `select u.channel, u.day, u.messages from members m join usage_days u on u.channel = m.channel
     where m.user_id = ? and m.left_at is null and m.role <> 'guest' and u.day between ? and ?`,
    userId,
    days.from,
    days.to,
  )
  return Map.groupBy(rows, ({ channel }) => channel)
}

async function listOwnerAndAdmins(sql: Reader, userId: string): Promise<Map<number, string[]>> {
  const rows = await sql.all<{ channel: number; name: string }>(
    `select k.channel, k.display_name as name from members g join members k on k.channel = g.channel
     where g.user_id = ? and g.left_at is null and g.role = 'guest'
       and k.left_at is null and (k.role = 'owner' or k.role = 'admin')
     order by k.channel, k.role desc, k.display_name, k.user_id`,
    userId,
  )
  const names = new Map<number, string[]>()
  for (const { channel, name } of rows) names.set(channel, [...(names.get(channel) ?? []), name])
  return names
}
