import type { webhook } from '@line/bot-sdk'
import type { ReplyRight } from '../../../domain/assistant/reply.ts'
import type { IncomingEvent, Person } from '../../../ports/connector.ts'
import {
  findId,
  findTime,
  NotUnderstood,
  readId,
  readObject,
  type Untrusted,
} from '../../http-client/untrusted-json.ts'
import { named, readMessage, readTextMessage } from './read-message.ts'

/**
 * How long a reply token is valid after its webhook arrived, and at most after the event itself, if it was redelivered later.
 * Both limits are the platform's; two seconds are reserved for the request.
 */
const replyLifeMs = 60_000 - 2_000
const replyLifeAfterEventMs = 20 * 60_000

/** Documented, but not relevant to us. */
const ignoredTypes = new Set<unknown>([
  'postback',
  'videoPlayComplete',
  'beacon',
  'accountLink',
  'membership',
  'module',
  'activated',
  'deactivated',
  'botSuspended',
  'botResumed',
  'delivery',
] satisfies webhook.Event['type'][])

/** Undefined: nothing for us. `botId` is this account, as the platform names it in its deliveries. Throws `NotUnderstood`. */
export function readEvent(given: unknown, receivedAt: number, botId: unknown): IncomingEvent | undefined {
  const event = readObject<webhook.EventBase>(given, 'The event')
  switch (event.type) {
    case 'message':
      return readMessageEvent(event, receivedAt, botId)
    case 'messageEdited':
      return readEdit(event, receivedAt, botId)
    case 'unsend': {
      const unsend = readObject<webhook.UnsendDetail>(
        (event as Untrusted<webhook.UnsendEvent>).unsend,
        'The "unsend" field',
      )
      return Object.assign(readCommon(event, receivedAt), {
        kind: 'message-unsent' as const,
        messageId: readId(unsend.messageId, 'The id of the unsent message'),
      })
    }
    case 'join':
    case 'follow':
      return Object.assign(readCommon(event, receivedAt), { kind: 'bot-added' as const })
    case 'leave':
    case 'unfollow':
      return Object.assign(readCommon(event, receivedAt), { kind: 'bot-removed' as const })
    case 'memberJoined':
      return Object.assign(readCommon(event, receivedAt), {
        kind: 'members-joined' as const,
        members: readMembers((event as Untrusted<webhook.MemberJoinedEvent>).joined, 'The "joined" field').map(
          (userId) => toPerson(userId, botId),
        ),
      })
    case 'memberLeft':
      return Object.assign(readCommon(event, receivedAt), {
        kind: 'members-left' as const,
        userIds: readMembers((event as Untrusted<webhook.MemberLeftEvent>).left, 'The "left" field'),
      })
    default:
      if (ignoredTypes.has(event.type)) return undefined
      throw new NotUnderstood(
        event.type === undefined ? 'The event has no type' : `The event type ${named(event.type)} is unknown`,
      )
  }
}

type Common = Pick<IncomingEvent, 'eventId' | 'at' | 'channel' | 'reply'>

function readMessageEvent(event: Untrusted<webhook.MessageEvent>, receivedAt: number, botId: unknown): IncomingEvent {
  const message = readObject<webhook.MessageContentBase>(event.message, "The event's message")
  const { content, details, hasFile } = readMessage(message)
  const read: IncomingEvent = Object.assign(readCommon(event, receivedAt), {
    kind: 'message' as const,
    messageId: readId(message.id, "The message's id"),
    content,
  })
  const sender = findSender(event, botId)
  if (sender !== undefined) read.sender = sender
  if (details !== undefined) read.details = details
  if (hasFile === true) read.hasFile = true
  return read
}

function readEdit(event: Untrusted<webhook.MessageEditedEvent>, receivedAt: number, botId: unknown): IncomingEvent {
  const message = readObject<webhook.TextMessageContent>(event.message, "The event's message")
  if (message.type !== 'text')
    throw new NotUnderstood(`An edited message of type ${named(message.type)} is not supported`)
  const { content, details } = readTextMessage(message)
  const read: IncomingEvent = Object.assign(readCommon(event, receivedAt), {
    kind: 'message-edited' as const,
    messageId: readId(message.id, "The message's id"),
    text: content.text,
  })
  const sender = findSender(event, botId)
  if (sender !== undefined) read.sender = sender
  if (details !== undefined) read.details = details
  return read
}

function readCommon(event: Untrusted<webhook.EventBase>, receivedAt: number): Common {
  const at = findTime(event.timestamp)
  if (at === undefined)
    throw new NotUnderstood(`The event's timestamp ${event.timestamp === undefined ? 'is missing' : 'is not a time'}`)
  const common: Common = {
    eventId: readId(event.webhookEventId, "The event's id"),
    at,
    channel: readChannel(event.source),
  }
  const reply = findReply(event, at, receivedAt)
  if (reply !== undefined) common.reply = reply
  return common
}

function readChannel(given: unknown): IncomingEvent['channel'] {
  const source = readObject<webhook.GroupSource>(given, "The event's source") as Untrusted<webhook.GroupSource> &
    Untrusted<webhook.RoomSource> &
    Untrusted<webhook.UserSource>
  switch (source.type) {
    case 'group':
      return { channelId: readId(source.groupId, "The group's id"), type: 'group' }
    case 'room':
      return { channelId: readId(source.roomId, "The room's id"), type: 'room' }
    case 'user': {
      const userId = readId(source.userId, "The user's id")
      return { channelId: userId, type: 'user', userId }
    }
    default:
      throw new NotUnderstood(`The source type ${named(source.type)} is unknown`)
  }
}

/** In standby another bot handles the chat. An expired token is ignored. */
function findReply(event: { mode?: unknown; replyToken?: unknown }, at: number, receivedAt: number) {
  const token = findId(event.replyToken)
  if (token === undefined || event.mode === 'standby') return undefined
  const expiresAt = Math.min(receivedAt + replyLifeMs, at + replyLifeAfterEventMs)
  if (expiresAt <= receivedAt) return undefined
  return { token, expiresAt, isOneUse: true, cost: 'free' } satisfies ReplyRight
}

/** Undefined if the person never agreed to be identified to bots. */
function findSender(event: { source?: unknown }, botId: unknown): Person | undefined {
  const userId = findId((event.source as Untrusted<webhook.UserSource>).userId)
  return userId === undefined ? undefined : toPerson(userId, botId)
}

/** People who never agreed to be identified have no id, and are left out. */
function readMembers(given: unknown, what: string): string[] {
  const { members } = readObject<webhook.JoinedMembers>(given, what)
  if (!Array.isArray(members)) throw new NotUnderstood(`${what} has no list of members`)
  return members
    .map((member) => findId(readObject<webhook.UserSource>(member, 'A member').userId))
    .filter((id) => id !== undefined)
}

/** The platform doesn't identify other bots, and a group has no second account. */
function toPerson(userId: string, botId: unknown): Person {
  return userId === botId ? { userId, isBot: true } : { userId }
}
