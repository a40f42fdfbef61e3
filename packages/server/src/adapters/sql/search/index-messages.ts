import type { Message } from '@innkeeper/contract'
import type { CommandOf, ResultOf } from '../../../ports/commands.ts'
import { forEachRow, rowList } from '../row-list.ts'
import { given, type Sql, type Value } from '../sql.ts'
import { addEntries, type Entry } from './index-entries.ts'
import { isIndexForeign } from './renew-index.ts'
import { findTerms } from './search-index.ts'
import { hasUnindexed } from './search-reads.ts'

type Position = [time: number, seq: number]
type Row = [
  channelNo: number,
  time: number,
  seq: number,
  messageId: string,
  json: string,
  editedAt: number | null,
  isIndexed: number,
]
/** How much one commit can still index. */
type Capacity = { messages: number; characters: number }
/**
 * `from`: the first change to read. `past`: messages before this position, from before there was an index, remain to be
 * indexed.
 */
type Behind = { channelNo: number; from: number; past: Position | undefined }
/** `next`: the first change after those of the messages. */
type Late = { channelNo: number; positions: Position[]; next: number; isEnd: boolean }

/** Characters of terms; a character of text makes about nine. 400 ordinary messages have fewer. */
const mostCharacters = 300_000

/** With `exists` PostgreSQL may read the whole index for a few messages, and their channels stay locked that long. */
const docOf = 'select 1 from search_docs s where s.channel = m.channel and s.time = m.time and s.seq = m.seq limit 1'

/**
 * Indexes recent messages, then those from before the index. Messages that are gone meanwhile are skipped. `limit` is exceeded
 * by the messages of one change at most; long texts end it sooner, because others wait for the commit. All channels share each
 * statement: their locks are kept until the commit, and on PostgreSQL every statement is a round trip.
 */
export async function indexMessages(
  tx: Sql,
  { limit, after = 0 }: CommandOf<'index-messages'>,
): Promise<ResultOf<'index-messages'>> {
  // Nodes of another release use other index rules. They keep the index up to date.
  if (tx.engine === 'postgres' && (await isIndexForeign(tx)))
    return { indexed: 0, more: false, after, isRoundOver: true }
  const capacity = { messages: limit, characters: mostCharacters }
  const following = await lockPending(tx, after)
  const channels = following.length > 0 || after === 0 ? following : await lockPending(tx, 0)
  const { entries: late, isAll } = await takeLate(tx, channels, capacity)
  // Immediately: otherwise recent messages would be found again among the old ones.
  await addEntries(tx, late)
  const past: Entry[] = []
  for (const behind of channels) if (hasCapacity(capacity) && behind.past) await takePast(tx, behind, capacity, past)
  await addEntries(tx, past)
  return {
    indexed: late.length + past.length,
    more: await hasUnindexed(tx),
    after: channels.at(-1)?.channelNo ?? 0,
    isRoundOver: channels.length < channelsAtOnce[tx.engine] && isAll && channels.every(({ past }) => !past),
  }
}

function hasCapacity({ messages, characters }: Capacity): boolean {
  return messages > 0 && characters > 0
}

/** On PostgreSQL few, because their events wait for the commit. On SQLite, everything waits for it. */
const channelsAtOnce = { sqlite: 50, postgres: 8 }

const behind = `select channel, index_from, past_time, past_seq from channels where index_from is not null and channel > ?
  order by channel limit`

/** On PostgreSQL, channels that another transaction is writing to are left for the next run, so no one waits for the index. */
async function lockPending(tx: Sql, after: number): Promise<Behind[]> {
  const most = `${behind} ${channelsAtOnce[tx.engine]}`
  const text = tx.engine === 'sqlite' ? most : `${most} for update skip locked`
  const rows = await tx.lists<[channelNo: number, from: number, pastTime: number | null, pastSeq: number | null]>(
    text,
    after,
  )
  return rows.map(([channelNo, from, time, seq]) => ({
    channelNo,
    from,
    past: time === null || seq === null ? undefined : [time, seq],
  }))
}

/** If not everything fits into one commit, the next one reads the same changes again and skips messages it already has. */
async function takeLate(
  tx: Sql,
  channels: Behind[],
  capacity: Capacity,
): Promise<{ entries: Entry[]; isAll: boolean }> {
  const late = await listLate(tx, channels, capacity.messages)
  const messages = await listMessages(tx, late)
  const entries: Entry[] = []
  const done: Value[][] = []
  for (const { channelNo, positions, next, isEnd } of late) {
    if (!hasCapacity(capacity)) break
    const rows = messages.get(channelNo) ?? []
    const taken = await toEntries(tx, channelNo, rows, capacity, entries)
    capacity.messages -= positions.length
    if (taken < rows.length) break
    const hasPast = channels.some((one) => one.channelNo === channelNo && one.past)
    done.push([channelNo, isEnd && !hasPast ? null : next])
  }
  if (done.length > 0) await tx.run(noteIndexed[tx.engine], rowList(done))
  return { entries, isAll: done.length === channels.length && late.every(({ isEnd }) => isEnd) }
}

/** Of each channel. */
const changesAtOnce = 100

