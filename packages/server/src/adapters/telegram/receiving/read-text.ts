import type { MessageDetails } from '../../../domain/messages/message-json.ts'
import { isCount, isObject } from '../../http-client/untrusted-json.ts'
import { listOf } from '../json.ts'
import { findNumber, toId } from './ids.ts'
import type { Bot } from './read-people.ts'

type Found = NonNullable<MessageDetails['mentions']>[number]

/**
 * The mentions of a text, counted in UTF-16 units, as JavaScript does. A mention by `@username` doesn't say whose name it is;
 * only our own is known.
 */
export function findMentions(text: string, entities: unknown, bot: Bot): Found[] {
  return listOf(entities, (entity) => {
    if (!isObject(entity)) return undefined
    const { type, offset: index, length } = entity
    if (!isCount(index) || !isCount(length) || length === 0 || index + length > text.length) return undefined
    if (type === 'mention') {
      return isName(text.slice(index + 1, index + length), bot) ? { index, length, isBot: true } : { index, length }
    }
    if (type !== 'text_mention' || !isObject(entity.user)) return undefined
    const id = findNumber(entity.user.id)
    if (id === undefined) return undefined
    return { index, length, userId: toId(id), ...(id === bot.id ? { isBot: true } : {}) }
  })
}

/**
 * `/help@our_bot` as `/help`, and null if another bot is meant. Undefined if the text isn't addressed to a bot by its name. As
 * long as our own name is unknown, nothing is meant for us.
 */
export function findCommand(text: string, bot: Bot): string | null | undefined {
  const [, command, name, rest] = /^\s*(\/\w{1,64})@(\w{1,64})((?:\s.*)?)$/s.exec(text) ?? []
  if (command === undefined || name === undefined) return undefined
  return isName(name, bot) ? `${command}${rest ?? ''}` : null
}

/** What a deep link such as `https://t.me/our_bot?start=link` makes a person send. Undefined if it isn't `/start`. */
export function findStartPayload(text: string): string | undefined {
  const [, payload] = /^\/start(?:@\w{1,64})?(?: ([\w-]{1,64}))?\s*$/.exec(text) ?? [undefined, undefined]
  return /^\/start\b/.test(text) ? (payload ?? '') : undefined
}

function isName(name: string, { username }: Bot): boolean {
  return username !== undefined && name.toLowerCase() === username.toLowerCase()
}
