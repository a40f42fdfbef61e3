import type { Message } from '@innkeeper/contract'
import type { MessageDetails } from '../../../domain/messages/message-json.ts'
import { withWrittenText, writtenText } from '../../../domain/messages/message-text.ts'
import type { IncomingEvent } from '../../../ports/connector.ts'
import type { OpenChannel } from '../channels/open-channels.ts'
import { raiseEditVersion } from '../media/media.ts'
import { recordSender } from '../members/people.ts'
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
  const seen = await recordSender(tx, channel, event)
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
  // Of several at the same time, the one that arrives last wins: some platforms tell only the second.
  const isNewer = event.at >= current
  if (isNewer && event.text === written) return
  await reindexMessage(tx, channelNo, { ...place, messageId }, async () => {
    if (!isNewer) return keepVersion(tx, channelNo, messageId, event.at, event.text)
    await keepVersion(tx, channelNo, messageId, current, written)
    await tx.run(
      'update messages set json = ?, edited_at = ? where channel = ? and time = ? and seq = ?',
      JSON.stringify(withWrittenText(message, event.text)),
      event.at,
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

/** The last of them is the current text; earlier texts are kept as versions. `written`: the text that arrived. */
export async function applyEarlyEdits(
  tx: Sql,
  channelNo: number,
  event: IncomingEvent & { kind: 'message' },
  written: string | undefined,
): Promise<{ at: number; content: string } | undefined> {
  const edits = await takeEarlyEdits(tx, channelNo, event)
  if (written === undefined) return undefined
  let current: { at: number; content: string } | undefined
  for (const edit of edits) {
    const { at, content } = current ?? { at: event.at, content: written }
    if (edit.content === content) continue
    await keepVersion(tx, channelNo, event.messageId, at, content)
    current = edit
  }
  return current
}

/** At the next free millisecond, so that none is lost to another of the same time, and they stay in order. */
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
  const { mentions, emojis, ...kept } = await getDetails(tx, channelNo, messageId)
  // What the edit doesn't say about its topic is known from before.
  const isNamed = details.topic !== undefined && details.topic.id === kept.topic?.id
  const topic = isNamed ? { topic: { ...kept.topic, ...details.topic } } : {}
  await tx.intake.saveDetails(channelNo, messageId, JSON.stringify({ ...kept, ...details, ...topic }))
}

/** Empty if there are none. */
export async function getDetails(tx: Sql, channelNo: number, messageId: string): Promise<MessageDetails> {
  const row = await tx.get<{ json: string }>(
    'select json from message_details where channel = ? and message_id = ?',
    channelNo,
    messageId,
  )
  return row ? JSON.parse(row.json) : {}
}
