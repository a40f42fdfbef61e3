import type { Message } from '@innkeeper/contract'
import { isImportedPerson } from '../../../domain/imports/imported-id.ts'
import { type ImportedVersion, importedDetails } from '../../../domain/imports/vouching.ts'
import { findPosition } from '../messages/stored-messages.ts'
import { unindexMessage } from '../search/search-index.ts'
import type { Sql } from '../sql.ts'
import { showMedia, showMessage } from './imported-media.ts'

/** Shows what another import tells about a message that is stored. Returns where it is now; undefined if it is gone. */
export async function showVersion(
  tx: Sql,
  channel: { channelNo: number; channelId: string; at: number },
  messageId: string,
  version: ImportedVersion,
): Promise<[time: number, seq: number] | undefined> {
  const { channelNo } = channel
  const place = await findPosition(tx, channelNo, messageId)
  if (!place || place.time === null) return undefined
  const { time: was, seq } = place
  const [row] = await tx.returning<{ json: string; editedAt: number | null }>(
    'delete from messages where channel = ? and time = ? and seq = ? returning json, edited_at as "editedAt"',
    channelNo,
    was,
    seq,
  )
  if (!row) return undefined
  await unindexMessage(tx, channelNo, { messageId, time: was, seq }, row)
  const { time } = version
  const before: Message = JSON.parse(row.json)
  const message = showMessage(before, version, isImportedPerson(before.sender.id) ? version.name : before.sender.name)
  await tx.intake.addMessage({
    channelNo,
    time,
    seq,
    messageId,
    editedAt: row.editedAt,
    json: JSON.stringify(message),
  })
  await showMedia(tx, channel, message, version)
  for (const table of ['message_ids', 'bookmarks'])
    await tx.run(`update ${table} set time = ? where channel = ? and message_id = ?`, time, channelNo, messageId)
  const details = await tx.get<{ json: string }>(
    'select json from message_details where channel = ? and message_id = ?',
    channelNo,
    messageId,
  )
  await tx.run(
    'update message_details set json = ? where channel = ? and message_id = ?',
    JSON.stringify({ ...JSON.parse(details?.json ?? '{}'), imported: importedDetails(version) }),
    channelNo,
    messageId,
  )
  return [time, seq]
}
