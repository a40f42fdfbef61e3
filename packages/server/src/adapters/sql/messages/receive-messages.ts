import { createId } from '../../../domain/accounts/token.ts'
import {
  isMedia,
  type MessageDetails,
  renderMessage,
  type Sender,
  unknownSender,
} from '../../../domain/messages/message-json.ts'
import { parseChatCommand } from '../../../domain/platforms/chat-command.ts'
import { subjectOfMessage } from '../../../domain/storage/erasure.ts'
import type { IncomingEvent, Person } from '../../../ports/connector.ts'
import { answerQuestion } from '../assistant/answers.ts'
import type { OpenChannel } from '../channels/open-channels.ts'
import { raiseEditVersion } from '../media/media.ts'
import { recordPerson } from '../members/people.ts'
import { runChatCommand } from '../platforms/chat-commands.ts'
import { reindexMessage } from '../search/search-index.ts'
import type { Sql } from '../sql.ts'
import { noteInLedger } from '../storage/ledger.ts'
import type { Writing } from '../writing.ts'
import { remindOwner } from './backup-command.ts'
import { keepEarlyEdit, takeEarlyEdits } from './early-edits.ts'
import { unsendMessage } from './unsend.ts'

type NewMessage = IncomingEvent & { kind: 'message' }

/**
 * Stores a message while anyone subscribes, and does what it asks for. A message that was unsent before it arrived is never
 * stored.
 */
export async function receiveMessage(
  tx: Sql,
  writing: Writing,
  channel: OpenChannel,
  event: NewMessage,
): Promise<void> {
  if (!channel.isActive()) return
  const { past } = writing
  const seen = event.sender && (await recordPerson(tx, channel, { ...event.sender, at: event.at }))
  if (seen?.isErased) return
  const command = event.content.type === 'text' ? parseChatCommand(event.content.text) : undefined
  const isKept = !seen?.isPrivate && command?.name !== 'private' && (await channel.isBackedUp())
  if (isKept && past.mayHold(event.at) && (await past.wasUnsent(tx, channel.channelId, event.messageId))) return
  if (isKept) {
    const sender = event.sender && seen ? { userId: event.sender.userId, name: seen.name } : unknownSender
    if (!(await keepMessage(tx, channel, event, sender))) return
  }
  if (event.sender?.isBot) return
  if (command) {
    if (event.reply) await runChatCommand(tx, writing, channel, { command, event, reply: event.reply })
    return
  }
  const isAnswered =
    event.content.type === 'text' && (await answer(tx, writing, channel, event, event.content.text, seen?.name))
  const remindAt = channel.remindOwnerAt()
  if (!isAnswered && event.reply && remindAt !== null && event.at >= remindAt) {
    await remindOwner(tx, writing, channel, { at: event.at, reply: event.reply })
  }
}

/**
 * Immediately if matching is fast, otherwise as a job, which keeps the text until it is done. True if the reply token is, or
 * may be, used by it.
 */
async function answer(
  tx: Sql,
  { assistants }: Writing,
  channel: OpenChannel,
  { messageId, at, sender, reply }: NewMessage,
  text: string,
  name = unknownSender.name,
): Promise<boolean> {
  const ready = await assistants.get(tx, channel.channelNo, channel.rulesVersion)
  const quietUntil = channel.quietUntil()
  const assistant = quietUntil === undefined ? ready : { ...ready, quietUntil }
  if (assistant.rules.length === 0 && !assistant.isSlow) return false
  const { channelId } = channel
  const ask = () => ({ messageId, at, text, userId: sender?.userId ?? null, name, reply: reply ?? null })
  if (assistant.isSlow) {
    await channel.plan({ kind: 'find-answer', channelId, question: ask() })
    return true
  }
  const found = assistant.matcher.find(text)
  if (found.length > 0) await answerQuestion(tx, channel, assistant, ask(), found)
  return found.length > 0
}

/** False when it is there already, or was unsent. */
async function keepMessage(tx: Sql, channel: OpenChannel, event: NewMessage, sender: Sender): Promise<boolean> {
  const { channelNo } = channel
  const { messageId, content } = event
  const seq = channel.nextSeq()
  const added = await tx.intake.addMessageId(channelNo, messageId, event.at, seq)
  const isAwaited = !added && (await takeAwaited(tx, channelNo, event, seq))
  if (!added && !isAwaited) return false
  const edit = isAwaited ? await applyEarlyEdits(tx, channelNo, event) : undefined
  const media = isMedia(content)
  await tx.intake.addMessage({
    channelNo,
    time: event.at,
    seq,
    messageId,
    editedAt: edit?.at ?? null,
    json: renderMessage({
      id: messageId,
      sentAt: event.at,
      sender,
      content: edit ? { type: 'text', text: edit.content } : content,
      mediaKey: media ? createId('m') : null,
    }),
  })
  if (media) {
    await tx.intake.addMedia({
      channelNo,
      time: event.at,
      seq,
      messageId,
      type: content.type,
      fileName: content.type === 'file' ? content.fileName : null,
      sourceUrl: event.details?.externalUrl ?? null,
      sourcePreviewUrl: event.details?.externalPreviewUrl ?? null,
    })
    if (event.hasFile || event.details?.externalUrl !== undefined)
      await channel.plan({ kind: 'fetch-media', channelId: channel.channelId, messageId })
  }
  await keepDetails(tx, channelNo, event)
  channel.noteMessage({ time: event.at, seq })
  return true
}

