import type { ChannelType, MediaType } from '@innkeeper/contract'
import type { OutgoingMessage } from '../domain/assistant/outgoing-message.ts'
import type { ReplyRight } from '../domain/assistant/reply.ts'
import type { MessageContent, MessageDetails } from '../domain/messages/message-json.ts'
import type { Sticker } from '../domain/messages/sticker.ts'
import type { PlatformDescription } from './platform-description.ts'

/**
 * What a platform reports, in our terms. An event's identity (`eventId`: a delivery) is separate from a message's
 * (`messageId`), because platforms redeliver the one and edit or retract the other.
 */
export type IncomingEvent = {
  /** Unique per channel; a second event with the same id has no effect. */
  eventId: string
  /** When it happened on the platform, milliseconds since 1970. */
  at: number
  channel: {
    channelId: string
    type: ChannelType
    /** If the platform includes the chat's name; absent: unchanged. */
    name?: string
    /** The person of a private chat, who owns the channel. */
    userId?: string
  }
  /** Absent if nothing can be sent: the platform gives no reply token, or another bot handles the chat. */
  reply?: ReplyRight
} & (
  | {
      kind: 'bot-added'
      /** False if the platform's settings hide messages of this chat from the bot; absent: they don't. */
      seesAllMessages?: boolean
    }
  | { kind: 'bot-removed' }
  | { kind: 'members-joined'; members: Person[] }
  | { kind: 'members-left'; userIds: string[] }
  | {
      kind: 'message'
      messageId: string
      sender?: Person
      content: MessageContent
      details?: MessageDetails
      /** The platform keeps a file for this message, for a while. */
      hasFile?: boolean
      /** Where that file is, if the message's ID isn't enough to fetch it. */
      file?: FileRef
      /**
       * The text as a chat command, without the bot's own name; null: it is meant for another bot. Absent: the text is read as it
       * is.
       */
      command?: string | null
    }
  /** `text`: the new text, or the new caption of a message with media. */
  | { kind: 'message-edited'; messageId: string; sender?: Person; text: string; details?: MessageDetails }
  | { kind: 'message-unsent'; messageId: string }
  /** The chat has a new ID on its platform. Its own events may arrive before and after this one. */
  | { kind: 'chat-moved'; from: string; to: string }
  /**
   * Picture, admins or owner changed; the platform has to be asked for them. `seesAllMessages`: if the rights of the bot itself
   * changed, and it is known what they mean.
   */
  | { kind: 'chat-changed'; seesAllMessages?: boolean }
  /**
   * Events that the platform can't deliver any more, until `at`: of all its chats, whichever is the `channel`. `since`: null if that
   * is unknown.
   */
  | { kind: 'events-missed'; since: number | null; reason: string }
)

/** `displayName` is absent if the platform sends only the id. */
export type Person = {
  userId: string
  displayName?: string
  /** This bot itself, or another: never answered. */
  isBot?: boolean
  /** Stands for several people, such as everyone who posts as the group: can't own, claim or hide anything. */
  isShared?: boolean
}

/** How to fetch a file. Opaque to everyone but the connector, and stored with the message. */
export type FileRef = {
  ref: string
  previewRef?: string
  sizeBytes?: number
  contentType?: string
}

/** An event that couldn't be parsed: kept as received, so that a later version can process it. */
export type UnreadEvent = {
  at: number
  reason: string
  raw: string
  eventId?: string
  channelId?: string
  messageId?: string
  /**
   * Whose event it is, if that is readable: it is deleted when they are erased. The stored part of `raw` may be cut off before
   * it says so.
   */
  userId?: string
}

/** A request of the platform, as bytes, because the signature covers exactly these bytes. */
export type Delivery = { headers: Record<string, string | string[] | undefined>; body: Uint8Array; receivedAt: number }

export type Opened =
  /** `isRedelivery`: the platform says that it tried to deliver some of it before. */
  | {
      kind: 'taken'
      events: IncomingEvent[]
      unread: UnreadEvent[]
      isRedelivery?: boolean
      /** Chats that the bot was surely added to, so they aren't former chats under a new ID. */
      begunChats?: string[]
      /**
       * What it says depends on something that the platform has to be asked about: the same, read with the answer. Throws as
       * calls do.
       */
      readAgain?(): Promise<Opened>
    }
  /** Not from the platform, or for another account: nothing of it is read. */
  | { kind: 'refused'; reason: string; cause: 'signature' | 'account' }
  /** From the platform, but without a list of events. */
  | { kind: 'unreadable'; reason: string }

/** What a source has delivered so far. Opaque to everyone but the connector. */
export type SourcePosition = { source: string; value: string }

/** What a source delivers at once. `position`: is stored in the transaction of its events. Absent: it stays where it is. */
export type Pulled = { events: IncomingEvent[]; unread: UnreadEvent[]; position?: SourcePosition }

/** What a connector gets for asking its platform for events. */
export type PullOptions = {
  /**
   * The last one that was stored. Undefined: nothing was received yet, or the store was restored from a snapshot. Its `source` may
   * be one that the connector doesn't ask any more.
   */
  position: SourcePosition | undefined
  /**
   * Resolves when everything in it is durable; only then may the platform be told that it arrived. Rejects if the store can't
   * write now, and nothing may be acknowledged.
   */
  take(pulled: Pulled): Promise<void>
  /** Whether there is a channel for this chat, under this ID or another. */
  knowsChat(chatId: string): Promise<boolean>
  /** The platform responded. `behind`: how many events still wait there, if it says so. */
  notePolled(behind: number | null): void
  signal: AbortSignal
}

