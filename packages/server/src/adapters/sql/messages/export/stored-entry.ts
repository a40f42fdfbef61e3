import type { Message } from '@innkeeper/contract'
import type { MediaEntry, MessageEntry, QuotedEntry } from '../../../../domain/messages/export/records.ts'
import type { MessageDetails } from '../../../../domain/messages/message-json.ts'
import type { StoredRow } from '../stored-messages.ts'

/** A class, because millions are made: an object with a function of its own for each message costs twice as much. */
export class StoredEntry implements MessageEntry {
  readonly kind = 'message'
  readonly time: number
  readonly seq: number
  readonly id: string
  readonly json: string
  readonly editedAt: number | null
  readonly details: MessageDetails | null
  readonly media: MediaEntry | null
  readonly versions: MessageEntry['versions']
  quoted: QuotedEntry | null = null
  #message: Message | undefined

  constructor(row: StoredRow, media: MediaEntry | null, versions: MessageEntry['versions']) {
    this.time = row[0]
    this.seq = row[1]
    this.id = row[2]
    this.json = row[3]
    this.editedAt = row[4]
    this.details = row[5] === null ? null : JSON.parse(row[5])
    this.media = media
    this.versions = versions
  }

  get message(): Message {
    this.#message ??= JSON.parse(this.json) as Message
    return this.#message
  }
}
