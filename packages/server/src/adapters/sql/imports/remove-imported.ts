import { decideUndo } from '../../../domain/imports/vouching.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { noteChange } from '../channels/changes.ts'
import { releaseFile } from '../media/released-files.ts'
import { firstSlice, removeMessages, type SizedPosition } from '../messages/remove-messages.ts'
import { forEachRow } from '../row-list.ts'
import { given, type Sql } from '../sql.ts'
import { endImport } from './imports.ts'
import { showVersion } from './show-version.ts'
import { idList, listVouchers } from './vouchers.ts'

/** Each call is one transaction. What is left to do is what the import still vouches for, so a crash costs nothing. */
export async function removeImported(tx: Sql, command: CommandOf<'remove-imported'>): Promise<{ more: boolean }> {
  const { at, channelId, importNo, limit } = command
  const row = await tx.get<{ channelNo: number; state: string }>(
    `select c.channel as "channelNo", i.state from channels c join imports i on i.channel = c.channel
     where c.channel_id = ? and i.import_no = ?`,
    channelId,
    importNo,
  )
  if (row?.state !== 'undoing') return { more: false }
  const { channelNo } = row
  const all = (
    await tx.lists<[string]>(
      `select message_id from import_rows where channel = ? and import_no = ? order by message_id limit ${given}`,
      channelNo,
      importNo,
      limit,
    )
  ).flat()
  if (all.length === 0) {
    await endImport(tx, [channelNo, importNo], at, { state: 'undone' })
    await noteChange(tx, channelNo, at, { kind: 'reset', ofImport: [importNo, 'undone'] })
    return { more: false }
  }
  const vouchers = await listVouchers(tx, channelNo, all)
  const decisions = new Map(all.map((id) => [id, decideUndo(vouchers.get(id) ?? new Map(), importNo)]))
  const unvouched = all.filter((id) => decisions.get(id)?.kind === 'remove')
  const stored = await tx.all<SizedPosition>(sized[tx.engine], idList(unvouched), channelNo)
  const removed = firstSlice(stored)
  await removeMessages(tx, { channelNo, channelId }, removed, 'nothing')
  // The rest is removed by the next calls.
  const waiting = new Set(stored.slice(removed.length).map(({ messageId }) => messageId))
  const done = all.filter((id) => !waiting.has(id))
  const forgotten = await tx.returning<{ file: string | null }>(
    forgetRows[tx.engine],
    channelNo,
    importNo,
    idList(done),
  )
  for (const { file } of forgotten) await releaseFile(tx, file)
  const places: [time: number, seq: number][] = []
  for (const [messageId, decision] of decisions) {
    if (decision.kind !== 'change') continue
    const place = await showVersion(tx, { channelNo, channelId, at }, messageId, decision.version)
    if (place) places.push(place)
  }
  if (places.length > 0) {
    await tx.run(
      `update channels set edit_version = edit_version + 1, index_from = coalesce(index_from, last_change + 1)
       where channel = ?`,
      channelNo,
    )
    await noteChange(tx, channelNo, at, { kind: 'messages', places, isImported: true })
  }
  return { more: true }
}

const sized = forEachRow(
  (rows) => `select m.message_id as "messageId", m.time, m.seq, length(m.json) as length
     from ${rows} cross join message_ids i join messages m on m.channel = i.channel and m.time = i.time and m.seq = i.seq
     where i.channel = ? and i.message_id = l.value ->> 0 order by m.message_id`,
)
const forgetRows = forEachRow(
  (rows) => `delete from import_rows where channel = ? and import_no = ?
     and message_id in (select l.value ->> 0 from ${rows}) returning file`,
)
