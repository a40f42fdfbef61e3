import type { webhook } from '@line/bot-sdk'
import { announce } from './announce.ts'
import { type Content, describeContent, isMedia, storeContent } from './content.ts'
import type { Entry, Happening } from './entry.ts'
import { buildEvent, type EventTime } from './events.ts'
import { addEntry, replaceEntry } from './transcript.ts'
import type { Delivery, Dispatcher } from './webhook/dispatcher.ts'
import type { MessageState, World } from './world.ts'

export type MessageDelivery = Delivery<webhook.MessageEvent> & { messageId: string }

/** Who acts, in which chat, and when if not now. */
export type MessageOrigin = EventTime & {
  chatId: string
  userId: string
  source: webhook.Source
  mode: webhook.EventMode
}

export async function postMessage(
  world: World,
  dispatcher: Dispatcher,
  origin: MessageOrigin,
  content: Content,
): Promise<MessageDelivery> {
  const { message, entry } = writeMessage(world, origin, content)
  const draft = { type: 'message' as const, source: origin.source, mode: origin.mode, message }
  return { ...(await announce(world, dispatcher, entry, buildEvent(world, draft, origin))), messageId: message.id }
}

export async function editMessage(
  world: World,
  dispatcher: Dispatcher,
  origin: MessageOrigin,
  change: { messageId: string; content: Content },
): Promise<Delivery<webhook.MessageEditedEvent>> {
  const { message, entry } = rewriteMessage(world, origin, change)
  const draft = { type: 'messageEdited' as const, source: origin.source, mode: origin.mode, message }
  return announce(world, dispatcher, entry, buildEvent(world, draft, origin))
}

export async function unsendMessage(
  world: World,
  dispatcher: Dispatcher,
  origin: MessageOrigin,
  messageId: string,
): Promise<Delivery<webhook.UnsendEvent>> {
  const entry = eraseMessage(world, origin, messageId)
  const draft = { type: 'unsend' as const, source: origin.source, mode: origin.mode, unsend: { messageId } }
  return announce(world, dispatcher, entry, buildEvent(world, draft, origin))
}

/** Adds a message to the chat, whether or not the bot is there. */
export function writeMessage(
  world: World,
  origin: MessageOrigin,
  content: Content,
): { message: webhook.MessageContent; entry: Entry } {
  const messageId = world.ids.messageId()
  const message = describeContent(world, content, messageId)
  const isHosted = isMedia(content) && !('external' in content && content.external)
  world.messages.set(messageId, {
    messageId,
    chatId: origin.chatId,
    userId: origin.userId,
    type: message.type,
    sentAt: world.settings.clock(),
    isUnsent: false,
    ...(isHosted ? { content: storeContent(world, content, messageId) } : {}),
  })
  return { message, entry: addEntry(world, origin, shown(origin, message)) }
}

export function rewriteMessage(
  world: World,
  origin: MessageOrigin,
  { messageId, content }: { messageId: string; content: Content },
): { message: webhook.TextMessageContent; entry: Entry } {
  const { type } = getOwnMessage(world, origin, messageId)
  if (type !== 'text') throw new Error(`Only texts can be edited; ${messageId} is of type ${type}.`)
  const described = describeContent(world, content, messageId)
  if (described.type !== 'text') throw new Error('A text can only be edited into a text.')
  // Only the message itself can be marked as read.
  const { markAsReadToken: _, ...message } = described
  const entry = getEntry(world, messageId)
  // An edit can arrive after the unsend. Then no one in the chat sees it.
  if (entry.kind !== 'message') return { message, entry }
  const quote = quoteOf(message) ?? quoteOf(entry.message)
  const editedAt = origin.at ?? world.settings.clock()
  const kept = quote === undefined ? message : { ...message, quotedMessageId: quote }
  return { message, entry: replaceEntry(world, entry, { ...shown(origin, kept), editedAt }) }
}

/** The content is deleted here, too, so that nothing shows it again. */
export function eraseMessage(world: World, origin: MessageOrigin, messageId: string): Entry {
  const state = getOwnMessage(world, origin, messageId)
  state.isUnsent = true
  delete state.content
  return replaceEntry(world, getEntry(world, messageId), { kind: 'unsent', messageId, userId: origin.userId })
}

function shown({ userId }: MessageOrigin, described: webhook.MessageContent): Happening & { kind: 'message' } {
  const { markAsReadToken: _, ...rest } = described
  const { quoteToken: __, ...message } = rest as webhook.TextMessageContent
  return { kind: 'message', messageId: message.id, userId, message: message as webhook.MessageContent }
}

function quoteOf(message: webhook.MessageContent): string | undefined {
  return 'quotedMessageId' in message ? message.quotedMessageId : undefined
}

function getOwnMessage(world: World, { chatId, userId }: MessageOrigin, messageId: string): MessageState {
  const message = world.messages.get(messageId)
  if (!message || message.chatId !== chatId) throw new Error(`There is no message ${messageId} in chat ${chatId}.`)
  if (message.userId !== userId) throw new Error(`Message ${messageId} is not by ${userId}: it cannot be changed.`)
  return message
}

function getEntry(world: World, messageId: string): Entry {
  const entry = world.transcript.messages.get(messageId)
  if (!entry) throw new Error(`Message ${messageId} is not in the transcript.`)
  return entry
}
