import type * as kit from '@innkeeper/simulator-kit'
import type { Message } from './bot-api.ts'

/** What happens in a chat, as the chat page shows it. `messageId` is `<chat id>:<message id>`. */
export type Happening =
  | { kind: 'message'; messageId: string; userId: string; message: Message; editedAt?: number }
  | { kind: 'unsent'; messageId: string; userId: string }
  | { kind: 'bot-message'; messageId: string; how: 'reply'; message: Message; choices: string[] }
  | { kind: 'joined' | 'left'; userIds: string[] }
  | { kind: 'bot-joined' | 'bot-left' }
  | { kind: 'followed' | 'blocked'; userId: string }
  /** Any other service message. */
  | { kind: 'note'; text: string }

export type Entry = kit.Entry<Happening>
export type Change = kit.Change<Happening>
export type Transcript = kit.Transcript<Happening>
