import { intake, openedChannel, personColumns } from '../sql/apply/intake.ts'

// What the common way of events asks and writes, for a whole batch at once. Rows come as one list for each column.

/** What is asked before anything is decided. `limit 1` keeps it at one look into the index for each row, however the tables grow. */
export const questions = {
  channels: `${openedChannel} = any(?)`,
  seen: `select c.channel, e.event_id from unnest(?::text[], ?::text[]) e (channel_id, event_id)
     join channels c on c.channel_id = e.channel_id
     cross join lateral (select from events_seen s where s.channel = c.channel and s.event_id = e.event_id limit 1) s`,
  people: `select c.channel, e.user_id, x.* from unnest(?::text[], ?::text[]) e (channel_id, user_id)
     join channels c on c.channel_id = e.channel_id
     cross join lateral (
       select ${personColumns} from members m left join private_members p on p.channel = m.channel and p.user_id = m.user_id
       where m.channel = c.channel and m.user_id = e.user_id limit 1
     ) x`,
} as const

const writeBack = (more: string) =>
  `update channels c set last_seq = r.last_seq, last_time = r.last_time, tail_version = c.tail_version + r.appended,
     edit_version = c.edit_version + r.late, ${more} last_change = c.last_change + r.changes
   from unnest(?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[])
     r (last_seq, last_time, appended, late, changes, channel)
   where c.channel = r.channel`

/**
 * The twins of statements that write one row, with the same values in the same order. They are sent in this order: a change takes its
 * number from what the channel's row says by then. What stands there already is an error here, where the statement for one row
 * passes over it: then all is begun anew, row by row.
 */
export const twins: ReadonlyMap<string, string> = new Map([
  [
    intake.markSeen,
    `insert into events_seen (channel, event_id, at) select * from unnest(?::bigint[], ?::text[], ?::bigint[])`,
  ],
  [
    intake.addMessageId,
    `insert into message_ids (channel, message_id, time, seq)
     select * from unnest(?::bigint[], ?::text[], ?::bigint[], ?::bigint[])`,
  ],
  [
    intake.addMessage,
    `insert into messages (channel, time, seq, message_id, edited_at, json)
     select * from unnest(?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::bigint[], ?::text[])`,
  ],
  [
    intake.addMedia,
    `insert into media (channel, time, seq, message_id, type, file_name, source_url, source_preview_url, state)
     select *, 'pending'
     from unnest(?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[])`,
  ],
  [
    intake.keepDetails,
    `insert into message_details (channel, message_id, json) select * from unnest(?::bigint[], ?::text[], ?::text[])`,
  ],
  [intake.writeBack, writeBack('')],
  [intake.writeBackToIndex, writeBack('index_from = c.last_change + 1,')],
  [
    intake.addChange,
    `insert into changes (channel, no, at, kind, detail)
     select c.channel, c.last_change - r.before, r.at, r.kind, r.detail
     from unnest(?::bigint[], ?::bigint[], ?::text[], ?::text[], ?::bigint[]) r (before, at, kind, detail, channel)
     join channels c on c.channel = r.channel`,
  ],
  [
    intake.count,
    // Several counts of one day are one row, or the server refuses to write it twice.
    `insert into usage_days (channel, day, messages, media_files, media_bytes, auto_replies, welcomes)
     select channel, day, sum(messages), sum(files), sum(bytes), sum(replies), sum(welcomes)
     from unnest(?::bigint[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[])
       r (channel, day, messages, files, bytes, replies, welcomes)
     group by channel, day
     on conflict (channel, day) do update set
       messages = usage_days.messages + excluded.messages,
       media_files = usage_days.media_files + excluded.media_files,
       media_bytes = usage_days.media_bytes + excluded.media_bytes,
       auto_replies = usage_days.auto_replies + excluded.auto_replies,
       welcomes = usage_days.welcomes + excluded.welcomes`,
  ],
])
