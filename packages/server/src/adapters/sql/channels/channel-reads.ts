import type { BackupPolicy, ChannelType, QaMode } from '@innkeeper/contract'
import { statusOf } from '../../../domain/channels/channel-status.ts'
import { toTimestampOrNull } from '../../../domain/timestamp.ts'
import type { ChannelListRecord, ChannelRecord } from '../../../ports/records.ts'
import { toPicture } from '../media/picture-reads.ts'
import type { Defaults, Reader } from '../sql.ts'

export type ListRow = {
  channel_id: string
  name: string
  type: ChannelType
  enabled_at: number
  bot_present: number
  owner_disabled: number
}

type Row = ListRow & {
  platform: string
  created_at: number
  created_by: string
  picture_sha256: string | null
  picture_type: string | null
  member_count: number
  backup_enabled: number
  timezone: string
  language: ChannelRecord['settings']['language']
  new_member_role: 'member' | 'guest'
  retention_days: number | null
  backup_policy: BackupPolicy
  history: 'all' | 'since-joined'
  allow_push: number
  ask_with_model: number
  updated_at: number | null
  updated_by: string | null
  enabled: number
  qa_enabled: number
  qa_mode: QaMode
  qa_cooldown_seconds: number
  qa_member_cooldown_seconds: number
  quiet_until: number | null
  config_updated_at: number | null
  config_updated_by: string | null
  welcome_enabled: number
  welcome_message: string
  welcome_quiet_hours: string | null
  welcome_greet_returning: number
  welcome_updated_at: number | null
  welcome_updated_by: string | null
  group_rules_enabled: number
  group_rules_content: string
  group_rules_updated_at: number | null
  group_rules_updated_by: string | null
}

/** Over `channel_settings cs` and `subscriptions s`: whether this subscriber is still a member whom the setting allows. */
const isAllowed = `exists (
    select 1 from members m where m.channel = s.channel and m.user_id = s.user_id and m.left_at is null and (
      (cs.backup_policy = 'members' and m.role <> 'guest')
      or (cs.backup_policy = 'admins' and (m.role = 'owner' or m.role = 'admin'))
    )
    limit 1 offset 0
  )`

/**
 * An expression over `channels c` and `channel_settings cs`: true while at least one subscriber remains whom the channel's
 * setting allows. Evaluated for every incoming message: nested, so that it starts with the few subscribers, and without lists,
 * for which SQLite builds a table each time. The offset keeps PostgreSQL from joining instead, which would read all members of
 * the channel.
 */
export const backupEnabled = `exists (
  select 1 from subscriptions s where s.channel = c.channel and ${isAllowed}
)`

export async function countSubscribers(sql: Reader, channelNo: number): Promise<number> {
  const row = await sql.get<{ count: number }>(
    `select count(*) as count from channel_settings cs join subscriptions s on s.channel = cs.channel
     where cs.channel = ? and ${isAllowed}`,
    channelNo,
  )
  return row?.count ?? 0
}

/** Everything about one channel, in one row. */
export async function loadChannel(sql: Reader, defaults: Defaults, channelNo: number): Promise<ChannelRecord> {
  const row = await sql.get<Row>(
    `select c.channel_id, c.platform, c.name, c.type, c.enabled_at, c.bot_present, c.owner_disabled, c.created_at, c.created_by,
       c.picture_sha256, c.picture_type,
       coalesce(
         c.member_count,
         (select count(*) from members p where p.channel = c.channel and p.left_at is null)
       ) as member_count,
       ${backupEnabled} as backup_enabled,
       coalesce(cs.timezone, ?) as timezone, cs.language, cs.new_member_role, cs.retention_days, cs.backup_policy,
       cs.history, cs.allow_push, cs.ask_with_model, cs.updated_at, cs.updated_by,
       a.enabled, a.qa_enabled, a.qa_mode, a.qa_cooldown_seconds, a.qa_member_cooldown_seconds, a.quiet_until, a.config_updated_at,
       a.config_updated_by, a.welcome_enabled, a.welcome_message, a.welcome_quiet_hours, a.welcome_greet_returning,
       a.welcome_updated_at, a.welcome_updated_by,
       a.group_rules_enabled, a.group_rules_content, a.group_rules_updated_at, a.group_rules_updated_by
     from channels c
     join channel_settings cs on cs.channel = c.channel
     join assistants a on a.channel = c.channel
     where c.channel = ?`,
    defaults.timezone,
    channelNo,
  )
  if (!row) throw new Error(`Channel ${channelNo} does not exist`)
  return {
    ...toListRecord(row),
    platform: row.platform,
    createdAt: row.created_at,
    createdBy: row.created_by,
    picture: toPicture(row),
    memberCount: row.member_count,
    backupEnabled: row.backup_enabled === 1,
    settings: settingsOf(row),
    ...assistantOf(row),
  }
}

export function toListRecord(row: ListRow): ChannelListRecord {
  return {
    channelId: row.channel_id,
    name: row.name,
    type: row.type,
    enabledAt: row.enabled_at,
    status: statusOf({ botPresent: row.bot_present === 1, ownerDisabled: row.owner_disabled === 1 }),
  }
}

function settingsOf(row: Row): ChannelRecord['settings'] {
  return {
    timezone: row.timezone,
    language: row.language,
    newMemberRole: row.new_member_role,
    retentionDays: row.retention_days,
    backup: row.backup_policy,
    history: row.history,
    allowPush: row.allow_push === 1,
    askWithModel: row.ask_with_model === 1,
    updatedAt: toTimestampOrNull(row.updated_at),
    updatedBy: row.updated_by,
  }
}

function assistantOf(row: Row): Pick<ChannelRecord, 'assistant' | 'welcome' | 'groupRules'> {
  return {
    assistant: {
      enabled: row.enabled === 1,
      qa: {
        enabled: row.qa_enabled === 1,
        mode: row.qa_mode,
        cooldownSeconds: row.qa_cooldown_seconds,
        memberCooldownSeconds: row.qa_member_cooldown_seconds,
      },
      welcome: { enabled: row.welcome_enabled === 1 },
      rules: { enabled: row.group_rules_enabled === 1 },
      quietUntil: toTimestampOrNull(row.quiet_until),
      updatedAt: toTimestampOrNull(row.config_updated_at),
      updatedBy: row.config_updated_by,
    },
    welcome: {
      enabled: row.welcome_enabled === 1,
      message: row.welcome_message,
      quietHours: row.welcome_quiet_hours === null ? null : JSON.parse(row.welcome_quiet_hours),
      greetReturning: row.welcome_greet_returning === 1,
      updatedAt: toTimestampOrNull(row.welcome_updated_at),
      updatedBy: row.welcome_updated_by,
    },
    groupRules: {
      enabled: row.group_rules_enabled === 1,
      content: row.group_rules_content,
      updatedAt: toTimestampOrNull(row.group_rules_updated_at),
      updatedBy: row.group_rules_updated_by,
    },
  }
}
