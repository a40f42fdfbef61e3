import type { ChannelType } from '@innkeeper/contract'
import type { MessageContent } from '../domain/message-json.ts'

/**
 * What a platform tells us, in our words. An event's identity (`eventId`: a delivery) is apart from a message's
 * (`messageId`: a thing that was said), because platforms redeliver the one and edit or retract the other.
 */
export type IncomingEvent = {
  /** Unique per channel; a second event with the same id has no effect. */
  eventId: string
  /** When it happened on the platform, milliseconds since 1970. */
  at: number
  channel: {
    channelId: string
    type: ChannelType
    /** Where the platform sends the chat's name along; absent: unchanged. */
    name?: string
    /** The person of a private chat, who owns the channel. */
    userId?: string
  }
} & (
  | { kind: 'bot-added' }
  | { kind: 'bot-removed' }
  | { kind: 'members-joined'; members: Person[] }
  | { kind: 'members-left'; userIds: string[] }
  | { kind: 'message'; messageId: string; sender?: Person; content: MessageContent }
  | { kind: 'message-edited'; messageId: string; text: string }
  | { kind: 'message-unsent'; messageId: string }
)

/** `displayName` is absent where the platform sends only the id. */
type Person = { userId: string; displayName?: string }
