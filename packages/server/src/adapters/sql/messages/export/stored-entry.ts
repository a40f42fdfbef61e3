import type { Message } from '@innkeeper/contract'
import type { HistoryFormat } from '../../../../domain/imports/history.ts'
import type { MediaEntry, MessageEntry, QuotedEntry } from '../../../../domain/messages/export/records.ts'
import { textOf, type Utf8 } from '../../../../domain/messages/export/utf8.ts'
import type { MessageDetails } from '../../../../domain/messages/message-json.ts'
import type { PackedMessage } from './packed-messages.ts'

/** A class, because millions are made: an object with a function of its own for each message costs twice as much. */
export class StoredEntry implements MessageEntry {
  readonly kind = 'message'
  readonly time: number
  readonly seq: number
  readonly json: Utf8
  readonly editedAt: number | null
  readonly details: MessageDetails | null
  readonly media: MediaEntry | null
  readonly versions: { at: number; content: string }[]
  quoted: QuotedEntry | null = null
  imported: HistoryFormat | undefined = undefined
  #message: Message | undefined

  constructor({ time, seq, json, editedAt, details }: PackedMessage, media: MediaEntry | null) {
    this.time = time
    this.seq = seq
    this.json = json
    this.editedAt = editedAt
    this.details = details
    this.media = media
    this.versions = editedAt === null ? none : []
  }

  get id(): string {
    return this.message.id
  }

  get message(): Message {
    this.#message ??= JSON.parse(textOf(this.json)) as Message
    return this.#message
  }
}
/** Shared by all that were never edited. */
const none: { at: number; content: string }[] = []
