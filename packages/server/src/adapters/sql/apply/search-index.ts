import type { Message } from '@innkeeper/contract'
import type { MessageDetails } from '../../../domain/message-json.ts'
import { firstDocOf, windowOfDoc, windowOfTime } from '../../../domain/search/doc-number.ts'
import { termsOf } from '../../../domain/search/search-words.ts'
import { searchedTexts } from '../../../domain/search/searched-texts.ts'
import type { CommandOf, ResultOf } from '../../../ports/commands.ts'
import type { Place } from '../../../ports/place.ts'
import { hasUnindexed } from '../reads/search.ts'
import { addTerms, removeTerms, replaceTerms } from '../search-terms.ts'
import { given, type Sql } from '../sql.ts'

/** A message on its way into the index. */
type Entry = { channelNo: number; place: Place; terms: string[] }

/**
 * Takes in what came lately, then what was there before the index. What is in it already, or gone meanwhile, is passed over:
 * so a slice may end amid a batch, and the next goes on there.
 */
export async function indexMessages(
  tx: Sql,
  { limit }: CommandOf<'index-messages'>,
): Promise<ResultOf<'index-messages'>> {
  const entries = await takeLate(tx, limit)
  if (entries.length < limit) entries.push(...(await takePast(tx, limit - entries.length)))
  await addEntries(tx, entries)
  return { indexed: entries.length, more: await hasUnindexed(tx) }
}

/** Those of an edited message change with it. One that is not in the index yet comes into it as it is by then. */
export async function reindexMessage(
  tx: Sql,
  channelNo: number,
  { time, seq }: Place,
  { before, after }: { before: Message; after: Message },
): Promise<void> {
  const row = await tx.get<{ doc: number }>(
    'select doc from search_docs where channel = ? and time = ? and seq = ?',
    channelNo,
    time,
    seq,
  )
  if (!row) return
  await replaceTerms(tx, row.doc, {
    before: termsOfMessage(channelNo, before, null),
    after: termsOfMessage(channelNo, after, null),
  })
}

/** `json`: of the message as it was; its details must still be there. */
export async function unindexMessage(
  tx: Sql,
  channelNo: number,
  { messageId, time, seq }: Place & { messageId: string },
  json: string,
): Promise<void> {
  const row = await tx.get<{ doc: number }>(
    'delete from search_docs where channel = ? and time = ? and seq = ? returning doc',
    channelNo,
    time,
    seq,
  )
  if (!row) return
  const details = await tx.get<{ json: string }>(
    'select json from message_details where channel = ? and message_id = ?',
    channelNo,
    messageId,
  )
  await removeTerms(tx, row.doc, termsOfMessage(channelNo, JSON.parse(json), details ? JSON.parse(details.json) : null))
}

function termsOfMessage(channelNo: number, message: Message, details: MessageDetails | null): string[] {
  return termsOf(
    channelNo,
    searchedTexts(message, details).map(({ text }) => text),
  )
}

async function takeLate(tx: Sql, limit: number): Promise<Entry[]> {
  const batches = await tx.all<{ channelNo: number; no: number; detail: string }>(
    `select channel as "channelNo", no, detail from changes where to_index = 1 and kind = 'messages'
     order by channel, no limit ${given}`,
    limit,
  )
  const entries: Entry[] = []
  for (const { channelNo, no, detail } of batches) {
    for (const [time, seq] of JSON.parse(detail).places as [number, number][]) {
      if (entries.length >= limit) return entries
      const rows = await tx.all<Row>(`${unindexed} and m.time = ? and m.seq = ?`, channelNo, time, seq)
      entries.push(...toEntries(channelNo, rows))
    }
    await noteIndexed(tx, channelNo, no)
  }
  return entries
}

/** The latest first: they are looked for most. */
async function takePast(tx: Sql, limit: number): Promise<Entry[]> {
  const entries: Entry[] = []
  const channels = await tx.all<{ channelNo: number; no: number; detail: string }>(
    `select channel as "channelNo", no, detail from changes where to_index = 1 and kind = 'reindex'
     order by channel, no limit ${given}`,
    limit,
  )
  for (const { channelNo, no, detail } of channels) {
    const wanted = limit - entries.length
    if (wanted <= 0) break
    const [time, seq] = (JSON.parse(detail).before as [number, number] | undefined) ?? [Number.MAX_SAFE_INTEGER, 0]
    const rows = await tx.all<Row>(
      `${unindexed} and (m.time, m.seq) < (?, ?) order by m.time desc, m.seq desc limit ${given}`,
      channelNo,
      time,
      seq,
      wanted,
    )
    entries.push(...toEntries(channelNo, rows))
    const last = rows.length < wanted ? undefined : rows.at(-1)
    if (!last) await noteIndexed(tx, channelNo, no)
    else {
      const rest = JSON.stringify({ before: [last.time, last.seq] })
      await tx.run('update changes set detail = ? where channel = ? and no = ?', rest, channelNo, no)
    }
  }
  return entries
}

type Row = { time: number; seq: number; json: string; details: string | null }

const unindexed = `select m.time, m.seq, m.json, d.json as details from messages m
  left join message_details d on d.channel = m.channel and d.message_id = m.message_id
  where m.channel = ? and not exists (
    select 1 from search_docs s where s.channel = m.channel and s.time = m.time and s.seq = m.seq
  )`

async function noteIndexed(tx: Sql, channelNo: number, no: number): Promise<void> {
  await tx.run('update changes set to_index = 0 where channel = ? and no = ?', channelNo, no)
}

/** A text may be edited later, so it comes into the index even if it is empty. */
function toEntries(channelNo: number, rows: Row[]): Entry[] {
  return rows.flatMap(({ time, seq, json, details }) => {
    const message = JSON.parse(json) as Message
    const terms = termsOfMessage(channelNo, message, details === null ? null : JSON.parse(details))
    return terms.length > 0 || message.type === 'text' ? [{ channelNo, place: { time, seq }, terms }] : []
  })
}

async function addEntries(tx: Sql, entries: Entry[]): Promise<void> {
  entries.sort(({ place: one }, { place: other }) => one.time - other.time || one.seq - other.seq)
  let last = -1
  for (const { channelNo, place, terms } of entries) {
    last = await findFreeDoc(tx, place.time, last)
    await tx.run(
      'insert into search_docs (doc, channel, time, seq) values (?, ?, ?, ?)',
      last,
      channelNo,
      place.time,
      place.seq,
    )
    await addTerms(tx, last, terms)
  }
}

/** Behind all of its window. Where that is full, the next lends a number, and the order of what is found there is not exact. */
async function findFreeDoc(tx: Sql, time: number, after: number): Promise<number> {
  for (let window = Math.max(windowOfTime(time), windowOfDoc(after)); ; window++) {
    const row = await tx.get<{ doc: number | null }>(
      'select max(doc) as doc from search_docs where doc < ?',
      firstDocOf(window + 1),
    )
    const free = Math.max((row?.doc ?? -1) + 1, firstDocOf(window))
    if (free < firstDocOf(window + 1)) return free
  }
}
