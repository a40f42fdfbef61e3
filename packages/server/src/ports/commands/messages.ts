import type { Sticker, StickerPicture } from '../../domain/messages/sticker.ts'
import type { IncomingEvent, SourcePosition, UnreadEvent } from '../connector.ts'
import type { OfRequest } from './authority.ts'

/** Of messages and their files. */
export type MessageCommand =
  | ({
      kind: 'receive-events'
      at: number
      platform: string
      events: IncomingEvent[]
      unread: UnreadEvent[]
      /** Of a source that is asked for events: what it has delivered when all of these are stored. */
      position?: SourcePosition
      /** False if the platform doesn't report that a message was deleted there. */
      seesUnsending?: boolean
      /** The names in events are all they tell: pictures, the number of people and who is there have to be looked up. */
      namesComeAlone?: boolean
      /** The platform's name, if it tells who owns and who manages a chat. */
      adminsFrom?: string
    } & OfRequest)
  /** A platform couldn't deliver events of this time to any channel. `since`: null if it isn't known since when. */
  | { kind: 'note-missed'; at: number; platform: string; since: number | null; reason: string }
  /**
   * Adds messages to the search index that aren't in it yet, at most `limit` of them. `after`: begins with the channels that follow
   * this one, so that each gets its turn.
   */
  | { kind: 'index-messages'; limit: number; after?: number }
  /** Deletes changes that no client needs any more in the next `limit` channels, by number, `limit` changes at most. */
  | { kind: 'forget-changes'; at: number; limit: number; after: number }
  /** Examines the next `limit` event ids, and deletes those that are too old to be redelivered. */
  | { kind: 'forget-events'; at: number; limit: number }
  | { kind: 'store-media'; at: number; channelId: string; messageId: string; sha256: string; sizeBytes: number }
  | { kind: 'lose-media'; at: number; channelId: string; messageId: string; reason: string }
  | {
      kind: 'store-preview'
      at: number
      channelId: string
      messageId: string
      sha256: string
      size?: { width: number; height: number }
    }
  /** No preview can be made of this file. */
  | { kind: 'skip-preview'; channelId: string; messageId: string }
  /**
   * The picture of a sticker, or null if there is none; a picture that was stored before stays. `triedAt`: when the platform was
   * asked. The channel counts as one that used it.
   */
  | {
      kind: 'record-sticker'
      at: number
      channelId: string
      messageId: string
      sticker: string
      picture: StickerPicture | null
      triedAt: number
      /** Of the file that came with it. */
      ref: string | null
    }
  /** The channel used a sticker that is known already. Returns false if it isn't known any more. */
  | { kind: 'use-sticker'; at: number; channelId: string; messageId: string; sticker: string }
  /** Plans to fetch stickers that are shown without a picture. */
  | { kind: 'plan-stickers'; at: number; channelId: string; stickers: (Sticker & { messageId: string })[] }
  /** Removes stickers that no channel used, at most `limit` of them. Returns how many. */
  | { kind: 'forget-stickers'; limit: number }
  /** These were removed from the disk. */
  | { kind: 'forget-files'; releaseIds: number[] }
  /** In a copy of the store: what referred to these files was removed from the original since, and is removed here too. */
  | { kind: 'forget-vanished'; at: number; sha256s: string[] }
  /** Deletes expired messages, at most `limit` of them. */
  | { kind: 'delete-expired'; at: number; ceilingDays: number | null; limit: number }

/** The result of a batch. `jobs`: how many were planned. */
export type Receipt = { fresh: number; duplicate: number; unread: number; jobs: number }

/** `more`: the limit was reached before the end. */
export type Expired = { messages: number; mediaFiles: number; mediaBytes: number; more: boolean }

/** A message in the store, by the number of its channel. */
export type MessageId = { channelNo: number; messageId: string }
