import { isUtf8 } from 'node:buffer'
import type { Delivery, Opened } from '../../../ports/connector.ts'
import { isObject } from '../../http-client/untrusted-json.ts'
import type { Bot } from '../receiving/read-people.ts'
import { readUpdates } from '../receiving/read-updates.ts'

/** One update, whose secret was checked. */
export function openDelivery({ body, receivedAt }: Delivery, bot: Bot): Opened {
  const update = parse(body)
  if (!isObject(update)) return { kind: 'unreadable', reason: 'The body is not a JSON object in UTF-8' }
  return { kind: 'taken', ...readUpdates([update], { bot, receivedAt }) }
}

function parse(body: Uint8Array): unknown {
  if (!isUtf8(body)) return undefined
  try {
    return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'))
  } catch {
    return undefined
  }
}