/** Whether an edit arrived first: then the id exists without a position. */
async function takeAwaited(tx: Sql, channelNo: number, { messageId, at }: NewMessage, seq: number): Promise<boolean> {
  const taken = await tx.run(
    'update message_ids set time = ?, seq = ? where channel = ? and message_id = ? and time is null and unsent = 0',
    at,
    seq,
    channelNo,
    messageId,
  )
  return taken > 0
}

/** The last of them is the current text; earlier texts are kept as versions. */
async function applyEarlyEdits(
  tx: Sql,
  channelNo: number,
  event: NewMessage,
): Promise<{ at: number; content: string } | undefined> {
  const edits = await takeEarlyEdits(tx, channelNo, event)
  const latest = edits.pop()
  if (!latest || event.content.type !== 'text') return undefined
  for (const { at, content } of [{ at: event.at, content: event.content.text }, ...edits]) {
    await keepVersion(tx, channelNo, event.messageId, at, content)
  }
  return latest
}

/**
 * The edit with the latest time wins, in whatever order they arrive; earlier texts are kept as versions. `receivedAt`: when it
 * arrived.
 */
export async function receiveEdit(
  tx: Sql,
  channel: OpenChannel,
  event: IncomingEvent & { kind: 'message-edited' },
  receivedAt: number,
): Promise<void> {
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
  const message = JSON.parse(row.json)
  if (message.type !== 'text') return
  const current = row.edited_at ?? place.time
  const isNewer = event.at >= current
  await reindexMessage(tx, channelNo, { ...place, messageId }, async () => {
    if (!isNewer) return keepVersion(tx, channelNo, messageId, event.at, event.text)
    await keepVersion(tx, channelNo, messageId, current, message.content)
    await tx.run(
      'update messages set json = ?, edited_at = ? where channel = ? and time = ? and seq = ?',
      JSON.stringify({ ...message, content: event.text }),
      event.at,
      channelNo,
      place.time,
      place.seq,
    )
  })
  if (!isNewer) return
  await keepDetails(tx, channelNo, event)
  await raiseEditVersion(tx, channelNo)
  channel.noteChange({ kind: 'edited', place: [place.time, place.seq] })
}

/** Also applies if the message hasn't arrived yet, and after restoring an older snapshot that still has it. */
export async function receiveUnsend(
  tx: Sql,
  channel: OpenChannel,
  event: IncomingEvent & { kind: 'message-unsent' },
): Promise<void> {
  const { channelNo, channelId } = channel
  const { messageId, at } = event
  const { time, seq } = (await findPosition(tx, channelNo, messageId)) ?? { time: null, seq: null }
  await unsendMessage(tx, channel, { messageId, time, seq })
  if (time !== null) channel.noteChange({ kind: 'unsent', messages: [[messageId, time]] })
  await noteInLedger(tx, { kind: 'message', subject: subjectOfMessage(channelId, messageId), at })
}

async function findPosition(
  tx: Sql,
  channelNo: number,
  messageId: string,
): Promise<{ time: number; seq: number; unsent: number } | { time: null; seq: null; unsent: number } | undefined> {
  return await tx.get(
    'select time, seq, unsent from message_ids where channel = ? and message_id = ?',
    channelNo,
    messageId,
  )
}

async function keepVersion(tx: Sql, channelNo: number, messageId: string, at: number, content: string): Promise<void> {
  await tx.run(
    'insert into message_versions (channel, message_id, at, content) values (?, ?, ?, ?) on conflict do nothing',
    channelNo,
    messageId,
    at,
    content,
  )
}

async function keepDetails(
  tx: Sql,
  channelNo: number,
  { messageId, sender, details }: { messageId: string; sender?: Person; details?: MessageDetails },
): Promise<void> {
  if (!details && !sender?.isBot) return
  const json = JSON.stringify(sender?.isBot ? { ...details, isFromBot: true } : details)
  await tx.intake.saveDetails(channelNo, messageId, json)
}
