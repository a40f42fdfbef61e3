import type { IncomingEvent, UnreadEvent } from '../../../ports/connector.ts'
import { isTooDeep, mostLevels } from '../../http-client/kept-json.ts'
import { isCount, isObject, NotUnderstood } from '../../http-client/untrusted-json.ts'
import { isGiven, type Json, listOf } from '../json.ts'
import { findNumber, toId } from './ids.ts'
import { readMembership, readOwnMembership } from './read-membership.ts'
import { readEdit, readMessage, type Unnumbered } from './read-message.ts'
import type { Bot } from './read-people.ts'
import { ignoredUpdates } from './service-messages.ts'
import { toUnread } from './unread-update.ts'

/** `begunChats`: to which the bot was added by someone. No message says so if it only moved with its group. */
export type Read = { events: IncomingEvent[]; unread: UnreadEvent[]; begunChats: string[] }

/** Each update on its own: one that can't be read is kept as received, and the others aren't affected. Never throws. */
export function readUpdates(updates: readonly unknown[], { bot, receivedAt }: { bot: Bot; receivedAt: number }): Read {
  const read: Read = { events: [], unread: [], begunChats: [] }
  for (const update of updates) {
    try {
      read.events.push(...readUpdate(update, bot))
      read.begunChats.push(...findBegunChats(update, bot))
    } catch (error) {
      const reason = error instanceof NotUnderstood ? error.message : 'An error in Innkeeper: reading the event failed'
      read.unread.push(toUnread(update, reason, receivedAt))
    }
  }
  return read
}

/** Telegram ignores an offset beyond this, and would deliver the same updates again without end. */
const largestUpdateId = 2 ** 31 - 2

/** Undefined if it has none that can be used. */
export function findUpdateId(update: unknown): number | undefined {
  if (!isObject(update) || !isCount(update.update_id)) return undefined
  return update.update_id <= largestUpdateId ? update.update_id : undefined
}

/** The chat that an update is about. Undefined if it names none. */
export function findChatId(update: unknown): string | undefined {
  if (!isObject(update)) return undefined
  const [content] = Object.values(update).filter(isObject)
  const chat = content && isObject(content.chat) ? findNumber(content.chat.id) : undefined
  return chat === undefined ? undefined : toId(chat)
}

/** Whether it depends on the bot's settings of this moment. */
export function isAboutOwnRights(event: IncomingEvent): boolean {
  return event.kind === 'bot-added' || (event.kind === 'chat-changed' && event.seesAllMessages !== undefined)
}

function findBegunChats(update: unknown, bot: Bot): string[] {
  const message = isObject(update) && isObject(update.message) ? update.message : {}
  const isAdded = listOf(message.new_chat_members, (one) => (isObject(one) && one.id === bot.id ? one : undefined))
  const chatId = findChatId(update)
  return isAdded.length > 0 && chatId !== undefined ? [chatId] : []
}

function readUpdate(update: unknown, bot: Bot): IncomingEvent[] {
  if (!isObject(update)) throw new NotUnderstood('The update is not an object')
  const updateId = findUpdateId(update)
  if (updateId === undefined) throw new NotUnderstood('The update has no id that can be used')
  if (isTooDeep(update)) throw new NotUnderstood(`The update is nested more than ${mostLevels} levels deep`)
  const events = readKind(update, bot)
  // The second event of an update would count as seen if both had the same id.
  return events.map((event, index) => ({
    ...event,
    eventId: events.length === 1 ? String(updateId) : `${updateId}.${index + 1}`,
  }))
}

function readKind(update: Json, bot: Bot): Unnumbered[] {
  const { message, edited_message: edited, my_chat_member: own, chat_member: other } = update
  if (isGiven(message)) return readMessage(toObject(message, 'The message'), bot)
  if (isGiven(edited)) return readEdit(toObject(edited, 'The edited message'), bot)
  if (isGiven(own)) return readOwnMembership(toObject(own, "The bot's membership"), bot)
  if (isGiven(other)) return readMembership(toObject(other, 'The membership'), bot)
  if (ignoredUpdates.some((name) => isGiven(update[name]))) return []
  const [kind] = Object.keys(update).filter((name) => name !== 'update_id' && /^[a-z_]{1,40}$/.test(name))
  throw new NotUnderstood(kind === undefined ? 'The update has no content' : `The kind of update "${kind}" is unknown`)
}

function toObject(value: unknown, what: string): Json {
  if (!isObject(value)) throw new NotUnderstood(`${what} is not an object`)
  return value
}
