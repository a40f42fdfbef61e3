import type { UnreadEvent } from '../../../ports/connector.ts'
import { toKeptJson } from '../../http-client/kept-json.ts'
import { findTime, isCount, isObject } from '../../http-client/untrusted-json.ts'
import type { Json } from '../json.ts'
import { findNumber, toId, toMessageId } from './ids.ts'

/** Keeps an update as it arrived, with those of its ids that can be read, so that an erasure finds it. */
export function toUnread(update: unknown, reason: string, receivedAt: number): UnreadEvent {
  const unread: UnreadEvent = { at: receivedAt, reason, raw: toKeptJson(update) }
  if (!isObject(update)) return unread
  if (isCount(update.update_id)) unread.eventId = String(update.update_id)
  const content = Object.values(update).find(isObject) ?? {}
  const at = isCount(content.date) ? findTime(content.date * 1000) : undefined
  if (at !== undefined && at > 0) unread.at = at
  const chat = numberIn(content.chat)
  const message = findNumber(content.message_id)
  const user = userOf(content)
  if (chat !== undefined) unread.channelId = toId(chat)
  if (chat !== undefined && message !== undefined) unread.messageId = toMessageId(chat, message)
  if (user !== undefined) unread.userId = toId(user)
  return unread
}

/** Whose event it is: of a change of membership, the person it is about. */
function userOf({ sender_chat: senderChat, new_chat_member: member, from }: Json): number | undefined {
  return numberIn(senderChat) ?? (isObject(member) ? numberIn(member.user) : undefined) ?? numberIn(from)
}

function numberIn(value: unknown): number | undefined {
  return isObject(value) ? findNumber(value.id) : undefined
}
