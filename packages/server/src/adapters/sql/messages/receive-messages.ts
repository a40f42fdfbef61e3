import { createId } from '../../../domain/accounts/token.ts'
import {
  isMedia,
  type MessageDetails,
  renderMessage,
  type Sender,
  unknownSender,
} from '../../../domain/messages/message-json.ts'
import { questionIn } from '../../../domain/messages/message-text.ts'
import { readChatCommand } from '../../../domain/platforms/chat-command.ts'
import { subjectOfMessage } from '../../../domain/storage/erasure.ts'
import type { IncomingEvent, Person } from '../../../ports/connector.ts'
import { answerQuestion } from '../assistant/answers.ts'
import type { OpenChannel } from '../channels/open-channels.ts'
import { recordSender } from '../members/people.ts'
import { runChatCommand } from '../platforms/chat-commands.ts'
import type { Sql } from '../sql.ts'
import { noteInLedger } from '../storage/ledger.ts'
import { announceWebhooksNow } from '../webhooks/announce-webhook.ts'
import type { Writing } from '../writing.ts'
import { remindOwner } from './backup-command.ts'
import { applyEarlyEdits, getDetails } from './receive-edits.ts'
import { findPosition } from './stored-messages.ts'
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
  const seen = await recordSender(tx, channel, event)
  if (seen?.isErased) return
  const command = readChatCommand(event)
  const isSaved = command?.name !== 'private' && (await channel.isBackedUp())
  const isKept = isSaved && !seen?.isPrivate
  if (isSaved && seen?.isPrivate) channel.notePrivate(event.at)
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
  // Null: a command for another bot, which answers it.
  const text = event.command === null ? undefined : questionOf(event)
  const isAnswered = text !== undefined && (await answer(tx, writing, channel, event, text, seen?.name))
  if (isAnswered || !event.reply) return
  const remindAt = channel.remindOwnerAt()
  const free = { at: event.at, reply: event.reply }
  if (channel.hasWebhookNews() && event.reply.cost === 'free') await announceWebhooksNow(tx, writing, channel, free)
  else if (remindAt !== null && event.at >= remindAt) await remindOwner(tx, writing, channel, free)
}

/** Undefined if nothing was written. A caption can be a question like any text. */
function questionOf({ content, details }: NewMessage): string | undefined {
  const text = content.type === 'text' ? content.text : isMedia(content) ? details?.caption : undefined
  return text === undefined ? undefined : questionIn(text, details?.mentions) || undefined
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
  const ask = () => ({
    messageId,
    at,
    text,
    userId: sender?.isShared ? null : (sender?.userId ?? null),
    name,
    reply: reply ?? null,
  })
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
  const media = isMedia(content)
  const caption = event.details?.caption ?? ''
  const written = content.type === 'text' ? content.text : media ? caption : undefined
  const edit = isAwaited ? await applyEarlyEdits(tx, channelNo, event, written) : undefined
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
      content: edit && !media ? { type: 'text', text: edit.content } : content,
      caption: edit ? edit.content : caption,
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
      file: event.file,
    })
    if (event.hasFile || event.file || event.details?.externalUrl !== undefined)
      await channel.plan({ kind: 'fetch-media', channelId: channel.channelId, messageId })
  }
  if (content.type === 'sticker') {
    await channel.planSticker({ packageId: content.packageId, stickerId: content.stickerId }, messageId, event.file)
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
  // Before its chat moved it was stored under another ID, as an older snapshot has it.
  for (const id of new Set([channelId, event.channel.channelId])) {
    await noteInLedger(tx, { kind: 'message', subject: subjectOfMessage(id, messageId), at })
  }
}

async function keepDetails(
  tx: Sql,
  channelNo: number,
  { messageId, sender, details }: { messageId: string; sender?: Person; details?: MessageDetails },
): Promise<void> {
  const { caption: _, ...kept } = details ?? {}
  const named = { ...kept, ...(await findTopic(tx, channelNo, kept)) }
  const all = sender?.isBot ? { ...named, isFromBot: true } : named
  if (Object.keys(all).length > 0) await tx.intake.saveDetails(channelNo, messageId, JSON.stringify(all))
}

/** A reply doesn't say what its topic is called, but the message that it replies to is in the same one. */
async function findTopic(
  tx: Sql,
  channelNo: number,
  { topic, quotedMessageId }: MessageDetails,
): Promise<Pick<MessageDetails, 'topic'>> {
  if (!topic || topic.name !== undefined || quotedMessageId === undefined) return {}
  const { topic: quoted } = await getDetails(tx, channelNo, quotedMessageId)
  return quoted?.id === topic.id ? { topic: quoted } : {}
}
