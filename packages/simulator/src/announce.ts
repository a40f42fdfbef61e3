import type { webhook } from '@line/bot-sdk'
import type { DeliveryState, Entry } from './entry.ts'
import { noteDelivery } from './transcript.ts'
import type { Delivery, Dispatcher } from './webhook/dispatcher.ts'
import type { World } from './world.ts'

/** Sends the event of an entry and records its delivery status in the entry. */
export async function announce<E extends webhook.Event>(
  world: World,
  dispatcher: Dispatcher,
  { entryId, chatId }: Entry,
  event: E,
): Promise<Delivery<E>> {
  noteDelivery(world, entryId, chatId, { state: 'under-way' })
  const delivery = await dispatcher.send(event)
  noteDelivery(world, entryId, chatId, describeDelivery(world, delivery))
  return delivery
}

function describeDelivery({ webhookUrl }: World, { isDelivered, attempts }: Delivery): DeliveryState {
  if (isDelivered) return { state: 'delivered' }
  const last = attempts.at(-1)
  if (!last)
    return {
      state: 'failed',
      reason: webhookUrl
        ? 'the simulator was stopped'
        : 'no webhook URL is set. Connect the service, then do this again',
    }
  return {
    state: 'failed',
    reason: last.status === undefined ? wordsFor(last.error) : `the bot responded with ${last.status}`,
  }
}

function wordsFor(error: string | undefined): string {
  if (error === 'request_timeout') return 'the bot did not respond in time'
  if (error === 'could_not_connect') return 'nothing is listening at the webhook URL'
  return 'the connection to the bot was lost'
}
