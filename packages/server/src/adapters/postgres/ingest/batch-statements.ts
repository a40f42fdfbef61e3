import { channelColumns, insertUsage, mediaColumns, personColumns } from '../../sql/platforms/intake-statements.ts'

// The statements of the intake for a whole batch. Each column of the rows is passed as one list.

/** The channels of these chats, also under IDs that they had before they moved. Takes the IDs twice. */
const channelsOfChats = `(select channel_id as chat_id, channel from channels where channel_id = any(?::text[])
    union all select chat_id, channel from chat_moves where chat_id = any(?::text[]))`

/** Reads what a batch needs. `limit 1` keeps it at one index lookup per row, however large the tables grow. */
export const questions = {
  channels: `select k.chat_id as asked, ${channelColumns} from ${channelsOfChats} k join channels c on c.channel = k.channel
     join channel_settings cs on cs.channel = c.channel`,
  /** Marks the transaction as one that writes; see `lock`. */
  begun: 'select pg_current_xact_id()',
  /**
   * Locks the channels that no one else has locked, and waits for none. Returns their events that are new by marking them, so
   * that no other node treats the same event as new. A delivery is processed as a whole: if one of its channels is locked by
   * someone else, none of its events is marked.
   *
   * It is sent before `begin` was confirmed, and outside a transaction a mark without its event would lose the event. So it locks
   * and marks nothing unless `begun` has assigned a transaction id before.
   */
  lock: `with known as materialized ${channelsOfChats}, sent as (
       select k.channel, e.event_id, e.at, e.delivery
       from unnest(?::text[], ?::text[], ?::bigint[], ?::bigint[]) e (chat_id, event_id, at, delivery)
       join known k on k.chat_id = e.chat_id
     ), locked as materialized (
       select channel from channels
       where channel in (select channel from known) and (select pg_current_xact_id_if_assigned() is not null)
       order by channel for update skip locked
     ), busy as (
       select s.delivery from sent s where not exists (select from locked l where l.channel = s.channel)
     ), marked as (
       insert into events_seen (channel, event_id, at)
       select s.channel, s.event_id, s.at from sent s join locked l on l.channel = s.channel
       where s.delivery not in (select delivery from busy)
       on conflict do nothing returning channel, event_id
     )
     select k.chat_id, l.channel, m.event_id from locked l join known k on k.channel = l.channel
       left join marked m on m.channel = l.channel`,
  people: `select k.channel, e.user_id, x.* from unnest(?::text[], ?::text[]) e (chat_id, user_id)
     join ${channelsOfChats} k on k.chat_id = e.chat_id
     cross join lateral (
       select ${personColumns} from members m left join private_members p on p.channel = m.channel and p.user_id = m.user_id
       where m.channel = k.channel and m.user_id = e.user_id limit 1
     ) x`,
} as const

/** Writes many rows. `name`: under which other statements sent with it can read the rows it returns. */
export type BulkWrite = { name: string; text: string }

const updateChannels: BulkWrite = {
  name: 'updated_channels',
  text: `update channels c set last_seq = r.last_seq, last_time = r.last_time, tail_version = c.tail_version + r.appended,
       edit_version = c.edit_version + r.late, last_change = c.last_change + r.changes,
       index_from = case r.to_index when 1 then c.last_change + 1 else c.index_from end
     from unnest(?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[])
       r (last_seq, last_time, appended, late, changes, channel, to_index)
     where c.channel = r.channel returning c.channel, c.last_change`,
}

/**
 * They are sent as one statement, in the order of this list. Each part sees the tables as they were before the statement, and
 * the rows returned by another part under its name. An existing row is an error here, while the statement for one row skips it;
 * then the transaction is retried row by row.
 */
export const bulkWrites = {
  addMessageIds: {
    name: 'new_ids',
    text: `insert into message_ids (channel, message_id, time, seq)
     select * from unnest(?::bigint[], ?::text[], ?::bigint[], ?::bigint[])`,
  },
  addMessages: {
    name: 'new_messages',
    text: `insert into messages (channel, time, seq, message_id, edited_at, json)
     select * from unnest(?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::bigint[], ?::text[])`,
  },
  addMedia: {
    name: 'new_media',
    text: `insert into media (${mediaColumns}, state)
     select *, 'pending'
     from unnest(?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[],
       ?::bigint[], ?::text[])`,
  },
  saveDetails: {
    name: 'new_details',
    text: `insert into message_details (channel, message_id, json) select * from unnest(?::bigint[], ?::text[], ?::text[])`,
  },
  updateChannels,
  addChanges: {
    name: 'new_changes',
    text: `insert into changes (channel, no, at, kind, detail)
     select w.channel, w.last_change - r.before, r.at, r.kind, r.detail
     from unnest(?::bigint[], ?::bigint[], ?::text[], ?::text[], ?::bigint[]) r (before, at, kind, detail, channel)
     join ${updateChannels.name} w on w.channel = r.channel`,
  },
  count: {
    name: 'counted',
    // PostgreSQL refuses to update a row twice in one statement, so the counts of a day are added up first.
    text: insertUsage(
      `select channel, day, sum(messages), sum(files), sum(bytes), sum(replies), sum(welcomes)
     from unnest(?::bigint[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[])
       r (channel, day, messages, files, bytes, replies, welcomes)
     group by channel, day`,
    ),
  },
} as const satisfies Record<string, BulkWrite>

/** Several as one statement: one round trip and one plan. */
export function asOne(writes: BulkWrite[]): string {
  return `with ${writes.map(({ name, text }) => `${name} as (${text})`).join(', ')} select`
}
