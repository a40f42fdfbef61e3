import type { ReplyRight } from '../../../domain/assistant/reply.ts'
import type { IncomingEvent } from '../../../ports/connector.ts'
import { findText, findTime, isCount, isObject, NotUnderstood } from '../../http-client/untrusted-json.ts'
import { isGiven, type Json } from '../json.ts'
import { findNumber, readNumber, toId } from './ids.ts'
import { nameOf } from './read-people.ts'

export type Chat = { number: number; channel: IncomingEvent['channel'] }

/** Undefined: chats that aren't for us, which are channels and the direct messages of channels. */
export function findChat(given: unknown): Chat | undefined {
  if (!isObject(given)) throw new NotUnderstood('The chat is missing')
  const number = readNumber(given.id, 'The id of the chat')
  const channelId = toId(number)
  switch (given.type) {
    case 'private': {
      const name = nameOf(given)
      const channel = { channelId, type: 'user' as const, userId: channelId }
      return { number, channel: name === undefined ? channel : { ...channel, name } }
    }
    case 'group':
    case 'supergroup': {
      if (given.is_direct_messages === true) return undefined
      const name = findText(given.title)
      const channel = { channelId, type: 'group' as const }
      return { number, channel: name === undefined ? channel : { ...channel, name } }
    }
    case 'channel':
      return undefined
    default:
      throw new NotUnderstood(isGiven(given.type) ? 'The type of the chat is unknown' : 'The chat has no type')
  }
}

/** Telegram counts in seconds. */
export function readTime(given: unknown, what: string): number {
  const at = isCount(given) ? findTime(given * 1000) : undefined
  if (at === undefined || at === 0)
    throw new NotUnderstood(`${what} ${isGiven(given) ? 'is not a time' : 'is missing'}`)
  return at
}

/** Where an answer goes: the chat, the message it answers, and the topic, if the chat has topics. */
export type Destination = { chat: number; message?: number | undefined; topic?: number | undefined }

/** Telegram lets a bot speak at any time, as often as it likes, at no cost. */
export function toReplyRight({ chat, message, topic }: Destination): ReplyRight {
  const token = [chat, message ?? '', topic ?? ''].join(':').replace(/:+$/, '')
  return { token, expiresAt: null, isOneUse: false, cost: 'free' }
}

export function readReplyToken(token: string): Destination | undefined {
  const [, chat, message, topic] = /^(-?\d{1,16})(?::(\d{0,16}))?(?::(\d{1,16}))?$/.exec(token) ?? []
  const number = findNumber(Number(chat))
  if (number === undefined) return undefined
  return { chat: number, message: message ? Number(message) : undefined, topic: topic ? Number(topic) : undefined }
}

export function topicOf({ is_topic_message: isInTopic, message_thread_id: thread }: Json): number | undefined {
  return isInTopic === true ? findNumber(thread) : undefined
}
