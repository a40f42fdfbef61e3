import { counting, intake, openedChannel, personColumns } from '../../sql/platforms/intake-statements.ts'

// What the common way of events asks and writes, for a whole batch at once. Rows come as one list for each column.

/** What is asked before anything is decided. `limit 1` keeps it at one look into the index for each row, however the tables grow. */
export const questions = {
  channels: `${openedChannel} = any(?::text[])`,
  /**
   * Whoever is answered has marked it: nobody else takes the same event for a new one. Only where a channel is held already, which is to
   * say in a transaction: it is sent before the beginning was answered, and a mark without the event itself would lose that.
   */
  markSeen: `insert into events_seen (channel, event_id, at)
     select c.channel, e.event_id, e.at from unnest(?::text[], ?::text[], ?::bigint[]) e (channel_id, event_id, at)
     join channels c on c.channel_id = e.channel_id where pg_current_xact_id_if_assigned() is not null
     on conflict do nothing returning channel, event_id`,
  people: `select c.channel, e.user_id, x.* from unnest(?::text[], ?::text[]) e (channel_id, user_id)
     join channels c on c.channel_id = e.channel_id
     cross join lateral (
       select ${personColumns} from members m left join private_members p on p.channel = m.channel and p.user_id = m.user_id
       where m.channel = c.channel and m.user_id = e.user_id limit 1
     ) x`,
} as const

/** A statement that writes many rows. `name`: by which others in the same journey know what it wrote. */
export type Twin = { name: string; text: string }

const writtenBack: Twin = {
  name: 'written_back',
  text: `update channels c set last_seq = r.last_seq, last_time = r.last_time, tail_version = c.tail_version + r.appended,
       edit_version = c.edit_version + r.late, last_change = c.last_change + r.changes,
       index_from = case r.to_index when 1 then c.last_change + 1 else c.index_from end
     from unnest(?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[])
       r (last_seq, last_time, appended, late, changes, channel, to_index)
     where c.channel = r.channel returning c.channel, c.last_change`,
}

/** What its statement for one row is told, and what that statement says besides. */
export type Gathered = { twin: Twin; besides: number[] }

/**
 * The twins of statements that write one row, with the same values in the same order. They are sent as one, of which each sees the
 * tables as they were before all of it, and what another wrote by that one's name. What stands there already is an error here, where
 * the statement for one row passes over it: then all is begun anew, row by row.
 */
export const gathered: ReadonlyMap<string, Gathered> = new Map<string, Gathered>([
  gather(intake.addMessageId, {
    name: 'ids',
    text: `insert into message_ids (channel, message_id, time, seq)
     select * from unnest(?::bigint[], ?::text[], ?::bigint[], ?::bigint[])`,
  }),
  gather(intake.addMessage, {
    name: 'said',
    text: `insert into messages (channel, time, seq, message_id, edited_at, json)
     select * from unnest(?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::bigint[], ?::text[])`,
  }),
  gather(intake.addMedia, {
    name: 'files',
    text: `insert into media (channel, time, seq, message_id, type, file_name, source_url, source_preview_url, state)
     select *, 'pending'
     from unnest(?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[])`,
  }),
  gather(intake.keepDetails, {
    name: 'details',
    text: `insert into message_details (channel, message_id, json) select * from unnest(?::bigint[], ?::text[], ?::text[])`,
  }),
  gather(intake.writeBack, writtenBack, 0),
  gather(intake.writeBackToIndex, writtenBack, 1),
  gather(intake.addChange, {
    name: 'told',
    text: `insert into changes (channel, no, at, kind, detail)
     select w.channel, w.last_change - r.before, r.at, r.kind, r.detail
     from unnest(?::bigint[], ?::bigint[], ?::text[], ?::text[], ?::bigint[]) r (before, at, kind, detail, channel)
     join ${writtenBack.name} w on w.channel = r.channel`,
  }),
  gather(intake.count, {
    name: 'counted',
    // Several counts of one day are one row, or the server refuses to write it twice.
    text: counting(
      `select channel, day, sum(messages), sum(files), sum(bytes), sum(replies), sum(welcomes)
     from unnest(?::bigint[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[])
       r (channel, day, messages, files, bytes, replies, welcomes)
     group by channel, day`,
    ),
  }),
])

/** Each after those whose rows it reads. */
export const twins: readonly Twin[] = [...new Set(gathered.values().map(({ twin }) => twin))]

function gather(text: string, twin: Twin, ...besides: number[]): [string, Gathered] {
  return [text, { twin, besides }]
}

/** Several as one statement, which is one journey and one plan. */
export function asOne(twins: Twin[]): string {
  return `with ${twins.map(({ name, text }) => `${name} as (${text})`).join(', ')} select`
}
