import type { IncomingEvent } from '../../../src/ports/connector.ts'

// Events in a chat other than the messages in events.ts. Every call creates a new event; a redelivery is the same object again.

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

/** An edit that can arrive before its message includes its sender. */
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

/** The same event in this person's private chat with the bot. */
export const inPrivate = (event: IncomingEvent, userId: string): IncomingEvent => ({
  ...event,
  channel: { ...event.channel, type: 'user', userId },
})
