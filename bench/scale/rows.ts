import { Client } from 'pg'
import type { Connection } from '../../packages/server/src/adapters/sqlite/connection.ts'

/** The messages of a channel: `count` messages, `stepMs` apart. */
export type Rows = {
  channelId: string
  from: number
  stepMs: number
  count: number
  /** Whether the messages are added to the search index. */
  isIndexed: boolean
}

// The same texts in both dialects. Forty people write in turn, and every text has a unique number.

const content = (number: string) =>
  `'Message ' || ${number} || ': see you at seven, bring the blue umbrella 傘 ' || (${number} * 7919 % 100003)`

const json = (number: string, timestamp: string) =>
  `'{"id":"' || ${number} || '","timestamp":"' || ${timestamp} || '","sender":{"id":"U' || (${number} % 40) || '","name":"Guest ' ||
   (${number} % 40) || '"},"type":"text","content":"' || ${content(number)} || '"}'`

const note = ({ from, stepMs, count, isIndexed }: Rows) => {
  const last = from + count * stepMs
  const index = isIndexed ? `index_from = 1, past_time = ${last + 1}, past_seq = 0` : 'index_from = null'
  return `last_seq = ${count}, last_time = ${last}, tail_version = ${count}, ${index}`
}

export function fillSqlite(connection: Connection, rows: Rows): void {
  const { channelId, from, stepMs, count } = rows
  connection.exec(`
    pragma synchronous = off;
    pragma cache_size = -400000;
    begin;
    create temp table wanted as select channel from channels where channel_id = '${channelId}';
    insert into messages (channel, time, seq, message_id, json)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
      select (select channel from wanted), ${from} + i * ${stepMs}, i, cast(i as text),
        ${json('i', `strftime('%Y-%m-%dT%H:%M:%fZ', (${from} + i * ${stepMs}) / 1000.0, 'unixepoch')`)} from n;
    insert into message_ids (channel, message_id, time, seq)
      select channel, message_id, time, seq from messages where channel = (select channel from wanted) order by message_id;
    update channels set ${note(rows)} where channel = (select channel from wanted);
    drop table wanted;
    commit;`)
}

export async function fillPostgres(url: string, rows: Rows): Promise<void> {
  const { channelId, from, stepMs, count } = rows
  const client = new Client({ connectionString: url })
  await client.connect()
  const time = `(${from} + i * ${stepMs})::bigint`
  const timestamp = `to_char(to_timestamp(${time} / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const channel = `(select channel from channels where channel_id = '${channelId}')`
  try {
    await client.query(`
      set synchronous_commit = off;
      insert into messages (channel, time, seq, message_id, json)
        select ${channel}, ${time}, i, i::text, ${json('i', timestamp)} from generate_series(1::bigint, ${count}) i;
      insert into message_ids (channel, message_id, time, seq)
        select channel, message_id, time, seq from messages where channel = ${channel};
      update channels set ${note(rows)} where channel_id = '${channelId}'`)
  } finally {
    await client.end()
  }
}
