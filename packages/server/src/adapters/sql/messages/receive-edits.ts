import type { Message } from '@innkeeper/contract'
import type { MessageDetails } from '../../../domain/messages/message-json.ts'
import { withWrittenText, writtenText } from '../../../domain/messages/message-text.ts'
import type { IncomingEvent } from '../../../ports/connector.ts'
import type { OpenChannel } from '../channels/open-channels.ts'
import { raiseEditVersion } from '../media/media.ts'
import { recordPerson } from '../members/people.ts'
import { reindexMessage } from '../search/search-index.ts'
import type { Sql } from '../sql.ts'
import { keepEarlyEdit, takeEarlyEdits } from './early-edits.ts'
import { findPosition } from './stored-messages.ts'

type Edited = IncomingEvent & { kind: 'message-edited' }

/**
 * The edit with the latest time wins, in whatever order they arrive; earlier texts are kept as versions. An edit to the same text
 * changes nothing. `receivedAt`: when it arrived.
 */
export async function receiveEdit(tx: Sql, channel: OpenChannel, event: Edited, receivedAt: number): Promise<void> {
  if (!channel.isActive()) return
  const { channelNo } = channel
  const { messageId } = event
  const seen = event.sender && (await recordPerson(tx, channel, { ...event.sender, at: event.at }))
  // An edit is new text: like a new message, it is stored only while anyone subscribes.
  if (seen?.isErased || seen?.isPrivate || !(await channel.isBackedUp())) return
  const place = await findPosition(tx, channelNo, messageId)
  if (place?.unsent) return
  if (!place || place.time === null) return keepEarlyEdit(tx, channelNo, event, receivedAt)
  const row = await tx.get<{ edited_at: number | null; json: string }>(
    'select edited_at, json from messages where channel = ? and time = ? and seq = ?',
    channelNo,
    place.time,
    place.seq,
  )
  if (!row) return
  const message: Message = JSON.parse(row.json)
  const written = writtenText(message)
  if (written === undefined) return
  const current = row.edited_at ?? place.time
  const isNewer = event.at >= current || (await isOfSameSecond(tx, channelNo, event, current))
  if (isNewer && event.text === written) return
  await reindexMessage(tx, channelNo, { ...place, messageId }, async () => {
    if (!isNewer) return keepVersion(tx, channelNo, messageId, event.at, event.text)
    await keepVersion(tx, channelNo, messageId, current, written)
    await tx.run(
      'update messages set json = ?, edited_at = ? where channel = ? and time = ? and seq = ?',
      JSON.stringify(withWrittenText(message, event.text)),
      Math.max(event.at, current + 1),
      channelNo,
      place.time,
      place.seq,
    )
  })
  if (!isNewer) return
  if (event.details) await replaceTextDetails(tx, channelNo, messageId, event.details)
  await raiseEditVersion(tx, channelNo)
  channel.noteChange({ kind: 'edited', place: [place.time, place.seq] })
}

/**
 * Some platforms tell only the second, and report its edits in order. Each takes the next millisecond, so the current text is of the
 * same second if there is a version at every millisecond in between.
 */
async function isOfSameSecond(
  tx: Sql,
  channelNo: number,
  { messageId, at }: Edited,
  current: number,
): Promise<boolean> {
  if (at % 1000 !== 0 || current - at >= 1000) return false
  const row = await tx.get<{ versions: number }>(
    'select count(*) as versions from message_versions where channel = ? and message_id = ? and at >= ? and at < ?',
    channelNo,
    messageId,
    at,
    current,
  )
  return row?.versions === current - at
}

/** The last of them is the current text; earlier texts are kept as versions. `written`: the text that arrived. */
export async function applyEarlyEdits(
  tx: Sql,
  channelNo: number,
  event: IncomingEvent & { kind: 'message' },
  written: string | undefined,
): Promise<{ at: number; content: string } | undefined> {
  const edits = await takeEarlyEdits(tx, channelNo, event)
  if (written === undefined) return undefined
  let current = { at: event.at, content: written }
  for (const { at, content } of edits) {
    if (content === current.content) continue
    await keepVersion(tx, channelNo, event.messageId, current.at, current.content)
    current = { at: Math.max(at, current.at + 1), content }
  }
  return current.at === event.at ? undefined : current
}

/** At the next free millisecond: a version is never lost to another with the same time. */
async function keepVersion(tx: Sql, channelNo: number, messageId: string, at: number, content: string): Promise<void> {
  for (let free = at; ; free++) {
    const kept = await tx.run(
      'insert into message_versions (channel, message_id, at, content) values (?, ?, ?, ?) on conflict do nothing',
      channelNo,
      messageId,
      free,
      content,
    )
    if (kept > 0) return
  }
}

/** What refers to places in the text is replaced with it; what the message quotes, or which album it is in, stays. */
async function replaceTextDetails(
  tx: Sql,
  channelNo: number,
  messageId: string,
  { caption: _, ...details }: MessageDetails,
): Promise<void> {
  const row = await tx.get<{ json: string }>(
    'select json from message_details where channel = ? and message_id = ?',
    channelNo,
    messageId,
  )
  const { mentions, emojis, ...kept }: MessageDetails = row ? JSON.parse(row.json) : {}
  await tx.intake.saveDetails(channelNo, messageId, JSON.stringify({ ...kept, ...details }))
}
