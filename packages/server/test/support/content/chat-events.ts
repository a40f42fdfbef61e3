import type { IncomingEvent } from '../../../src/ports/connector.ts'

// The rest of what happens in a chat, beside the messages of events.ts. Every call makes an event of its own; a
// redelivery is the same object again.

type Head = { eventId: string; at: number; channel: IncomingEvent['channel'] }

let count = 0

const head = (channelId: string, at: number): Head => ({
  eventId: `chat-${++count}`,
  at,
  channel: { channelId, type: 'group' },
})

export const botAdded = (channelId: string, at: number): IncomingEvent => ({
  ...head(channelId, at),
  kind: 'bot-added',
})

export const botRemoved = (channelId: string, at: number): IncomingEvent => ({
  ...head(channelId, at),
  kind: 'bot-removed',
})

export const joined = (channelId: string, at: number, userId: string, displayName?: string): IncomingEvent => ({
  ...head(channelId, at),
  kind: 'members-joined',
  members: [{ userId, ...(displayName === undefined ? {} : { displayName }) }],
})

export const left = (channelId: string, at: number, ...userIds: string[]): IncomingEvent => ({
  ...head(channelId, at),
  kind: 'members-left',
  userIds,
})

/** An edit that may come before its message says who made it. */
export const edited = (
  channelId: string,
  at: number,
  messageId: string,
  text: string,
  from?: string,
): IncomingEvent => ({
  ...head(channelId, at),
  kind: 'message-edited',
  messageId,
  text,
  ...(from === undefined ? {} : { sender: { userId: from } }),
})

export const unsent = (channelId: string, at: number, messageId: string): IncomingEvent => ({
  ...head(channelId, at),
  kind: 'message-unsent',
  messageId,
})

/** The private chat of one person with the bot. */
export const inPrivate = (event: IncomingEvent, userId: string): IncomingEvent => ({
  ...event,
  channel: { ...event.channel, type: 'user', userId },
})
