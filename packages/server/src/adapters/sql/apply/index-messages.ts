import type { Message } from '@innkeeper/contract'
import type { CommandOf, ResultOf } from '../../../ports/commands.ts'
import { holdChannel } from '../hold.ts'
import { hasUnindexed } from '../reads/search.ts'
import { isIndexForeign } from '../renew-index.ts'
import { given, type Sql } from '../sql.ts'
import { addEntries, type Entry } from './index-entries.ts'
import { findTerms } from './search-index.ts'

type Place = [time: number, seq: number]
type Row = [time: number, seq: number, messageId: string, json: string, isIndexed: number]
/** What one commit may still take in. */
type Room = { messages: number; characters: number }
/** `from`: the first change to look at. `past`: before which place messages are left from before there was an index. */
type Behind = { channelNo: number; from: number; past: Place | undefined }

/** Of terms, of which a character of text makes nine or so: 400 messages as people write them have fewer. */
const mostCharacters = 300_000

/** With `exists` PostgreSQL may read the whole index for a few messages, and their channels stay locked that long. */
const docOf = 'select 1 from search_docs s where s.channel = m.channel and s.time = m.time and s.seq = m.seq limit 1'

/**
 * Takes in what came lately, then what was there before the index. What is gone meanwhile is passed over. `limit` is exceeded
 * by what is told in one change at most; and long texts end it sooner, because others wait for the commit.
 */
export async function indexMessages(
  tx: Sql,
  { limit }: CommandOf<'index-messages'>,
): Promise<ResultOf<'index-messages'>> {
  // Beside nodes of another release, whose rules are in force: the index is left to them.
  if (tx.engine === 'postgres' && (await isIndexForeign(tx))) return { indexed: 0, more: false }
  const late: Entry[] = []
  const past: Entry[] = []
  const room = { messages: limit, characters: mostCharacters }
  const channels = await listBehind(tx, limit)
  for (const behind of channels) if (hasRoom(room)) await takeLate(tx, behind, room, late)
  // At once: what came lately would otherwise be met again among the past.
  await addEntries(tx, late)
  for (const behind of channels) if (hasRoom(room) && behind.past) await takePast(tx, behind, room, past)
  await addEntries(tx, past)
  return { indexed: late.length + past.length, more: await hasUnindexed(tx) }
}

function hasRoom({ messages, characters }: Room): boolean {
  return messages > 0 && characters > 0
}

async function listBehind(tx: Sql, limit: number): Promise<Behind[]> {
  const rows = await tx.lists<[channelNo: number, from: number, pastTime: number | null, pastSeq: number | null]>(
    `select channel, index_from, past_time, past_seq from channels where index_from is not null
     order by channel limit ${given}`,
    limit,
  )
  return rows.map(([channelNo, from, time, seq]) => ({
    channelNo,
    from,
    past: time === null || seq === null ? undefined : [time, seq],
  }))
}

const changesAtOnce = 100

/** Where there is no room for all, the same changes are looked at again, and what is in the index by then is passed over. */
async function takeLate(tx: Sql, { channelNo, from, past }: Behind, room: Room, entries: Entry[]): Promise<void> {
  await holdChannel(tx, channelNo)
  const { places, next, isEnd } = await listPlaces(tx, channelNo, from, room.messages)
  room.messages -= places.length
  const rows = await listMessages(tx, channelNo, places)
  const taken = await toEntries(tx, channelNo, rows, room, entries)
  if (taken === rows.length) await noteIndexed(tx, channelNo, isEnd && !past ? null : next)
}

