import type { UnreadEvent } from '../../../ports/connector.ts'
import { toKeptJson } from '../../http-client/kept-json.ts'
import { findId, findTime, isObject } from '../../http-client/untrusted-json.ts'

/** Keeps an event as it arrived, with those of its ids that can be read, so that an unsend or an erasure finds it. */
export function toUnread(event: unknown, reason: string, receivedAt: number): UnreadEvent {
  const unread: UnreadEvent = { at: receivedAt, reason, raw: toKeptJson(event) }
  if (!isObject(event)) return unread
  const source = isObject(event.source) ? event.source : {}
  const message = isObject(event.message) ? event.message : {}
  const unsend = isObject(event.unsend) ? event.unsend : {}
  unread.at = findTime(event.timestamp) ?? receivedAt
  const eventId = findId(event.webhookEventId)
  const channelId = findId(source.groupId) ?? findId(source.roomId) ?? findId(source.userId)
  const messageId = findId(message.id) ?? findId(unsend.messageId)
  if (eventId !== undefined) unread.eventId = eventId
  if (channelId !== undefined) unread.channelId = channelId
  if (messageId !== undefined) unread.messageId = messageId
  const userId = findId(source.userId)
  if (userId !== undefined) unread.userId = userId
  return unread
}
