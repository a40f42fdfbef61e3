import { isUtf8 } from 'node:buffer'
import type { webhook } from '@line/bot-sdk'
import type { Delivery, Opened } from '../../../ports/connector.ts'
import { isTooDeep, mostLevels } from '../../http-client/kept-json.ts'
import { isObject, NotUnderstood, type Untrusted } from '../../http-client/untrusted-json.ts'
import { readEvent } from './read-event.ts'
import { toUnread } from './unread-event.ts'

/** Reads a delivery whose signature was checked. `accountId` is undefined until we know who we are. */
export function openDelivery(delivery: Delivery, accountId: string | undefined): Opened {
  const body = parse(delivery.body)
  if (!isObject(body)) return { kind: 'unreadable', reason: 'The body is not a JSON object in UTF-8' }
  const { destination, events: given } = body as Untrusted<webhook.CallbackRequest>
  if (accountId !== undefined && destination !== accountId)
    return { kind: 'refused', reason: 'The delivery is for another account', cause: 'account' }
  if (!Array.isArray(given)) return { kind: 'unreadable', reason: 'The body has no list of events' }

  const opened = { kind: 'taken' as const, events: [], unread: [] } as Extract<Opened, { kind: 'taken' }>
  // Each level takes at least two bytes, so an ordinary small body doesn't have to be checked.
  const mayBeTooDeep = delivery.body.length > 2 * mostLevels
  for (const one of given) {
    if (isRedelivery(one)) opened.isRedelivery = true
    try {
      if (mayBeTooDeep && isTooDeep(one))
        throw new NotUnderstood(`The event is nested more than ${mostLevels} levels deep`)
      const event = readEvent(one, delivery.receivedAt, destination)
      if (event !== undefined) opened.events.push(event)
    } catch (error) {
      // Whatever it is, the other events of the delivery aren't affected.
      const reason = error instanceof NotUnderstood ? error.message : 'An error in Innkeeper: reading the event failed'
      opened.unread.push(toUnread(one, reason, delivery.receivedAt))
    }
  }
  return opened
}

function isRedelivery(event: Untrusted<webhook.EventBase> | null | undefined): boolean {
  const context = event?.deliveryContext as Untrusted<webhook.DeliveryContext> | null | undefined
  return context?.isRedelivery === true
}

function parse(body: Uint8Array): unknown {
  if (!isUtf8(body)) return undefined
  try {
    return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'))
  } catch {
    return undefined
  }
}