/** `channelId`: the ID under which the platform reaches the chat now. */
export type ChannelRef = { channelId: string; type: ChannelType }
export type Account = { accountId: string; displayName: string }
export type Profile = { name: string; picture?: PictureHandle }
/** `id`: another picture has another one. `ref`: how to fetch it, opaque to everyone but the connector, and never stored. */
export type PictureHandle = { id: string; ref: string }
/** A message with a file, as the connector gets it. `file`: as it came with the message. */
export type MediaMessage = { channel: ChannelRef; messageId: string; type: MediaType; file?: FileRef }

/**
 * One account on one platform. What every platform has is required; the rest are optional abilities. Calls have their own time
 * limit and throw `PlatformRefusal` or `PlatformSilence`, nothing else.
 */
export type Connector = {
  /** Names the platform in addresses and in the store. */
  platform: string
  /** As this account is set up. */
  description: PlatformDescription
  /** Absent if the platform's webhooks aren't used. */
  webhook?: {
    /** Never blocks, never throws. */
    open(delivery: Delivery): Opened
  }
  /** Absent if the platform can't be asked for events. Of several nodes, one asks. */
  pull?: {
    /**
     * Asks for events, one batch after the other, and continues only when `take` has resolved. Resolves soon after `signal` is
     * aborted. When the platform doesn't respond or refuses, or `take` rejects, it throws that error, and is started again after a
     * pause with what was stored.
     */
    run(options: PullOptions): Promise<void>
  }
  /** The names in events are all they tell: pictures, the number of people and who is there have to be looked up. */
  namesComeAlone?: boolean
  /**
   * Whether a chat that we know may come up under this ID. Deliveries about such a chat, if it seems to be new, wait for a while until
   * it is known. Absent: chats keep their IDs.
   */
  mayHaveMoved?(chatId: string): boolean
  /** The address that opens a private chat with the bot, in which it sends a link for signing in. Undefined: not known yet. */
  findSignInChat?(): string | undefined
  /** Our account there. */
  getAccount(): Promise<Account>
  /** From now on, deliveries for another account are refused. */
  setAccount(accountId: string): void
  replies: {
    /**
     * What the platform can't show, in chats of this type or at all, is left out or sent as text. Without a response, it is sent again
     * only with a right that can be used once, or if nothing was sent (`isUnsent`). If it takes several calls, a refusal says how many
     * messages arrived (`sentParts`). A right from before the chat moved still names its former ID.
     */
    send(
      reply: ReplyRight,
      speech: OutgoingMessage,
      chat: Partial<ChannelRef> & Pick<ChannelRef, 'type'>,
    ): Promise<void>
  }
  /** Messages that aren't replies. They use up the paid quota. */
  pushes?: {
    /** The same key again, within a day, sends no second message. */
    send(channel: ChannelRef, speech: OutgoingMessage, retryKey: string): Promise<void>
    /** Of this month; a null limit means none. */
    getBudget(): Promise<{ limit: number | null; used: number }>
  }
  profiles: {
    /** Undefined if chats of this type have neither name nor picture. */
    findChannel(channel: ChannelRef): Promise<Profile | undefined>
    getMember(channel: ChannelRef, userId: string): Promise<Profile>
    /** Fetched from the platform's own addresses only. `ref`: of a profile that was just read. */
    getPicture(ref: string): Promise<Picture>
  }
  media: {
    open(message: MediaMessage): Promise<MediaSource>
    /** The platform's preview of an image or a video. */
    openPreview?(message: MediaMessage): Promise<MediaSource>
  }
  /** Absent if the platform doesn't show its stickers to others. */
  stickers?: {
    /** Fetched from the platform's own addresses only. `ref`: of the file that came with it. Throws `not-found` if there is none. */
    getPicture(sticker: Sticker & { ref?: string }): Promise<Picture>
  }
  leave(channel: ChannelRef): Promise<void>
  /** Absent if the platform doesn't report who is in a chat. */
  membership?: {
    /**
     * False only if the platform definitely says that this person is not in the chat. Everything else is thrown, also that the
     * bot itself is not in it.
     */
    isMember(channel: ChannelRef, userId: string): Promise<boolean>
  }
  roster?: {
    /** Without the bot itself. */
    count(channel: ChannelRef): Promise<number>
    /** Ends only after the last page; throws if one is missing, and `forbidden` if the account isn't allowed to. */
    listMemberIds(channel: ChannelRef): AsyncIterable<string[]>
    /** Who owns and who manages the chat on its platform. Absent if the platform doesn't say. */
    listAdmins?(channel: ChannelRef): Promise<{ owner: Person | undefined; admins: Person[] }>
    /** Whether the bot gets every message of the chat. Undefined if it can't be known. Absent if it always does. */
    seesAllMessages?(channel: ChannelRef): Promise<boolean | undefined>
  }
}

export type Picture = { bytes: Uint8Array; contentType: string }

export type MediaSource =
  /** Ending the iteration (`return`), also before its first byte or while waiting for one, closes the connection. */
  | { state: 'ready'; body: AsyncIterable<Uint8Array>; contentType: string; sizeBytes: number | undefined }
  /** Try again later. */
  | { state: 'preparing' }
  /** Will never be available. */
  | { state: 'lost'; reason: string }

/** What was seen of the events of a platform. Null: never. */
export type ConnectionSeen = {
  /** When a webhook was accepted, and when anything with an event was. */
  webhookAt: number | null
  eventAt: number | null
  /** When something was delivered again. */
  redeliveredAt: number | null
  signatureFailedAt: number | null
  /** How many were refused, for any reason. */
  refused: number
  /** When it last responded to a question for events, and how many were waiting there then; null: it doesn't say. */
  polledAt: number | null
  behind: number | null
  /** When another program was receiving the events of our account. */
  conflictAt: number | null
}
