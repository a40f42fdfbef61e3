import type { Merge } from '../../../../domain/channels/moved-chat.ts'
import { planUndoing, stopImports } from '../../imports/imports.ts'
import { removeMessages } from '../../messages/remove-messages.ts'
import { unsendMessage } from '../../messages/unsend.ts'
import { unindexMessage } from '../../search/search-index.ts'
import type { Sql } from '../../sql.ts'
import { getCopiedTable } from '../../storage/copied-tables.ts'
import { noteChange } from '../changes.ts'

/** Messages in one change. The search index reads a change as a whole. */
const mostPositions = 50
/** Happenings outside a batch of events have their own numbers, and may share a moment with one of the other channel. */
const beyondOthers = 2 ** 20

/**
 * Messages and everything at a position in the conversation. Messages are numbered behind those of the first channel, which
 * decides only between messages of the same moment.
 */
export async function mergeMessages(tx: Sql, merge: Merge): Promise<void> {
  const [from, into] = [merge.from.channelNo, merge.into.channelNo]
  await dropKnown(tx, merge)
  await unindexAll(tx, from)
  const kept = await getCounters(tx, into)
  const second = await getCounters(tx, from)
  const positions = await tx.lists<[time: number, seq: number]>(
    'select time, seq from messages where channel = ? order by time, seq',
    from,
  )
  const offset = kept.last_seq
  for (const table of ['messages', 'message_ids', 'media', 'gaps', 'bookmarks']) await move(tx, table, merge, offset)
  await moveImports(tx, merge)
  for (const table of ['message_versions', 'message_details', 'early_edits', 'events_seen'])
    await move(tx, table, merge)
  await moveHappenings(tx, merge, offset)
  await tx.run(
    `insert into read_positions (channel, user_id, time, seq)
     select cast(? as bigint), user_id, time, seq + ? from read_positions where channel = ?
     on conflict (channel, user_id) do update set time = excluded.time, seq = excluded.seq
     where (excluded.time, excluded.seq) > (read_positions.time, read_positions.seq)`,
    into,
    offset,
    from,
  )
  await tx.run(
    'update channels set last_seq = ?, last_time = ? where channel = ?',
    kept.last_seq + second.last_seq,
    Math.max(kept.last_time, second.last_time),
    into,
  )
  if (positions.length === 0) return
  await tx.run('update channels set index_from = last_change + 1 where channel = ? and index_from is null', into)
  for (let start = 0; start < positions.length; start += mostPositions) {
    const places = positions
      .slice(start, start + mostPositions)
      .map(([time, seq]): [number, number] => [time, seq + offset])
    await noteChange(tx, into, merge.at, { kind: 'messages', places })
  }
}

type Pair = {
  messageId: string
  time: number | null
  seq: number | null
  unsent: number
  keptTime: number | null
  keptSeq: number | null
  keptUnsent: number
}

/** Messages that the first channel has, too: they were delivered under both IDs. What was unsent in one was unsent. */
async function dropKnown(tx: Sql, { from, into }: Merge): Promise<void> {
  const pairs = await tx.all<Pair>(
    `select s.message_id as "messageId", s.time, s.seq, s.unsent, k.time as "keptTime", k.seq as "keptSeq", k.unsent as "keptUnsent"
     from message_ids s join message_ids k on k.message_id = s.message_id where s.channel = ? and k.channel = ?`,
    from.channelNo,
    into.channelNo,
  )
  for (const { messageId, time, seq, unsent, keptTime, keptSeq, keptUnsent } of pairs) {
    // Only an edit of it had arrived there.
    const isAwaited = keptTime === null && keptUnsent === 0
    if (unsent === 1 && keptUnsent === 0) await unsendMessage(tx, into, { messageId, time: keptTime, seq: keptSeq })
    else if (isAwaited && time !== null) {
      await tx.run('delete from message_ids where channel = ? and message_id = ?', into.channelNo, messageId)
      continue
    }
    if (time !== null && seq !== null) await removeMessages(tx, from, [{ messageId, time, seq }], 'nothing')
    else await tx.run('delete from message_ids where channel = ? and message_id = ?', from.channelNo, messageId)
  }
}

/** The terms of the index contain the channel, so the messages are indexed again. */
async function unindexAll(tx: Sql, channelNo: number): Promise<void> {
  const rows = await tx.all<{ messageId: string; time: number; seq: number; json: string; editedAt: number | null }>(
    `select m.message_id as "messageId", m.time, m.seq, m.json, m.edited_at as "editedAt"
     from search_docs s join messages m on m.channel = s.channel and m.time = s.time and m.seq = s.seq where s.channel = ?`,
    channelNo,
  )
  for (const row of rows) await unindexMessage(tx, channelNo, row, row)
}

async function getCounters(tx: Sql, channelNo: number): Promise<{ last_seq: number; last_time: number }> {
  const row = await tx.get<{ last_seq: number; last_time: number }>(
    'select last_seq, last_time from channels where channel = ?',
    channelNo,
  )
  if (!row) throw new Error(`Channel ${channelNo} is gone`)
  return row
}

/** With every column of the table. A row that the first channel has already stays as it is there. */
async function move(tx: Sql, table: string, { from, into }: Merge, offset = 0): Promise<void> {
  const { columns } = getCopiedTable(table)
  const values = columns.map((column) => {
    if (column === 'channel') return 'cast(? as bigint)'
    return column === 'seq' ? `seq + ${offset === 0 ? 0 : 'cast(? as bigint)'}` : column
  })
  await tx.run(
    `insert into ${table} (${columns.join(', ')}) select ${values.join(', ')} from ${table} where channel = ?
     on conflict do nothing`,
    into.channelNo,
    ...(offset !== 0 && columns.includes('seq') ? [offset] : []),
    from.channelNo,
  )
  await tx.run(`delete from ${table} where channel = ?`, from.channelNo)
}

/** Imports of the second channel are numbered behind those of the first one. Those that aren't finished start over. */
async function moveImports(tx: Sql, { from, into, at }: Merge): Promise<void> {
  for (const { channelNo } of [from, into])
    await stopImports(tx, channelNo, at, 'The chat moved. Upload the file again')
  const kept = await tx.get<{ last: number }>(
    'select coalesce(max(import_no), 0) as last from imports where channel = ?',
    into.channelNo,
  )
  for (const table of ['imports', 'import_rows'])
    await tx.run(
      `update ${table} set channel = ?, import_no = import_no + ? where channel = ?`,
      into.channelNo,
      kept?.last ?? 0,
      from.channelNo,
    )
  await planUndoing(tx, into.channelNo, at)
}

/** The bot's arrival in the new chat, and that of people who were there before, didn't happen. */
async function moveHappenings(tx: Sql, { from, into }: Merge, offset: number): Promise<void> {
  await tx.run("delete from happenings where channel = ? and what = 'bot-added'", from.channelNo)
  await tx.run(
    `delete from happenings where channel = ? and what = 'joined' and exists (
       select 1 from members m where m.channel = ? and m.user_id = happenings.user_id and m.joined_at < happenings.time
     )`,
    from.channelNo,
    into.channelNo,
  )
  await tx.run(
    `insert into happenings (channel, time, seq, what, user_id, old_name, new_name, since)
     select cast(? as bigint), time, seq + cast(? as bigint) + case when seq > ? then ${beyondOthers} else 0 end, what, user_id,
       old_name, new_name, since
     from happenings where channel = ? on conflict do nothing`,
    into.channelNo,
    offset,
    2 ** 40 - 1,
    from.channelNo,
  )
}
