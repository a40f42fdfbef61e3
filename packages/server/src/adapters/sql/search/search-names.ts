import type { SenderName } from '../../../domain/search/index-query.ts'
import type { MessagePosition } from '../../../ports/reading.ts'
import { forEachRow, rowList, storable } from '../row-list.ts'
import type { Reader, Sql } from '../sql.ts'

// Who sent the messages of the index, and under which names. A search for a name finds out here whose it is or was, and looks
// for their messages. A name is kept as long as the index has a message with it.

type Sender = { id: string; name: string }
export type SentUnder = { channelNo: number; sender: Sender }

const addNames = forEachRow(
  (rows) => `insert into search_names (channel, user_id, name, messages)
     select cast(l.value ->> 0 as bigint), l.value ->> 1, l.value ->> 2, cast(l.value ->> 3 as bigint) from ${rows} where true
     on conflict (channel, user_id, name) do update set messages = search_names.messages + excluded.messages
     returning channel, user_id as "userId", name, messages`,
)

/** Of messages that were added to the index. Their channels must be locked. */
export async function noteNames(tx: Sql, added: readonly SentUnder[]): Promise<void> {
  const counts = new Map<string, NameCount>()
  for (const { channelNo, sender } of added) {
    const [userId, name] = [String(storable(sender.id)), String(storable(sender.name.toWellFormed()))]
    const key = keyOf(channelNo, userId, name)
    const count = counts.get(key)
    if (count) count[3]++
    else counts.set(key, [channelNo, userId, name, 1])
  }
  if (counts.size > 0) await addCounts(tx, counts)
}

type NameCount = [channelNo: number, userId: string, name: string, messages: number]

function keyOf(channelNo: number, userId: string, name: string): string {
  return JSON.stringify([channelNo, userId, name])
}

/** `counts`: by `keyOf`. */
async function addCounts(tx: Sql, counts: ReadonlyMap<string, NameCount>): Promise<void> {
  const rows = await tx.returning<{ channel: number; userId: string; name: string; messages: number }>(
    addNames[tx.engine],
    rowList([...counts.values()]),
  )
  const isNew = ({ channel, userId, name, messages }: (typeof rows)[number]) =>
    counts.get(keyOf(channel, userId, name))?.[3] === messages
  const changed = new Set(rows.filter(isNew).map(({ channel }) => channel))
  for (const channelNo of [...changed].sort((one, other) => one - other)) await raiseVersion(tx, channelNo)
}

/** Of messages that were removed from the index. */
export async function forgetName(tx: Sql, channelNo: number, { id, name }: Sender, messages = 1): Promise<void> {
  const values = [channelNo, String(storable(id)), String(storable(name.toWellFormed()))] as const
  const [row] = await tx.returning<{ messages: number }>(
    'update search_names set messages = messages - ? where channel = ? and user_id = ? and name = ? returning messages',
    messages,
    ...values,
  )
  if (!row || row.messages > 0) return
  await tx.run('delete from search_names where channel = ? and user_id = ? and name = ?', ...values)
  await raiseVersion(tx, channelNo)
}

/** A cross join is executed in the order it is written. SQLite would read the list again for every document. */
const countIndexed = forEachRow(
  (rows) => `select count(*) as messages from ${rows} cross join search_docs s where s.channel = ?
     and s.time = cast(l.value ->> 0 as bigint) and s.seq = cast(l.value ->> 1 as bigint)`,
)

/** The sender of these messages is shown under another name. Those that aren't indexed yet count later, under that name. */
export async function renameSender(
  tx: Sql,
  channelNo: number,
  { id, name, before }: Sender & { before: string },
  messages: readonly MessagePosition[],
): Promise<void> {
  const positions = rowList(messages.map(({ time, seq }) => [time, seq]))
  const row = await tx.get<{ messages: number }>(countIndexed[tx.engine], positions, channelNo)
  if (!row || row.messages === 0) return
  await forgetName(tx, channelNo, { id, name: before }, row.messages)
  const [userId, shown] = [String(storable(id)), String(storable(name.toWellFormed()))]
  await addCounts(tx, new Map([[keyOf(channelNo, userId, shown), [channelNo, userId, shown, row.messages]]]))
}

/** With all documents of the index. */
export async function forgetAllNames(tx: Sql): Promise<void> {
  await tx.run('delete from search_names')
  await tx.run('update channels set names_version = names_version + 1')
}

async function raiseVersion(tx: Sql, channelNo: number): Promise<void> {
  await tx.run('update channels set names_version = names_version + 1 where channel = ?', channelNo)
}

export async function listSenderNames(sql: Reader, channelNo: number): Promise<SenderName[]> {
  return await sql.all('select user_id as "userId", name from search_names where channel = ?', channelNo)
}
