import { setTimeout as sleep } from 'node:timers/promises'
import { createNewChats, type NewChats } from '../../../domain/channels/new-chats.ts'
import { PlatformRefusal, PlatformSilence } from '../../../domain/platforms/platform-errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { IncomingEvent, PullOptions } from '../../../ports/connector.ts'
import { isCount } from '../../http-client/untrusted-json.ts'
import { getBot } from '../api/account.ts'
import type { BotApi } from '../api/bot-api.ts'
import { isSupergroup, toId } from '../receiving/ids.ts'
import type { Bot } from '../receiving/read-people.ts'
import { findChatId, findUpdateId, isAboutOwnRights, readUpdates } from '../receiving/read-updates.ts'
import {
  advance,
  decideMissed,
  type Missed,
  numberUnnumbered,
  readPosition,
  toSourcePosition,
} from './update-position.ts'

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
/** Within half a second, Telegram answers a repeated question with one update only. */
const lookAgainMs = 600

export type PollDeps = { api: BotApi; bot: Bot; clock: Clock }

/**
 * Asks for updates until the signal is aborted. Asking for an offset makes Telegram forget everything before it, so the next one is
 * only asked for when all before it is stored. The first poll has none: it gets whatever wasn't confirmed, and a stored number that
 * Telegram no longer knows does no harm.
 */
export async function pollUpdates(
  { api, bot, clock }: PollDeps,
  { position, take, knowsChat, notePolled, signal }: PullOptions,
): Promise<void> {
  const chats = createNewChats({ knowsChat, clock })
  let known = readPosition(position)
  let me = bot
  let offset: number | undefined
  /** Those that were stored although an earlier one waits. */
  const stored = new Set<number>()
  /** Nothing was received since the start. */
  let isFirst = true
  let timeout = 0
  let unnumbered = ''
  while (!signal.aborted) {
    const updates = await ask(timeout)
    if (updates === undefined) return
    const now = clock()
    const { ids, done, fresh, waitingIds } = await sortOut(updates, { bot: me, chats, stored })
    const lastOfUnnumbered = ids.length === 0 ? numberUnnumbered(known, updates.length) : undefined
    if (ids.length === 0 && updates.length > 0) {
      const before = unnumbered
      unnumbered = JSON.stringify(updates)
      // Storing it again and again would help no one.
      if (lastOfUnnumbered === undefined || before === unnumbered)
        throw new PlatformSilence("Telegram's updates have no ids, so they can't be confirmed")
    }
    let read = readUpdates(fresh, { bot: me, receivedAt: now })
    if (read.events.some(isAboutOwnRights)) {
      // Privacy mode may have been changed since, and a group has the mode of this moment.
      me = await getBot(api)
      read = readUpdates(fresh, { bot: me, receivedAt: now })
    }
    const isFull = updates.length === most
    notePolled(isFull ? null : 0)
    const missed = decideMissed(known, done, { now, isFirst })
    const next = advance(known, lastOfUnnumbered === undefined ? done : [lastOfUnnumbered], { now, isFirst })
    const isAway = next?.resumedAt !== undefined
    const isDue = known !== undefined && !isAway && now - known.polledAt > noteEveryMs
    if (fresh.length > 0 || missed !== undefined || isDue) {
      const events = inOrder(read.events)
      if (missed !== undefined) events.unshift(toEvent(missed, { bot, updateId: done[0] ?? 0 }))
      await take({ events, unread: read.unread, ...(next && { position: toSourcePosition(next) }) })
      known = next
    } else if (isAway) known = next
    if (isFull) notePolled(await countOthers(api, updates.length))
    stored.clear()
    if (waitingIds.length > 0) {
      offset = Math.min(...waitingIds)
      for (const id of ids) if (id > offset && !waitingIds.includes(id)) stored.add(id)
      await sleep(lookAgainMs, undefined, { signal }).catch(() => {})
    } else {
      const last = ids.length > 0 ? Math.max(...ids) : lastOfUnnumbered
      if (last !== undefined) offset = last + 1
      if (updates.length > 0) isFirst = false
    }
    timeout = timeoutSeconds
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

/**
 * `fresh`: to be stored now. `done`: the numbers of all before the first that waits. What comes after it is stored, but can't be
 * confirmed, so it comes again. `stored`: is known from the last time.
 */
async function sortOut(
  updates: readonly unknown[],
  { bot, chats, stored }: { bot: Bot; chats: NewChats; stored: ReadonlySet<number> },
): Promise<{ ids: number[]; done: number[]; fresh: unknown[]; waitingIds: number[] }> {
  const waiting = await findWaiting(updates, { bot, chats })
  const numbered = updates.map((update) => ({ update, id: findUpdateId(update) }))
  const idsOf = (some: typeof numbered) => some.flatMap(({ id }) => (id === undefined ? [] : [id]))
  const ids = idsOf(numbered)
  const waitingIds = idsOf(numbered.filter(({ update }) => waiting.has(update)))
  const first = Math.min(...waitingIds)
  // One without a number can't be told from itself when it comes again, so it is stored with the last.
  const isFresh = ({ update, id }: (typeof numbered)[number]) =>
    id === undefined ? waiting.size === 0 : !waiting.has(update) && !stored.has(id)
  return {
    ids,
    done: ids.filter((id) => id < first),
    fresh: numbered.filter(isFresh).map(({ update }) => update),
    waitingIds,
  }
}

/**
 * The updates of chats that may be groups of ours under a new ID. Telegram tells that in messages of their own, which can come
 * later. Nothing is confirmed meanwhile, so they come again.
 */
async function findWaiting(
  updates: readonly unknown[],
  { bot, chats }: { bot: Bot; chats: NewChats },
): Promise<Set<unknown>> {
  const isCandidate = (chatId: string | undefined): chatId is string =>
    chatId !== undefined && isSupergroup(chatId) && !chats.isSettled(chatId)
  if (!updates.some((update) => isCandidate(findChatId(update)))) return new Set()
  const { events, begunChats } = readUpdates(updates, { bot, receivedAt: 0 })
  for (const chatId of begunChats) chats.settle(chatId)
  const moved = new Set(events.flatMap((event) => (event.kind === 'chat-moved' ? [event.to] : [])))
  const candidates = new Set(updates.map(findChatId).filter(isCandidate))
  const waiting = await chats.findWaiting([...candidates].filter((chatId) => !moved.has(chatId)))
  return new Set(
    updates.filter((update) => findUpdateId(update) !== undefined && waiting.has(findChatId(update) ?? '')),
  )
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

/** Where a chat went has to be known before anything in its new place is stored. */
function inOrder(events: readonly IncomingEvent[]): IncomingEvent[] {
  const isMove = ({ kind }: IncomingEvent) => kind === 'chat-moved'
  return [...events.filter(isMove), ...events.filter((event) => !isMove(event))]
}

/** It concerns all chats; the one that is named is the bot's own. */
export function toEvent(
  { since, until, reason }: Missed,
  { bot, updateId }: { bot: Bot; updateId: number },
): IncomingEvent {
  const channelId = toId(bot.id)
  return {
    kind: 'events-missed',
    eventId: `missed-${updateId}`,
    at: until,
    channel: { channelId, type: 'user', userId: channelId },
    since,
    reason,
  }
}
