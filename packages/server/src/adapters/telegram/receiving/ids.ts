import { PlatformRefusal } from '../../../domain/platforms/platform-errors.ts'
import { NotUnderstood } from '../../http-client/untrusted-json.ts'

// Telegram's ids are numbers of up to 52 bits. A prefix tells them from those of other platforms.
const prefix = 'tg:'

export function toId(number: number): string {
  return `${prefix}${number}`
}

/** Messages are numbered per chat, and a chat that became a supergroup starts again at 1. */
export function toMessageId(chat: number, message: number): string {
  return `${prefix}${chat}:${message}`
}

/** As its ID says: https://core.telegram.org/api/bots/ids. A group gets such an ID when it becomes a supergroup. */
export function isSupergroup(chatId: string): boolean {
  return chatId.startsWith(prefix) && Number(chatId.slice(prefix.length)) < -1_000_000_000_000
}

/** The number of a chat or a person, for a call. */
export function toNumber(id: string): number {
  const number = id.startsWith(prefix) ? Number(id.slice(prefix.length)) : Number.NaN
  if (!Number.isSafeInteger(number) || number === 0) {
    throw new PlatformRefusal('invalid', 'The ID is not valid for Telegram; it must be "tg:" and a number')
  }
  return number
}

/** Undefined: not the number of a chat or a person. */
export function findNumber(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && value !== 0 ? (value as number) : undefined
}

export function readNumber(value: unknown, what: string): number {
  const number = findNumber(value)
  if (number === undefined) {
    throw new NotUnderstood(`${what} ${value === undefined || value === null ? 'is missing' : 'is not a number'}`)
  }
  return number
}
