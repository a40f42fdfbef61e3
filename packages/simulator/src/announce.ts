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
  if (!last) return { state: 'failed', reason: webhookUrl ? 'the simulator was stopped' : 'no webhook address is set' }
  return {
    state: 'failed',
    reason: last.status === undefined ? wordsFor(last.error) : `the bot answered ${last.status}`,
  }
}

function wordsFor(error: string | undefined): string {
  if (error === 'request_timeout') return 'the bot did not answer in time'
  if (error === 'could_not_connect') return 'nobody listens at the webhook address'
  return 'the connection to the bot was lost'
}
