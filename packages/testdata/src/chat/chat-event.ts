/**
 * An event in a chat, as plain values. It has the shape of the service's incoming events, so it can be passed on unchanged.
 * Events of one channel share their `channel` and `sender` objects, so treat them as read-only.
 */
export type ChatEvent = ChatHead &
  (
    | { kind: 'bot-added' }
    | { kind: 'members-joined'; members: Person[] }
    | { kind: 'members-left'; userIds: string[] }
    | { kind: 'message'; messageId: string; sender: Person; content: ChatContent }
    | { kind: 'message-edited'; messageId: string; text: string }
    | { kind: 'message-unsent'; messageId: string }
  )

export type ChatHead = {
  /** Looks like a ULID, increases within a channel and is unique within a seed. It does not depend on the time. */
  eventId: string
  /** Milliseconds since 1970. */
  at: number
  channel: { channelId: string; type: 'group'; name: string }
}

export type Person = { userId: string; displayName: string }

export type ChatContent =
  | { type: 'text'; text: string }
  | { type: 'location'; latitude: number; longitude: number; address: string }
  | { type: 'sticker'; stickerId: string; packageId: string }
  | MediaContent

/** A message with a file. As on the platform, only the size of a `file` is announced. */
export type MediaContent =
  | { type: 'image' }
  | { type: 'video' | 'audio'; durationMs: number }
  | { type: 'file'; fileName: string; fileSize: number }
