import { backupEnabled } from '../channels/channel-reads.ts'
import { forEachRow } from '../row-list.ts'

// The statements of the common way of an event into the store, by name. An engine on which every statement is a journey may answer
// them from what it asked for beforehand, or gather them and send many as one; whoever uses them does not notice.

/** The channels of a batch; what follows says which. */
export const openedChannel = `select c.channel, c.channel_id, c.type, c.platform, c.name, c.bot_present, c.bot_changed_at, c.owner_disabled,
    c.last_seq, c.last_time, c.rules_version, cs.new_member_role, cs.language, coalesce(cs.timezone, ?) as timezone,
    ${backupEnabled} as backup_enabled, c.index_from is null as is_indexed, c.remind_owner_at
  from channels c join channel_settings cs on cs.channel = c.channel where c.channel_id`

/** Somebody in a channel, with whether they keep out of the backup. */
export const personColumns = 'm.display_name, m.role, m.joined_at, m.left_at, m.profile_at, p.since as private_since'

const writeBackWith = (more: string) =>
  `update channels set last_seq = ?, last_time = ?, tail_version = tail_version + ?, edit_version = edit_version + ?, ${more}
     last_change = last_change + ?
   where channel = ?`

/** `rows`: one or many, each of a channel and a day that no other is of. */
export function counting(rows: string): string {
  return `insert into usage_days (channel, day, messages, media_files, media_bytes, auto_replies, welcomes) ${rows}
     on conflict (channel, day) do update set
       messages = usage_days.messages + excluded.messages,
       media_files = usage_days.media_files + excluded.media_files,
       media_bytes = usage_days.media_bytes + excluded.media_bytes,
       auto_replies = usage_days.auto_replies + excluded.auto_replies,
       welcomes = usage_days.welcomes + excluded.welcomes`
}

/** A person who is known already becomes as they are now. */
const orAsNow = `on conflict (channel, user_id) do update set display_name = excluded.display_name, role = excluded.role,
       joined_at = excluded.joined_at, left_at = excluded.left_at, updated_at = excluded.updated_at`

/** A job that waits under the same name serves for this one too, and comes forward where it was planned for later. */
const orSooner = `on conflict (channel, name) where name is not null and lease is null and buried_at is null
     do update set run_at = excluded.run_at where jobs.run_at > excluded.run_at and jobs.attempts = 0`

export const intake = {
  holdChannel: 'select channel from channels where channel_id = ? for update',
  openChannel: `${openedChannel} = ?`,
  markSeen: 'insert into events_seen (channel, event_id, at) values (?, ?, ?) on conflict do nothing',
  findPerson: `select ${personColumns}
     from members m left join private_members p on p.channel = m.channel and p.user_id = m.user_id
     where m.channel = ? and m.user_id = ?`,
  writePerson: `insert into members (channel, user_id, display_name, role, joined_at, left_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?)
     ${orAsNow}`,
  addMessageId: 'insert into message_ids (channel, message_id, time, seq) values (?, ?, ?, ?) on conflict do nothing',
  addMessage: 'insert into messages (channel, time, seq, message_id, edited_at, json) values (?, ?, ?, ?, ?, ?)',
  addMedia: `insert into media (channel, time, seq, message_id, type, state, file_name, source_url, source_preview_url)
       values (?, ?, ?, ?, ?, 'pending', ?, ?, ?)`,
  keepDetails: `insert into message_details (channel, message_id, json) values (?, ?, ?)
     on conflict (channel, message_id) do update set json = excluded.json`,
  writeBack: writeBackWith(''),
  /** Apart, because SQLite touches an index whenever a column of it is named. */
  writeBackToIndex: writeBackWith('index_from = last_change + 1,'),
  /** The number comes from the row itself: to have an update answer it costs more than all the rest. */
  addChange: `insert into changes (channel, no, at, kind, detail)
     select channel, last_change - ?, ?, ?, ? from channels where channel = ?`,
  count: counting('values (?, ?, ?, ?, ?, ?, ?)'),
} as const

/** What happens beside it, now and then. None of these touches a table that those above write, but for the person that is written. */
export const besideIntake = {
  isBackedUp: `select ${backupEnabled} as enabled
     from channels c join channel_settings cs on cs.channel = c.channel where c.channel = ?`,
  wasErased: `select 1 from erasures where subject = ? and kind = 'person' and at >= ?
       and (channel_subject is null or channel_subject = ?) limit 1`,
  findWelcome: `select welcome_message as message, welcome_greet_returning as greet_returning from assistants
     where channel = ? and enabled = 1 and welcome_enabled = 1`,
  /** An update that changes nothing holds the row, and unlike a select makes it where there is none. */
  holdQueue: `insert into job_queues (channel, kind) values (?, ?)
     on conflict (channel, kind) do update set turn = job_queues.turn`,
  planJob: `insert into jobs (channel, kind, name, detail, created_at, run_at) values (?, ?, ?, ?, ?, ?)
     ${orSooner}`,
  noteNextJob: `insert into job_queues (channel, kind, next_at) values (?, ?, coalesce(
       (select run_at from jobs
         where channel = ? and kind = ? and kind in ('send-reply', 'find-answer') and lease is not null),
       (select min(run_at) from jobs where channel = ? and kind = ? and buried_at is null)
     )) on conflict (channel, kind) do update set next_at = excluded.next_at`,
} as const

/** For many people at once. SQLite accepts `on conflict` after a select only if the select has a `where`. */
export const crowd = {
  find: forEachRow(
    (rows) => `select m.user_id, ${personColumns} from ${rows} cross join members m
       left join private_members p on p.channel = m.channel and p.user_id = m.user_id
       where m.user_id = l.value ->> 0 and m.channel = ?`,
  ),
  write: forEachRow(
    (rows) => `insert into members (channel, user_id, display_name, role, joined_at, left_at, updated_at)
       select ?, l.value ->> 0, l.value ->> 1, l.value ->> 2, cast(l.value ->> 3 as bigint), cast(l.value ->> 4 as bigint), ?
       from ${rows} where true ${orAsNow}`,
  ),
  noteJoin: forEachRow(
    (rows) => `update members set join_seen_at = ? where channel = ? and (join_seen_at is null or join_seen_at < ?)
       and user_id in (select l.value ->> 0 from ${rows})`,
  ),
  endSubscriptions: forEachRow(
    (rows) => `delete from subscriptions where channel = ? and user_id in (select l.value ->> 0 from ${rows})`,
  ),
  wereErased: forEachRow(
    (rows) => `select distinct e.subject from ${rows} cross join erasures e
       where e.subject = l.value ->> 0 and e.kind = 'person' and e.at >= ? and (e.channel_subject is null or e.channel_subject = ?)`,
  ),
  planJobs: forEachRow(
    (rows) => `insert into jobs (channel, kind, name, detail, created_at, run_at)
       select ?, ?, l.value ->> 0, l.value ->> 1, ?, ? from ${rows} where true ${orSooner}`,
  ),
  greet: forEachRow(
    (rows) => `insert into newcomers (channel, user_id, received_at, joined_at, reply)
       select ?, l.value ->> 0, ?, ?, ? from ${rows} where true
       on conflict (channel, user_id) do update set received_at = excluded.received_at, joined_at = excluded.joined_at,
         reply = coalesce(excluded.reply, newcomers.reply)`,
  ),
} as const
