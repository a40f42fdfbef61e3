import type * as kit from '@innkeeper/simulator-kit'
import type { messagingApi, webhook } from '@line/bot-sdk'

export type Transcript = kit.Transcript<Happening>
export type Entry = kit.Entry<Happening>
export type Change = kit.Change<Happening>
export type { DeliveryState } from '@innkeeper/simulator-kit'

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

/** How a bot sends a message. */
export type SendingKind = 'reply' | 'push' | 'multicast' | 'broadcast' | 'narrowcast'
