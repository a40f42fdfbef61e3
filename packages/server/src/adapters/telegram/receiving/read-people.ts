import type { Person } from '../../../ports/connector.ts'
import { findText, isObject, NotUnderstood } from '../../http-client/untrusted-json.ts'
import { isGiven, type Json } from '../json.ts'
import { readNumber, toId } from './ids.ts'

/** This bot, as Telegram knows it. Groups address it as `@username`. */
export type Bot = {
  id: number
  username: string | undefined
  /** Whether privacy mode is off. Groups take a change only when the bot is added again. */
  seesAllMessages?: boolean
}

/**
 * Telegram's stand-ins: `from` names them where a chat speaks. GroupAnonymousBot, Channel_Bot and the sender of posts that are
 * forwarded from a linked channel. All anonymous admins of all groups share the first.
 */
const standIns = [1087968824, 136817688, 777000]

export function readPerson(given: unknown, what: string): Person {
  if (!isObject(given)) throw new NotUnderstood(`${what} is not an object`)
  const id = readNumber(given.id, `The id of ${what.toLowerCase()}`)
  const person: Person = { userId: toId(id) }
  const name = nameOf(given)
  if (name !== undefined) person.displayName = name
  if (given.is_bot === true) person.isBot = true
  if (standIns.includes(id)) person.isShared = true
  return person
}

export function nameOf({ first_name: first, last_name: last }: Json): string | undefined {
  const name = [first, last]
    .map((part) => findText(part)?.trim() ?? '')
    .filter((part) => part !== '')
    .join(' ')
  return name === '' ? undefined : name
}

/**
 * Who wrote a message. If a chat speaks, as with anonymous admins and channels, it is that chat and never the stand-in in
 * `from`. Undefined only if the message names nobody.
 */
export function findSender(message: Json): Person | undefined {
  if (isGiven(message.sender_chat)) return readChatAsSender(message.sender_chat)
  return isGiven(message.from) ? readPerson(message.from, 'The sender') : undefined
}

function readChatAsSender(given: unknown): Person {
  if (!isObject(given)) throw new NotUnderstood('The chat that wrote the message is not an object')
  const person: Person = {
    userId: toId(readNumber(given.id, 'The id of the chat that wrote the message')),
    isShared: true,
  }
  const name = findText(given.title) ?? nameOf(given)
  if (name !== undefined) person.displayName = name
  return person
}
