import type { SenderName } from '../../../domain/search/index-query.ts'
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
  const counts = new Map<string, [channelNo: number, userId: string, name: string, messages: number]>()
  for (const { channelNo, sender } of added) {
    const [userId, name] = [String(storable(sender.id)), String(storable(sender.name.toWellFormed()))]
    const key = JSON.stringify([channelNo, userId, name])
    const count = counts.get(key)
    if (count) count[3]++
    else counts.set(key, [channelNo, userId, name, 1])
  }
  if (counts.size === 0) return
  const rows = await tx.returning<{ channel: number; userId: string; name: string; messages: number }>(
    addNames[tx.engine],
    rowList([...counts.values()]),
  )
  const isNew = ({ channel, userId, name, messages }: (typeof rows)[number]) =>
    counts.get(JSON.stringify([channel, userId, name]))?.[3] === messages
  const changed = new Set(rows.filter(isNew).map(({ channel }) => channel))
  for (const channelNo of [...changed].sort((one, other) => one - other)) await raiseVersion(tx, channelNo)
}

/** Of a message that was removed from the index. */
export async function forgetName(tx: Sql, channelNo: number, { id, name }: Sender): Promise<void> {
  const values = [channelNo, String(storable(id)), String(storable(name.toWellFormed()))] as const
  const [row] = await tx.returning<{ messages: number }>(
    'update search_names set messages = messages - 1 where channel = ? and user_id = ? and name = ? returning messages',
    ...values,
  )
  if (!row || row.messages > 0) return
  await tx.run('delete from search_names where channel = ? and user_id = ? and name = ?', ...values)
  await raiseVersion(tx, channelNo)
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
