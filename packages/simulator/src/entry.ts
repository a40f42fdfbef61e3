import type { messagingApi, webhook } from '@line/bot-sdk'

/** What people see of a chat, oldest first. A chat is listed once something has happened in it. */
export type Transcript = {
  lastEntryId: number
  chats: Map<string, Entry[]>
  /** The entries of messages, by their ids. */
  messages: Map<string, Entry>
}

/** One entry of a chat. Ids increase in the order of arrival; `at` is the entry's time, by which a chat is sorted. */
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

/** The delivery status of an entry's event. `unheard`: the bot was not in the chat, so there was no event. */
export type DeliveryState = { state: 'under-way' | 'delivered' | 'failed' | 'unheard'; reason?: string }

/** How a bot sends a message. */
export type SendingKind = 'reply' | 'push' | 'multicast' | 'broadcast' | 'narrowcast'

/** A change that the chat page must show. */
export type Change =
  | { kind: 'entry'; entry: Entry }
  | { kind: 'chat'; chatId: string }
  | { kind: 'person'; userId: string }
