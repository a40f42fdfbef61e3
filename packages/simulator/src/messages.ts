import type { webhook } from '@line/bot-sdk'
import { type Content, describeContent, isMedia, storeContent } from './content.ts'
import { buildEvent } from './events.ts'
import type { Delivery, Dispatcher } from './webhook/dispatcher.ts'
import type { MessageState, World } from './world.ts'

export type MessageDelivery = Delivery<webhook.MessageEvent> & { messageId: string }

/** Who does something, and where. */
export type Place = { chatId: string; userId: string; source: webhook.Source; mode: webhook.EventMode }

export async function postMessage(
  world: World,
  dispatcher: Dispatcher,
  place: Place,
  content: Content,
): Promise<MessageDelivery> {
  const messageId = world.ids.messageId()
  const message = describeContent(world, content, messageId)
  const isHosted = isMedia(content) && !('external' in content && content.external)
  world.messages.set(messageId, {
    messageId,
    chatId: place.chatId,
    userId: place.userId,
    type: message.type,
    sentAt: world.settings.clock(),
    isUnsent: false,
    ...(isHosted ? { content: storeContent(world, content, messageId) } : {}),
  })
  const event = buildEvent(world, { type: 'message', source: place.source, mode: place.mode, message })
  return { ...(await dispatcher.send(event)), messageId }
}

export async function editMessage(
  world: World,
  dispatcher: Dispatcher,
  place: Place,
  { messageId, content }: { messageId: string; content: Content },
): Promise<Delivery<webhook.MessageEditedEvent>> {
  const { type } = getOwnMessage(world, place, messageId)
  if (type !== 'text') throw new Error(`Only texts can be edited; ${messageId} is of type ${type}.`)
  const described = describeContent(world, content, messageId)
  if (described.type !== 'text') throw new Error('A text can only be edited into a text.')
  // Only the message itself can be marked as read.
  const { markAsReadToken: _, ...message } = described
  return dispatcher.send(buildEvent(world, { type: 'messageEdited', source: place.source, mode: place.mode, message }))
}

export async function unsendMessage(
  world: World,
  dispatcher: Dispatcher,
  place: Place,
  messageId: string,
): Promise<Delivery<webhook.UnsendEvent>> {
  getOwnMessage(world, place, messageId).isUnsent = true
  return dispatcher.send(
    buildEvent(world, { type: 'unsend', source: place.source, mode: place.mode, unsend: { messageId } }),
  )
}

function getOwnMessage(world: World, { chatId, userId }: Place, messageId: string): MessageState {
  const message = world.messages.get(messageId)
  if (!message || message.chatId !== chatId) throw new Error(`There is no message ${messageId} in chat ${chatId}.`)
  if (message.userId !== userId) throw new Error(`Message ${messageId} is not by ${userId}: it cannot be changed.`)
  return message
}
