import { setTimeout as sleep } from 'node:timers/promises'
import { PlatformRefusal, PlatformSilence } from '../../../domain/platforms/platform-errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { IncomingEvent, PullOptions } from '../../../ports/connector.ts'
import { isCount } from '../../http-client/untrusted-json.ts'
import { getBot } from '../api/account.ts'
import type { BotApi } from '../api/bot-api.ts'
import { toId, toNumber } from '../receiving/ids.ts'
import type { Bot } from '../receiving/read-people.ts'
import { findUpdateId, type Read, readUpdates } from '../receiving/read-updates.ts'
import { decideMissed, readPosition, toSourcePosition, type UpdatePosition } from './update-position.ts'

/**
 * Asked for with every poll, because Telegram remembers the last wish of any program with this token, and tells of members only on
 * request.
 */
export const allowedUpdates = ['message', 'edited_message', 'my_chat_member', 'chat_member']

const most = 100
/** Telegram waits at most 50 s. */
const timeoutSeconds = 30
const lateMs = 10_000
/** How often the time of the last poll is stored while nothing happens. */
const noteEveryMs = 10 * 60_000
/** Telegram tells of a new supergroup's former chat in a message of its own, a moment later. */
const lookAgainMs = 1_500

export type PollDeps = { api: BotApi; bot: Bot; clock: Clock }

/**
 * Asks for updates until the signal is aborted. Asking for an offset makes Telegram forget everything before it, so the next one is
 * only asked for when all before it is stored. The first poll has none: it gets whatever wasn't confirmed, and a stored number that
 * Telegram no longer knows does no harm.
 */
export async function pollUpdates(
  { api, bot, clock }: PollDeps,
  { position, take, notePolled, signal }: PullOptions,
): Promise<void> {
  let known = readPosition(position)
  let me = bot
  let offset: number | undefined
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    let updates = await ask(isFirst ? 0 : timeoutSeconds)
    if (updates === undefined) return
    let read = readUpdates(updates, { bot: me, receivedAt: clock() })
    if (isAddedToUnknownOrigin(read)) {
      await sleep(lookAgainMs, undefined, { signal }).catch(() => {})
      updates = (await ask(0)) ?? updates
      read = readUpdates(updates, { bot: me, receivedAt: clock() })
    }
    if (read.events.some(isAboutOwnRights)) {
      // Privacy mode may have been changed since, and a group has the mode of this moment.
      me = await getBot(api)
      read = readUpdates(updates, { bot: me, receivedAt: clock() })
    }
    const isFull = updates.length === most
    notePolled(isFull ? null : 0)
    const now = clock()
    const ids = updates.map(findUpdateId).filter((id) => id !== undefined)
    const missed = decideMissed(known, ids, { now, isFirst })
    const next = advance(known, ids, now)
    const isDue = known !== undefined && now - known.polledAt > noteEveryMs
    if (next !== undefined && (updates.length > 0 || missed !== undefined || isDue)) {
      const events = inOrder(read.events)
      if (missed !== undefined) events.unshift(toEvent(missed, { bot, updateId: ids[0] ?? next.updateId, now }))
      await take({ events, unread: read.unread, position: toSourcePosition(next) })
      known = next
    }
    if (isFull) notePolled(await countOthers(api, updates.length))
    if (ids.length > 0) offset = Math.max(...ids) + 1
    else if (updates.length > 0) throw new PlatformSilence("Telegram's updates have no ids, so they can't be confirmed")
  }

  /** Undefined: aborted meanwhile. */
  async function ask(seconds: number): Promise<unknown[] | undefined> {
    const what = 'new messages'
    const parameters = {
      ...(offset === undefined ? {} : { offset }),
      limit: most,
      timeout: seconds,
      allowed_updates: allowedUpdates,
    }
    try {
      const updates = await api.call(what, 'getUpdates', parameters, { timeLimitMs: seconds * 1000 + lateMs, signal })
      if (!Array.isArray(updates))
        throw new PlatformSilence(`Telegram's response for ${what} is not in the expected format`)
      return updates
    } catch (error) {
      if (signal.aborted) return undefined
      throw error
    }
  }
}

/** How many wait besides those that were delivered and aren't confirmed yet. Only for display, so a failure is no failure of the poll. */
async function countOthers(api: BotApi, delivered: number): Promise<number | null> {
  try {
    const { pending_update_count: waiting } = await api.get('the number of waiting messages', 'getWebhookInfo')
    return isCount(waiting) ? Math.max(0, waiting - delivered) : null
  } catch (error) {
    if (error instanceof PlatformSilence || error instanceof PlatformRefusal) return null
    throw error
  }
}

/** After a quiet week, Telegram begins with a random number, which may be lower than the last one. */
function advance(known: UpdatePosition | undefined, ids: readonly number[], now: number): UpdatePosition | undefined {
  const updateId = ids.length > 0 ? Math.max(...ids) : known?.updateId
  if (updateId === undefined) return undefined
  return { updateId, receivedAt: ids.length > 0 || known === undefined ? now : known.receivedAt, polledAt: now }
}

/** The bot came into a supergroup. Often that is its own group under a new id, and the message that says so comes a moment later. */
function isAddedToUnknownOrigin({ events }: Read): boolean {
  const origins = new Set(events.flatMap((event) => (event.kind === 'chat-moved' ? [event.to] : [])))
  return events.some(
    ({ kind, channel }) => kind === 'bot-added' && isSupergroup(channel) && !origins.has(channel.channelId),
  )
}

function isAboutOwnRights(event: IncomingEvent): boolean {
  return event.kind === 'bot-added' || (event.kind === 'chat-changed' && event.seesAllMessages !== undefined)
}

/** As its id says: https://core.telegram.org/api/bots/ids */
function isSupergroup({ channelId }: IncomingEvent['channel']): boolean {
  return toNumber(channelId) < -1_000_000_000_000
}

/** Where a chat went has to be known before anything in its new place is stored. */
function inOrder(events: readonly IncomingEvent[]): IncomingEvent[] {
  const isMove = ({ kind }: IncomingEvent) => kind === 'chat-moved'
  return [...events.filter(isMove), ...events.filter((event) => !isMove(event))]
}

/** It concerns all chats; the one that is named is the bot's own. */
function toEvent(
  { since, reason }: { since: number; reason: string },
  { bot, updateId, now }: { bot: Bot; updateId: number; now: number },
): IncomingEvent {
  const channelId = toId(bot.id)
  return {
    kind: 'events-missed',
    eventId: `missed-${updateId}`,
    at: now,
    channel: { channelId, type: 'user', userId: channelId },
    since,
    reason,
  }
}