/** `next`: the first change after those that told of them. */
async function listPlaces(
  tx: Sql,
  channelNo: number,
  from: number,
  limit: number,
): Promise<{ places: Place[]; next: number; isEnd: boolean }> {
  const places: Place[] = []
  let next = from
  let isEnd = false
  while (!isEnd && places.length < limit) {
    const changes = await tx.lists<[no: number, detail: string]>(
      `select no, detail from changes where channel = ? and no >= ? and kind = 'messages' order by no limit ${given}`,
      channelNo,
      next,
      changesAtOnce,
    )
    isEnd = changes.length < changesAtOnce
    for (const [no, detail] of changes) {
      if (places.length >= limit) {
        isEnd = false
        break
      }
      places.push(...(JSON.parse(detail).places as Place[]))
      next = no + 1
    }
  }
  return { places, next, isEnd }
}

async function noteIndexed(tx: Sql, channelNo: number, from: number | null): Promise<void> {
  await tx.run('update channels set index_from = ? where channel = ?', from, channelNo)
}

/** The latest first: they are looked for most. */
async function takePast(tx: Sql, { channelNo, past }: Behind, room: Room, entries: Entry[]): Promise<void> {
  await holdChannel(tx, channelNo)
  const [time = 0, seq = 0] = past ?? []
  const limit = room.messages
  const rows = await tx.lists<Row>(
    `select time, seq, message_id, json, 0 from messages m where channel = ? and (time, seq) < (?, ?)
     and (${docOf}) is null order by time desc, seq desc limit ${given}`,
    channelNo,
    time,
    seq,
    limit,
  )
  const taken = await toEntries(tx, channelNo, rows, room, entries)
  room.messages -= taken
  const [lastTime, lastSeq] = rows[taken - 1] ?? []
  if (taken === rows.length && (rows.length < limit || lastTime === undefined)) {
    // The channel has nothing late either: that comes first.
    await tx.run(
      'update channels set index_from = null, past_time = null, past_seq = null where channel = ?',
      channelNo,
    )
  } else if (lastTime !== undefined && lastSeq !== undefined) {
    await tx.run('update channels set past_time = ?, past_seq = ? where channel = ?', lastTime, lastSeq, channelNo)
  }
}

/**
 * Messages that came one after the other mostly stand so too, and are read together. Where that proves wrong, because others
 * stand between them, fewer are.
 */
async function listMessages(tx: Sql, channelNo: number, places: Place[]): Promise<Row[]> {
  places.sort(([time, seq], [otherTime, otherSeq]) => time - otherTime || seq - otherSeq)
  const found: Row[] = []
  const [lastTime, lastSeq] = places.at(-1) ?? [0, 0]
  let at = 0
  for (let size = 64; at < places.length; ) {
    const [time, seq] = places[at] as Place
    const rows = await tx.lists<Row>(
      `select time, seq, message_id, json, (${docOf}) is not null from messages m
       where channel = ? and (time, seq) >= (?, ?) and (time, seq) <= (?, ?) order by time, seq limit ${given}`,
      channelNo,
      time,
      seq,
      lastTime,
      lastSeq,
      size,
    )
    const before = found.length
    for (const row of rows) {
      while (at < places.length && isBefore(places[at] as Place, row)) at++
      if (at < places.length && !isBefore(row, places[at] as Place)) found.push(row)
    }
    if (rows.length < size) break
    size = 2 * (found.length - before) >= size ? 2 * size : Math.max(size >> 2, 1)
  }
  return found
}

function isBefore(one: Place | Row, other: Place | Row): boolean {
  return one[0] < other[0] || (one[0] === other[0] && one[1] < other[1])
}

/**
 * As many as there is room for; answers how many. A text may be edited later, so it comes into the index even if it is empty.
 */
async function toEntries(tx: Sql, channelNo: number, rows: Row[], room: Room, entries: Entry[]): Promise<number> {
  for (const [index, [time, seq, messageId, json, isIndexed]] of rows.entries()) {
    if (isIndexed === 1) continue
    if (room.characters <= 0) return index
    const message = JSON.parse(json) as Message
    const found = findTerms(tx, channelNo, messageId, message)
    const terms = typeof found === 'string' ? found : await found
    room.characters -= terms.length
    if (terms !== '' || message.type === 'text') entries.push({ channelNo, time, seq, terms })
  }
  return rows.length
}
