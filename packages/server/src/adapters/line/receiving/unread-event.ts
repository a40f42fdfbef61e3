import type { UnreadEvent } from '../../../ports/connector.ts'
import { findId, findTime, isObject } from '../../http-client/untrusted-json.ts'

/** Far deeper than anything the platform documents. JSON.stringify fails at a few thousand levels. */
export const mostLevels = 500

const mostRawBytes = 64 * 1024

/** Keeps an event as it arrived, with those of its ids that can be read, so that an unsend or an erasure finds it. */
export function toUnread(event: unknown, reason: string, receivedAt: number): UnreadEvent {
  const unread: UnreadEvent = { at: receivedAt, reason, raw: cut(toJson(event)) }
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

export function isTooDeep(value: unknown, levels = mostLevels): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const inner of Object.values(value)) if (isTooDeep(inner, levels - 1)) return true
  return false
}

function toJson(event: unknown): string {
  return JSON.stringify(isTooDeep(event) ? withoutDepths(event, mostLevels) : event)
}

function withoutDepths(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return `(left out: more than ${mostLevels} levels deep)`
  if (Array.isArray(value)) return value.map((inner) => withoutDepths(inner, levels - 1))
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutDepths(inner, levels - 1)]))
}

function cut(json: string): string {
  const bytes = Buffer.from(json)
  if (bytes.length <= mostRawBytes) return json
  const note = `… (truncated: ${bytes.length} bytes in total)`
  // As a stream, because that drops an incomplete character at the end.
  const kept = new TextDecoder().decode(bytes.subarray(0, mostRawBytes - Buffer.byteLength(note)), { stream: true })
  return kept + note
}
