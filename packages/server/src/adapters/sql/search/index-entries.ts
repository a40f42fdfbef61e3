import { firstDocOf, windowOfDoc, windowOfTime } from '../../../domain/search/doc-number.ts'
import { storable } from '../row-list.ts'
import type { Sql } from '../sql.ts'
import { noteNames } from './search-names.ts'
import { addTerms } from './search-terms.ts'

/** A message to add to the index. */
export type Entry = {
  channelNo: number
  time: number
  seq: number
  terms: string
  sender: { id: string; name: string }
}

/** Their channels must be locked. */
export async function addEntries(tx: Sql, entries: Entry[]): Promise<void> {
  entries.sort((one, other) => one.time - other.time || one.seq - other.seq)
  const added: Entry[] = []
  const left = tx.engine === 'sqlite' ? entries : await addTogether(tx, entries, added)
  let last = -1
  for (const entry of left) {
    // Usually the number is free.
    const wanted = Math.max(firstDocOf(windowOfTime(entry.time)), last + 1)
    const doc = (await addDoc(tx, wanted, entry)) ? wanted : await addDocBehind(tx, wanted, entry)
    if (doc === undefined) continue
    last = doc
    await addTerms(tx, { channelNo: entry.channelNo, doc }, entry.terms)
    added.push(entry)
  }
  await noteNames(tx, added)
}

async function addDoc(tx: Sql, doc: number, { channelNo, time, seq }: Entry): Promise<boolean> {
  const text = 'insert into search_docs (doc, channel, time, seq) values (?, ?, ?, ?) on conflict do nothing'
  return (await tx.run(text, doc, channelNo, time, seq)) > 0
}

type LastDoc = { doc: number | null }

/**
 * After all others of its window, which on SQLite all channels share. If that is full, a number of the next window is used, and
 * the order of results there isn't exact. Undefined: the message is already in the index.
 */
async function addDocBehind(tx: Sql, wanted: number, entry: Entry): Promise<number | undefined> {
  for (let window = windowOfDoc(wanted); ; window++) {
    const below = firstDocOf(window + 1)
    const row =
      tx.engine === 'sqlite'
        ? await tx.get<LastDoc>('select max(doc) as doc from search_docs where doc < ?', below)
        : await tx.get<LastDoc>(
            'select max(doc) as doc from search_docs where channel = ? and doc < ?',
            entry.channelNo,
            below,
          )
    const free = Math.max((row?.doc ?? -1) + 1, firstDocOf(window))
    if (free < below) return (await addDoc(tx, free, entry)) ? free : undefined
  }
}

/**
 * On PostgreSQL, one statement each would be a round trip each while the channels are locked, so the rows are passed as one
 * JSON text. Adds those that got a number to `done`, and returns the others: their window is full, or they are in the index.
 */
async function addTogether(tx: Sql, entries: Entry[], done: Entry[]): Promise<Entry[]> {
  if (entries.length === 0) return []
  const numbered = await numberEntries(tx, entries)
  const inserted = await tx.returning<{ channel: number; doc: number }>(
    `insert into search_docs (doc, channel, time, seq)
     select doc, channel, time, seq from json_to_recordset(cast(? as json)) r (doc bigint, channel bigint, time bigint, seq bigint)
     on conflict do nothing returning channel, doc`,
    JSON.stringify(numbered.map(({ doc, entry: { channelNo: channel, time, seq } }) => ({ doc, channel, time, seq }))),
  )
  const places = new Set(inserted.map(({ channel, doc }) => `${channel} ${doc}`))
  const isAdded = ({ doc, entry }: Numbered) => places.has(`${entry.channelNo} ${doc}`)
  const rows = numbered
    .filter((one) => one.entry.terms !== '' && isAdded(one))
    .map(({ doc, entry }) => ({ channel: entry.channelNo, doc, terms: storable(entry.terms) }))
  await tx.run(
    `insert into search_terms (channel, doc, terms)
     select channel, doc, string_to_array(terms, ' ') from json_to_recordset(cast(? as json)) r (channel bigint, doc bigint, terms text)`,
    JSON.stringify(rows),
  )
  done.push(...numbered.filter(isAdded).map(({ entry }) => entry))
  return numbered.filter((one) => !isAdded(one)).map(({ entry }) => entry)
}

type Numbered = { entry: Entry; doc: number }
type Window = { channel: number; first: number; last: number | null }

/** After all others of their windows; no one else numbers the documents of a locked channel. */
async function numberEntries(tx: Sql, entries: Entry[]): Promise<Numbered[]> {
  const wanted = new Map<string, { channel: number; first: number; below: number }>()
  for (const { channelNo: channel, time } of entries) {
    const window = windowOfTime(time)
    wanted.set(`${channel} ${window}`, { channel, first: firstDocOf(window), below: firstDocOf(window + 1) })
  }
  const windows = await tx.all<Window>(
    `select r.channel, r.first,
       (select max(s.doc) from search_docs s where s.channel = r.channel and s.doc >= r.first and s.doc < r.below) as last
     from json_to_recordset(cast(? as json)) r (channel bigint, first bigint, below bigint)`,
    JSON.stringify([...wanted.values()]),
  )
  const next = new Map(windows.map(({ channel, first, last }) => [`${channel} ${first}`, (last ?? first - 1) + 1]))
  return entries.map((entry) => {
    const key = `${entry.channelNo} ${firstDocOf(windowOfTime(entry.time))}`
    const doc = next.get(key) ?? 0
    next.set(key, doc + 1)
    return { entry, doc }
  })
}
