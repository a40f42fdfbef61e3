import type { FileProblem } from '../../domain/imports/archived-file.ts'
import type { ImportWish } from '../../domain/imports/import-life.ts'
import type { UnsentPlace } from '../../domain/imports/unsent-meanwhile.ts'
import type { ImportedVersion } from '../../domain/imports/vouching.ts'
import type { MessageContent } from '../../domain/messages/message-json.ts'
import type { InChannel } from './authority.ts'

/** Of chat histories that are merged into a channel. */
export type ImportCommand =
  /** The file is stored already. Its bytes are kept until the import has ended. */
  | ({ kind: 'open-history'; fileName: string; sha256: string; sizeBytes: number; choices: string } & InChannel)
  /** `choices`: as JSON; undefined keeps them. */
  | ({ kind: 'steer-history'; importNo: number; wish: ImportWish; choices?: string | undefined } & InChannel)
  /** How many bytes of the file are done with. Ignored if it is to be read again, or has ended. */
  | { kind: 'note-reading'; channelId: string; importNo: number; reading: number; reached: number }
  /** What reading the file showed. Ignored if it is to be read again, or has ended. If it was being written, it is undone. */
  | {
      kind: 'record-history'
      at: number
      channelId: string
      importNo: number
      reading: number
      result: { preview: string; choices: string } | { refused: string }
    }
  /**
   * The next messages of an import, and how many lines of the file are done with them. `gaps`: the unsent messages around them that the
   * comparison knew. `outcome`: they are the last, and what was done, as JSON.
   */
  | {
      kind: 'add-imported'
      at: number
      channelId: string
      importNo: number
      messages: ImportedRow[]
      gaps: readonly UnsentPlace[]
      reached: number
      outcome?: string
    }
  /** Takes back what an import that is being undone has added, about `limit` messages at a time. */
  | { kind: 'remove-imported'; at: number; channelId: string; importNo: number; limit: number }

/**
 * A message of a file. `sourcePersonId`: the sender's ID in the file. `senderName`: as in the file. Members are shown with the name that they have here. `file`: its own file, which is
 * stored already, or why there is none.
 */
export type ImportedRow = Pick<ImportedVersion, 'time' | 'precisionMs' | 'isSimilar'> & {
  messageId: string
  senderId: string
  sourcePersonId?: string
  senderName: string
  content: MessageContent
  caption?: string
  /** The ID of the message that it replies to, if that came from a file, too. */
  quotedMessageId?: string
  /** The ID under which it's here if it came from the platform. */
  quotedLiveId?: string
  file?: { sha256: string; sizeBytes: number } | FileProblem
}

/** `stopped`: the import is being undone, for example because nobody subscribes any more. */
export type AddedHistory = { kind: 'going-on' | 'done' | 'stopped'; added: number }
