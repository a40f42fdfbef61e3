import type { Message } from '@innkeeper/contract'
import { isImportedPerson } from '../../../domain/imports/imported-id.ts'
import type { ImportedVersion } from '../../../domain/imports/vouching.ts'
import { toTimestamp } from '../../../domain/timestamp.ts'
import { findPosition } from '../messages/stored-messages.ts'
import { unindexMessage } from '../search/search-index.ts'
import type { Sql } from '../sql.ts'

/** The public time of an imported message: as exact as its file. Its place in reading order may be later. */
export function publicTime({ time, precisionMs }: Pick<ImportedVersion, 'time' | 'precisionMs'>): number {
  return Math.floor(time / precisionMs) * precisionMs
}

/** Shows what another import tells about a message that is stored. Returns where it is now; undefined if it is gone. */
export async function showVersion(
  tx: Sql,
  channelNo: number,
  messageId: string,
  version: ImportedVersion,
): Promise<[time: number, seq: number] | undefined> {
  const place = await findPosition(tx, channelNo, messageId)
  if (!place || place.time === null) return undefined
  const { time: before, seq } = place
  const [row] = await tx.returning<{ json: string; editedAt: number | null }>(
    'delete from messages where channel = ? and time = ? and seq = ? returning json, edited_at as "editedAt"',
    channelNo,
    before,
    seq,
  )
  if (!row) return undefined
  await unindexMessage(tx, channelNo, { messageId, time: before, seq }, row)
  const { time } = version
  await tx.intake.addMessage({
    channelNo,
    time,
    seq,
    messageId,
    editedAt: row.editedAt,
    json: render(JSON.parse(row.json), version),
  })
  for (const table of ['message_ids', 'media', 'bookmarks'])
    await tx.run(`update ${table} set time = ? where channel = ? and message_id = ?`, time, channelNo, messageId)
  const details = await tx.get<{ json: string }>(
    'select json from message_details where channel = ? and message_id = ?',
    channelNo,
    messageId,
  )
  await tx.run(
    'update message_details set json = ? where channel = ? and message_id = ?',
    JSON.stringify({ ...JSON.parse(details?.json ?? '{}'), imported: { precisionMs: version.precisionMs } }),
    channelNo,
    messageId,
  )
  return [time, seq]
}

function render(message: Message, version: ImportedVersion): string {
  const { sender } = message
  const name = isImportedPerson(sender.id) ? version.name : sender.name
  return JSON.stringify({ ...message, timestamp: toTimestamp(publicTime(version)), sender: { ...sender, name } })
}
