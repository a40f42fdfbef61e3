import type { messagingApi, webhook } from '@line/bot-sdk'

/** What its people see of a chat, oldest first; a chat is here once something has happened in it. */
export type Transcript = {
  lastEntryId: number
  chats: Map<string, Entry[]>
  /** The entries of messages, by their ids. */
  messages: Map<string, Entry>
}

/** One line of a chat. Ids rise in the order of arrival; `at` is the time it bears, by which a chat is in order. */
export type Entry = { entryId: number; chatId: string; at: number; delivery?: DeliveryState } & Happening

export type Happening =
  | { kind: 'message'; messageId: string; userId: string; message: webhook.MessageContent; editedAt?: number }
  | { kind: 'unsent'; messageId: string; userId: string }
  | {
      kind: 'bot-message'
      messageId: string
      how: SendingKind
      message: messagingApi.Message
      quotedMessageId?: string
    }
  | { kind: 'joined' | 'left'; userIds: string[] }
  | { kind: 'bot-joined' | 'bot-left' }
  | { kind: 'followed' | 'blocked'; userId: string }

/** How the event behind an entry fared. `unheard`: the bot was not there, so there was none. */
export type DeliveryState = { state: 'under-way' | 'delivered' | 'failed' | 'unheard'; reason?: string }

/** The ways in which a bot sends. */
export type SendingKind = 'reply' | 'push' | 'multicast' | 'broadcast' | 'narrowcast'

/** Something that a page which shows the platform has to know. */
export type Change =
  | { kind: 'entry'; entry: Entry }
  | { kind: 'chat'; chatId: string }
  | { kind: 'person'; userId: string }
