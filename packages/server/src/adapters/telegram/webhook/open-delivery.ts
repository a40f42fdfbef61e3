import { isUtf8 } from 'node:buffer'
import type { Delivery, Opened } from '../../../ports/connector.ts'
import { isObject } from '../../http-client/untrusted-json.ts'
import type { Bot } from '../receiving/read-people.ts'
import { isAboutOwnRights, type Read, readUpdates } from '../receiving/read-updates.ts'

/** One update, whose secret was checked. `learn`: asks Telegram for the bot's name and settings. */
export function openDelivery({ body, receivedAt }: Delivery, bot: Bot, learn: () => Promise<Bot>): Opened {
  const update = parse(body)
  if (!isObject(update)) return { kind: 'unreadable', reason: 'The body is not a JSON object in UTF-8' }
  const openFor = (known: Bot) => ({ kind: 'taken' as const, ...readUpdates([update], { bot: known, receivedAt }) })
  const opened = openFor(bot)
  return dependsOnBot(opened, bot) ? { ...opened, readAgain: async () => openFor(await learn()) } : opened
}

/** Privacy mode may have been changed since, and until our name is known, `/help@our_bot` seems to be for another bot. */
function dependsOnBot({ events }: Read, { username }: Bot): boolean {
  return events.some(
    (event) => isAboutOwnRights(event) || (username === undefined && event.kind === 'message' && namesBot(event)),
  )
}

function namesBot({ command, details }: { command?: string | null; details?: { mentions?: unknown } }): boolean {
  return command === null || details?.mentions !== undefined
}

function parse(body: Uint8Array): unknown {
  if (!isUtf8(body)) return undefined
  try {
    return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'))
  } catch {
    return undefined
  }
}