/** The engines have different ways to read only the first changes of every channel, however many there are. */
const lateChanges = {
  sqlite: `select x.channel, x.no, x.detail from json_each(?) as l cross join changes x
     where x.channel = l.value ->> 0 and x.kind = 'messages' and x.no >= l.value ->> 1 and x.no <= ifnull((
       select no from changes where channel = l.value ->> 0 and kind = 'messages' and no >= l.value ->> 1
       order by no limit 1 offset ${changesAtOnce - 1}
     ), ${Number.MAX_SAFE_INTEGER}) order by x.channel, x.no`,
  postgres: `select x.channel, x.no, x.detail from json_array_elements(cast(? as json)) as l (value)
     cross join lateral (
       select channel, no, detail from changes
       where channel = cast(l.value ->> 0 as bigint) and kind = 'messages' and no >= cast(l.value ->> 1 as bigint)
       order by no limit ${changesAtOnce}
     ) x order by x.channel, x.no`,
}

/** In the order of the channels, until `limit` messages are found. */
async function listLate(tx: Sql, channels: Behind[], limit: number): Promise<Late[]> {
  if (channels.length === 0) return []
  const changes = await tx.lists<[channelNo: number, no: number, detail: string]>(
    lateChanges[tx.engine],
    rowList(channels.map(({ channelNo, from }) => [channelNo, from])),
  )
  const byChannel = Map.groupBy(changes, ([channelNo]) => channelNo)
  const late: Late[] = []
  let found = 0
  for (const { channelNo, from } of channels) {
    if (found >= limit) break
    const own = byChannel.get(channelNo) ?? []
    const one: Late = { channelNo, positions: [], next: from, isEnd: own.length < changesAtOnce }
    late.push(one)
    for (const [, no, detail] of own) {
      if (found >= limit) {
        one.isEnd = false
        break
      }
      const positions = JSON.parse(detail).places as Position[]
      one.positions.push(...positions)
      found += positions.length
      one.next = no + 1
    }
  }
  return late
}

const noteIndexed = forEachRow(
  (rows) => `update channels set index_from = cast(l.value ->> 1 as bigint) from ${rows}
     where channels.channel = cast(l.value ->> 0 as bigint)`,
)

const isAt = `m.channel = cast(l.value ->> 0 as bigint) and m.time = cast(l.value ->> 1 as bigint)
       and m.seq = cast(l.value ->> 2 as bigint)`
/** On PostgreSQL one by one: while a month has few messages yet, the plan for a join would read all of them, and stay the same. */
const foundAt = {
  sqlite: `cross join messages m where ${isAt}`,
  postgres: `cross join lateral (select * from messages m where ${isAt} limit 1) m`,
}
const messagesAt = forEachRow(
  (rows, engine) => `select m.channel, m.time, m.seq, m.message_id, m.json, m.edited_at, (${docOf}) is not null
     from ${rows} ${foundAt[engine]} order by m.channel, m.time, m.seq`,
)

async function listMessages(tx: Sql, late: Late[]): Promise<Map<number, Row[]>> {
  const positions = late.flatMap((one) => one.positions.map((position) => [one.channelNo, ...position]))
  if (positions.length === 0) return new Map()
  const rows = await tx.lists<Row>(messagesAt[tx.engine], rowList(positions))
  return Map.groupBy(rows, ([channelNo]) => channelNo)
}

/** The latest first: they are searched for most. */
async function takePast(tx: Sql, { channelNo, past }: Behind, capacity: Capacity, entries: Entry[]): Promise<void> {
  const [time = 0, seq = 0] = past ?? []
  const limit = capacity.messages
  const rows = await tx.lists<Row>(
    `select channel, time, seq, message_id, json, edited_at, 0 from messages m where channel = ? and (time, seq) < (?, ?)
     and (${docOf}) is null order by time desc, seq desc limit ${given}`,
    channelNo,
    time,
    seq,
    limit,
  )
  const taken = await toEntries(tx, channelNo, rows, capacity, entries)
  capacity.messages -= taken
  const [, lastTime, lastSeq] = rows[taken - 1] ?? []
  if (taken === rows.length && (rows.length < limit || lastTime === undefined)) {
    // The channel has no recent messages left either: those come first.
    await tx.run(
      'update channels set index_from = null, past_time = null, past_seq = null where channel = ?',
      channelNo,
    )
  } else if (lastTime !== undefined && lastSeq !== undefined) {
    await tx.run('update channels set past_time = ?, past_seq = ? where channel = ?', lastTime, lastSeq, channelNo)
  }
}

/** As many as fit. Returns how many. */
async function toEntries(
  tx: Sql,
  channelNo: number,
  rows: Row[],
  capacity: Capacity,
  entries: Entry[],
): Promise<number> {
  for (const [index, [, time, seq, messageId, json, editedAt, isIndexed]] of rows.entries()) {
    if (isIndexed === 1) continue
    if (capacity.characters <= 0) return index
    const message = JSON.parse(json) as Message
    const found = findTerms(tx, channelNo, messageId, message, editedAt)
    const terms = typeof found === 'string' ? found : await found
    capacity.characters -= terms.length
    entries.push({ channelNo, time, seq, terms, sender: message.sender })
  }
  return rows.length
}
