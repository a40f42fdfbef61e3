import { isMedia } from '../../../domain/messages/message-json.ts'
import type { IncomingEvent, Person } from '../../../ports/connector.ts'
import { NotUnderstood } from '../../http-client/untrusted-json.ts'
import { isGiven, type Json } from '../json.ts'
import { readNumber, toId, toMessageId } from './ids.ts'
import { type Chat, findChat, readTime, topicOf, toReplyRight } from './read-common.ts'
import { findContent, type ReadContent } from './read-content.ts'
import { type Bot, findSender, readPerson } from './read-people.ts'
import { findCommand, findStartPayload } from './read-text.ts'
import { isChange, isIgnored } from './service-messages.ts'

/** An event, before it gets the id of its update. */
export type Unnumbered = IncomingEvent extends infer Event
  ? Event extends unknown
    ? Omit<Event, 'eventId'>
    : never
  : never

/** Empty: nothing for us. Throws `NotUnderstood`. */
export function readMessage(message: Json, bot: Bot): Unnumbered[] {
  const chat = findChat(message.chat)
  if (chat === undefined || isForOnePerson(message)) return []
  const at = readTime(message.date, "The message's date")
  const moved = findMove(message, chat)
  if (moved !== undefined) return [{ ...moved, at, reply: toReplyRight({ chat: chat.number }) }]
  const reply = toReplyRight({ chat: chat.number, topic: topicOf(message) })
  const movement = findMovement(message, bot)
  if (movement === 'ours') return []
  if (movement !== undefined) return [{ ...movement, at, channel: chat.channel, reply }]
  if (isChange(message)) return [{ kind: 'chat-changed', at, channel: chat.channel, reply }]
  const content = findContent(message, chat.number, bot)
  if (content !== undefined) return toMessages(message, chat, at, content, bot)
  if (isIgnored(message)) return []
  throw new NotUnderstood(`The message has no content that is known${namesOf(message)}`)
}

/** Shown to the bot and one person only. Its number is 0 or used again. */
function isForOnePerson(message: Json): boolean {
  return message.message_id === 0 || isGiven(message.ephemeral_message_id)
}

function toMessages(message: Json, chat: Chat, at: number, { content, details, file }: ReadContent, bot: Bot) {
  const number = readNumber(message.message_id, "The message's id")
  const { channel } = chat
  const reply = toReplyRight({ chat: chat.number, message: number, topic: topicOf(message) })
  const read: Unnumbered & { kind: 'message' } = {
    kind: 'message',
    at,
    channel,
    reply,
    messageId: toMessageId(chat.number, number),
    content,
  }
  const sender = findSender(message)
  if (sender !== undefined) read.sender = sender
  if (Object.keys(details).length > 0) read.details = details
  if (file !== undefined) read.file = file
  // A sticker's picture is kept with the sticker and isn't a file of this message.
  if (isMedia(content)) read.hasFile = true
  if (content.type !== 'text') return [read]
  const start = channel.type === 'user' ? findStartPayload(content.text) : undefined
  // The deep link for signing in: the same as the command, without an introduction.
  if (start === 'link') return [{ ...read, command: '/link' }]
  const command = findCommand(content.text, bot)
  if (command !== undefined) read.command = command
  // The first thing that anyone sends to a bot, and no other event says that they did.
  return start === undefined ? [read] : [{ kind: 'bot-added' as const, at, channel, reply }, read]
}

/** Empty: nothing that anyone can see has changed. */
export function readEdit(message: Json, bot: Bot): Unnumbered[] {
  const chat = findChat(message.chat)
  if (chat === undefined || isForOnePerson(message)) return []
  const content = findContent(message, chat.number, bot)
  // A live location moves every few seconds, and a service message has no text.
  if (content === undefined || content.content.type === 'location' || content.content.type === 'sticker') return []
  const { details } = content
  const number = readNumber(message.message_id, "The message's id")
  const edit: Unnumbered & { kind: 'message-edited' } = {
    kind: 'message-edited',
    at: readTime(message.edit_date ?? message.date, "The message's edit date"),
    channel: chat.channel,
    messageId: toMessageId(chat.number, number),
    text: content.content.type === 'text' ? content.content.text : (details.caption ?? ''),
    // Also if there are none any more.
    details,
  }
  const sender = findSender(message)
  if (sender !== undefined) edit.sender = sender
  return [edit]
}

/** Told in both chats: in the old one where it went, in the new one where it came from. The event belongs to the old one. */
function findMove({ migrate_to_chat_id: to, migrate_from_chat_id: from }: Json, { number, channel }: Chat) {
  const kind = 'chat-moved' as const
  if (isGiven(to)) {
    return { kind, from: toId(number), to: toId(readNumber(to, 'The new id of the chat')), channel }
  }
  if (!isGiven(from)) return undefined
  const old = toId(readNumber(from, 'The former id of the chat'))
  return { kind, from: old, to: toId(number), channel: { ...channel, channelId: old } }
}

/** That people came or left. `chat_member` may tell the same again, and `my_chat_member` tells it about this bot. */
function findMovement(message: Json, bot: Bot) {
  const { new_chat_members: joined, left_chat_member: left, community_chat_joined: byCommunity } = message
  if (isGiven(joined)) {
    if (!Array.isArray(joined)) throw new NotUnderstood('The new members are not a list')
    const members = joined.map((one) => readPerson(one, 'A new member')).filter((one) => !isSelf(one, bot))
    return members.length === 0 ? 'ours' : { kind: 'members-joined' as const, members }
  }
  if (isGiven(byCommunity)) {
    return { kind: 'members-joined' as const, members: [readPerson(message.from, 'The new member')] }
  }
  if (!isGiven(left)) return undefined
  const person = readPerson(left, 'The member who left')
  return isSelf(person, bot) ? 'ours' : { kind: 'members-left' as const, userIds: [person.userId] }
}

function isSelf({ userId }: Person, { id }: Bot): boolean {
  return userId === toId(id)
}

/** Names of the protocol only, so that a log shows what is missing here. */
function namesOf(message: Json): string {
  const names = Object.keys(message).filter((name) => /^[a-z_]{1,40}$/.test(name) && !envelope.has(name))
  return names.length === 0 ? '' : ` (${names.slice(0, 5).join(', ')})`
}

/** What every message may have beside its content. */
const envelope = new Set(
  'message_id message_thread_id is_topic_message date chat from sender_chat author_signature reply_to_message'.split(
    ' ',
  ),
)
