import type { MessageContent } from '../../../src/domain/messages/message-json.ts'
import type { IncomingEvent } from '../../../src/ports/connector.ts'

export type People = {
  owner?: string
  admins?: string[]
  members?: string[]
  guests?: string[]
  /** Former members. */
  left?: string[]
  subscribers?: string[]
}

let count = 0

/** An ID that is unique in this run. */
function freshId(prefix: string): string {
  return `${prefix}${++count}`
}

function event<K extends IncomingEvent['kind']>(
  kind: K,
  channelId: string,
  at: number,
  rest: Omit<Extract<IncomingEvent, { kind: K }>, 'kind' | 'channel' | 'at' | 'eventId'> & { eventId?: string },
): IncomingEvent {
  return { eventId: freshId('e'), at, channel: { channelId, type: 'group' }, kind, ...rest } as unknown as IncomingEvent
}

/** A message, with a unique text by default. */
export function message(
  channelId: string,
  at: number,
  more: { id?: string; from?: string; name?: string; content?: MessageContent; caption?: string } = {},
): IncomingEvent & { kind: 'message' } {
  const messageId = more.id ?? freshId('5320918455176')
  return event('message', channelId, at, {
    messageId,
    sender: { userId: more.from ?? 'U-owner', ...(more.name ? { displayName: more.name } : {}) },
    content: more.content ?? { type: 'text', text: `Text of ${messageId}` },
    ...(more.caption === undefined ? {} : { details: { caption: more.caption } }),
  }) as IncomingEvent & { kind: 'message' }
}

/** The bot is added to a group named after its ID, then everyone joins, then some leave. */
export function peopleEvents(channelId: string, people: People, at: number): IncomingEvent[] {
  const { owner, admins = [], members = [], guests = [], left = [] } = people
  const all = [...(owner ? [owner] : []), ...admins, ...members, ...guests, ...left]
  const added = event('bot-added', channelId, at, {})
  added.channel.name = `Group ${channelId}`
  const events = [added]
  if (all.length > 0) {
    events.push(
      event('members-joined', channelId, at, {
        members: all.map((userId) => ({ userId, displayName: `Name of ${userId}` })),
      }),
    )
  }
  if (left.length > 0) events.push(event('members-left', channelId, at, { userIds: left }))
  return events
}
