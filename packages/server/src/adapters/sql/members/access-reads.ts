import type { BackupPolicy, KeyScope, Role } from '@innkeeper/contract'
import type { Reach } from '../../../domain/accounts/channel-limit.ts'
import type { AccessRecord, ReadableChannelRecord, StandingRecord } from '../../../ports/records.ts'
import { allows, isInReach } from '../accounts/channel-limits.ts'
import { hasOperatorRights } from '../accounts/operator-rights.ts'
import type { Defaults, Reader } from '../sql.ts'

type Row = KeyRow &
  ChannelRow & { channel: number | null; role: Role | null; joined_at: number | null; checked_at: number | null }

type KeyRow = {
  key_id: string
  kind: 'key' | 'sign-in'
  parent_id: string | null
  operator_id: string | null
  channels: string | null
  scope: KeyScope
  is_operator: number
  expires_at: number | null
  revoked_at: number | null
  user_id: string
}

type ChannelRow = {
  tail_version: number
  edit_version: number
  timezone: string
  retention_days: number | null
  history: 'all' | 'since-joined'
  history_from: number | null
  backup_policy: BackupPolicy
  returned_at: number | null
  since: number | null
}

const channelColumns = `c.tail_version, c.edit_version, c.returned_at,
       coalesce(cs.timezone, ?) as timezone, cs.retention_days, cs.history, cs.history_from, cs.backup_policy`

/**
 * Runs on every request below /api: one statement, all lookups by primary or unique key. A channel beyond the key's limit is like one
 * that doesn't exist.
 */
export async function findAccess(
  sql: Reader,
  defaults: Defaults,
  keyHash: string,
  channelId: string | undefined,
): Promise<AccessRecord | undefined> {
  const row = await sql.get<Row>(
    `select k.key_id, k.kind, k.parent_id, k.operator_id, k.scope, ${hasOperatorRights} as is_operator, k.expires_at, k.revoked_at, k.user_id,
       k.channels, c.channel, ${channelColumns},
       m.role, m.joined_at, m.checked_at, s.since
     from keys k
     left join channels c on c.channel_id = ? and ${allows('k.channels', 'c.channel')}
     left join channel_settings cs on cs.channel = c.channel
     left join members m on m.channel = c.channel and m.user_id = k.user_id and m.left_at is null
     left join subscriptions s on s.channel = c.channel and s.user_id = k.user_id
     where k.hash = ?`,
    defaults.timezone,
    channelId ?? null,
    keyHash,
  )
  if (!row) return undefined
  return {
    key: {
      id: row.key_id,
      kind: row.kind,
      scope: row.scope,
      isOperator: row.is_operator === 1,
      expiresAt: row.expires_at,
      parentId: row.parent_id,
      operatorId: row.operator_id,
      limit: row.channels,
    },
    userId: row.user_id,
    revokedAt: row.revoked_at,
    channel: row.channel === null ? undefined : toChannel(row.channel, row),
    role: row.role ?? undefined,
    joinedAt: row.joined_at ?? undefined,
    checkedAt: row.checked_at ?? undefined,
    subscribedAt: row.since ?? undefined,
  }
}

/** What decides about a person's rights in a channel, whatever key they use. */
export async function findStanding(
  sql: Reader,
  defaults: Defaults,
  channelId: string,
  userId: string,
): Promise<StandingRecord | undefined> {
  type MemberRow = { channel: number; role: Role | null; joined_at: number | null; checked_at: number | null }
  const row = await sql.get<ChannelRow & MemberRow>(
    `select c.channel, ${channelColumns}, m.role, m.joined_at, m.checked_at, s.since
     from channels c
     join channel_settings cs on cs.channel = c.channel
     left join members m on m.channel = c.channel and m.user_id = ? and m.left_at is null
     left join subscriptions s on s.channel = c.channel and s.user_id = ?
     where c.channel_id = ?`,
    defaults.timezone,
    userId,
    userId,
    channelId,
  )
  if (!row) return undefined
  return {
    channel: toChannel(row.channel, row),
    role: row.role ?? undefined,
    joinedAt: row.joined_at ?? undefined,
    checkedAt: row.checked_at ?? undefined,
    subscribedAt: row.since ?? undefined,
  }
}

/** All channels in reach where a person has a role and a subscription, with what decides whether they can read them. */
export async function listReadableChannels(
  sql: Reader,
  defaults: Defaults,
  { userId, limit }: Reach,
): Promise<ReadableChannelRecord[]> {
  type MemberRow = {
    channel: number
    channelId: string
    name: string
    role: Role
    joined_at: number
    checked_at: number
  }
  const rows = await sql.all<ChannelRow & MemberRow & { since: number; lastTime: number }>(
    `select c.channel, c.channel_id as "channelId", c.name, ${channelColumns}, m.role, m.joined_at, m.checked_at, s.since,
       c.last_time as "lastTime"
     from members m
     join subscriptions s on s.channel = m.channel and s.user_id = m.user_id
     join channels c on c.channel = m.channel
     join channel_settings cs on cs.channel = c.channel
     where m.user_id = ? and m.left_at is null and ${isInReach('c.channel')} order by c.channel`,
    defaults.timezone,
    userId,
    limit,
    limit,
  )
  return rows.map((row) => ({
    channelId: row.channelId,
    name: row.name,
    channel: toChannel(row.channel, row),
    role: row.role,
    joinedAt: row.joined_at,
    checkedAt: row.checked_at,
    subscribedAt: row.since,
    lastTime: row.lastTime,
  }))
}

function toChannel(channelNo: number, row: ChannelRow): ReadableChannelRecord['channel'] {
  return {
    channelNo,
    timezone: row.timezone,
    retentionDays: row.retention_days,
    history: row.history,
    historyFrom: row.history_from,
    backupPolicy: row.backup_policy,
    tailVersion: row.tail_version,
    editVersion: row.edit_version,
    returnedAt: row.returned_at,
  }
}
