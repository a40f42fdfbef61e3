import { findText, isObject, NotUnderstood } from '../../http-client/untrusted-json.ts'
import { isGiven, type Json, listOf } from '../json.ts'
import { nameOf } from './read-people.ts'

/**
 * What people can send and the API's seven message types can't express, as a text. A symbol says what it was, so that the text
 * needs no language.
 */
const describers: Record<string, (given: Json) => string | undefined> = {
  contact: (contact) => lines(['👤', nameOf(contact)], findText(contact.phone_number)),
  poll: (poll) => lines(['📊', findText(poll.question)], ...listOf(poll.options, (one) => bullet('•', one))),
  dice: ({ emoji, value }) => lines([findText(emoji) ?? '🎲', Number.isSafeInteger(value) ? String(value) : undefined]),
  checklist: (list) =>
    lines(['📋', findText(list.title)], ...listOf(list.tasks, (task) => bullet(isDone(task) ? '☑' : '☐', task))),
  game: (game) => lines(['🎮', findText(game.title)], findText(game.description)),
  invoice: (invoice) => lines(['🧾', findText(invoice.title)], findText(invoice.description)),
  story: ({ chat }) => lines(['📖', isObject(chat) ? (findText(chat.title) ?? nameOf(chat)) : undefined]),
  paid_media: ({ star_count: stars }) => lines(['⭐', Number.isSafeInteger(stars) ? String(stars) : undefined]),
  giveaway: ({ prize_description: prize }) => lines(['🎁', findText(prize) ?? '…']),
  giveaway_winners: ({ winners }) =>
    lines(['🏆', listOf(winners, (one) => (isObject(one) ? nameOf(one) : undefined)).join(', ')]),
}

/** Undefined if the message has nothing of the kind. */
export function describeContent(message: Json): string | undefined {
  const kind = Object.keys(describers).find((name) => isGiven(message[name]))
  if (kind === undefined) return undefined
  const given = message[kind]
  const text = isObject(given) ? describers[kind]?.(given) : undefined
  if (text === undefined) throw new NotUnderstood(`The message's ${kind} is not in the expected format`)
  const caption = findText(message.caption)
  return caption === undefined ? text : `${text}\n${caption}`
}

/** Undefined if there is no text after the symbol. */
function lines([symbol, first]: [string, string | undefined], ...others: (string | undefined)[]): string | undefined {
  if (first === undefined || first.trim() === '') return undefined
  return [`${symbol} ${first}`, ...others].filter((line) => line !== undefined && line !== '').join('\n')
}

function bullet(symbol: string, item: unknown): string | undefined {
  const text = isObject(item) ? findText(item.text) : undefined
  return text === undefined ? undefined : `${symbol} ${text}`
}

function isDone(task: unknown): boolean {
  return isObject(task) && Number.isSafeInteger(task.completion_date) && task.completion_date !== 0
}
