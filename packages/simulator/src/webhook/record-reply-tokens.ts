import type { webhook } from '@line/bot-sdk'
import { chatIdOf, replyTokenOf } from '../events.ts'
import { receiveToken } from '../rules/reply-tokens.ts'
import type { World } from '../world.ts'

/** Called just before events are sent: from then on the bot may use their tokens, even before it responds. */
export function recordReplyTokens(world: World, events: readonly unknown[]): void {
  for (const event of events) if (isEvent(event)) noteEvent(world, event)
}

function noteEvent(world: World, event: webhook.Event): void {
  // A user who never consented has no id, but can be replied to.
  const chatId = chatIdOf(event.source) ?? ''
  const token = replyTokenOf(event)
  if (token) {
    const { isRedelivery } = event.deliveryContext
    const arrival = { chatId, occurredAt: event.timestamp, at: world.settings.clock(), isRedelivery }
    world.replyTokens.set(token, receiveToken(world.replyTokens.get(token), arrival))
  }
  const message = 'message' in event ? event.message : undefined
  if (message && 'quoteToken' in message) world.quoteTokens.set(message.quoteToken, { chatId, messageId: message.id })
  if (message?.markAsReadToken) world.readTokens.set(message.markAsReadToken, { chatId, messageId: message.id })
}

/** Tests also send what the platform never would. */
function isEvent(value: unknown): value is webhook.Event {
  return (
    typeof value === 'object' && value !== null && 'deliveryContext' in value && value.deliveryContext instanceof Object
  )
}
