import type { webhook } from '@line/bot-sdk'
import type { World } from './world.ts'

export type EventType = webhook.Event['type']
export type EventOf<T extends EventType> = Extract<webhook.Event, { type: T }>

/** The fields that every event has and the builder adds. */
type Common = 'timestamp' | 'mode' | 'webhookEventId' | 'deliveryContext' | 'replyToken'
type Draft<E> = E extends webhook.Event ? Omit<E, Common> & Partial<Pick<E, Extract<Common, keyof E>>> : never
/** An event without the fields that the builder adds. */
export type EventDraft<T extends EventType = EventType> = Draft<EventOf<T>> & { type: T }

// Leaving, unsending and blocking can't be replied to, and events of module channels have no reply token.
const replyable: readonly string[] = [
  'message',
  'messageEdited',
  'follow',
  'join',
  'memberJoined',
  'postback',
  'videoPlayComplete',
  'beacon',
  'accountLink',
  'membership',
]

/** The time of the event, for a history. In milliseconds since 1970; now by default. */
export type EventTime = { at?: number }

/** An event as the platform would send it now. The draft's own values are kept. */
export function buildEvent<T extends EventType>(world: World, draft: EventDraft<T>, told: EventTime = {}): EventOf<T> {
  const { type, mode = 'active', ...rest } = draft as unknown as Partial<webhook.Event> & { type: T }
  const at = told.at ?? world.settings.clock()
  const mayReply = replyable.includes(type) && mode === 'active' && hasSource(draft)
  return {
    type,
    ...(mayReply ? { replyToken: world.ids.hex(32) } : {}),
    mode,
    timestamp: at,
    webhookEventId: world.ids.eventId(at),
    deliveryContext: { isRedelivery: false },
    ...rest,
  } as unknown as EventOf<T>
}

/** In standby another channel controls the chat, so there are no reply tokens. */
export function putOnStandby(event: webhook.Event): webhook.Event {
  const { replyToken: _, ...rest } = event as webhook.Event & { replyToken?: string }
  return { ...rest, mode: 'standby' } as webhook.Event
}

export function markRedelivery(event: webhook.Event): webhook.Event {
  return { ...event, deliveryContext: { ...event.deliveryContext, isRedelivery: true } }
}

export function replyTokenOf(event: webhook.Event): string | undefined {
  return 'replyToken' in event && typeof event.replyToken === 'string' ? event.replyToken : undefined
}

/** The id of the event's chat, to which a push would go. */
export function chatIdOf(source: webhook.Source | undefined): string | undefined {
  if (source?.type === 'group') return source.groupId
  if (source?.type === 'room') return source.roomId
  return source?.userId
}

// A failed account link names no user, so it can't be replied to.
function hasSource(draft: object): boolean {
  return 'source' in draft && draft.source !== undefined
}
