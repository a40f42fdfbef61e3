import type { Chat, Message, MessageBody } from '../bot-api.ts'
import { showHeard, showMessage } from '../chat-page/show.ts'
import { type EventTime, type Heard, publish, type Unheard } from '../updates/publish.ts'
import { type ChatState, type MessageState, messageKey, unixTime, type World } from '../world.ts'

/** A message that is in a chat now, and whether the bot got it. */
export type Posted = Heard & { messageId: number; message: Message }

/** Where a message goes, and who it is from as the platform shows it. */
export type MessageOrigin = EventTime & {
  chat: Chat
  /** Of the chat that counts its own messages; undefined for private chats. */
  state: ChatState | undefined
  head: Pick<Message, 'from' | 'sender_chat'> & Record<string, unknown>
  byId: number
  /** Buttons below a message of the bot, each of which sends its text. */
  choices?: string[]
}

/** Keeps a message without an update. */
export function addMessage(world: World, origin: MessageOrigin, body: MessageBody): MessageState {
  const messageId = nextMessageId(world, origin.state)
  const { reply_to_message: replied, ...rest } = body as MessageBody & { reply_to_message?: Message }
  const message: Message = {
    message_id: messageId,
    ...origin.head,
    chat: origin.chat,
    date: unixTime(origin.at ?? world.settings.clock()),
    ...(replied ? { reply_to_message: replied } : {}),
    ...rest,
  }
  const state = { message, chatId: origin.chat.id, byId: origin.byId, isDeleted: false, wasSeen: false }
  world.messages.set(messageKey(origin.chat.id, messageId), state)
  showMessage(world, state, origin.choices)
  return state
}

/** Sends the update of a message, unless there is a reason not to. */
export function announce(
  world: World,
  state: MessageState,
  { at, why }: EventTime & { why: Unheard | undefined },
  kind: 'message' | 'edited_message' | 'channel_post' | 'edited_channel_post' = 'message',
): Posted {
  const { message, chatId } = state
  const heard = why ? { why } : publish(world, { [kind]: message }, { at, chatKey: String(chatId) })
  if (!heard.why) state.wasSeen = true
  showHeard(world, state, heard)
  return { ...heard, messageId: message.message_id, message }
}

function nextMessageId(world: World, state: ChatState | undefined): number {
  if (!state || state.type === 'group') return ++world.lastMessageId
  return ++state.lastMessageId
}

/** A message as another one quotes it: without what that one replied to. */
export function quote({ message }: MessageState): Message {
  const { reply_to_message: _, ...rest } = message
  return rest as Message
}

export function findMessage(world: World, chatId: number, messageId: number): MessageState | undefined {
  const found = world.messages.get(messageKey(chatId, messageId))
  return found && !found.isDeleted ? found : undefined
}
