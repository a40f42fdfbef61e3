import type { ChannelType, HappeningWord, MediaType, Message, MessageType } from '@innkeeper/contract'
import type { HistoryFormat } from '../../imports/history.ts'
import type { StoredPicture } from '../../media/picture.ts'
import type { MessageDetails } from '../message-json.ts'
import type { Outage } from './outages.ts'
import type { Utf8 } from './utf8.ts'

// An export is one stream of records per part: a head, what was said in reading order, and an end. A part depends on nothing
// outside its month, so a month in which nothing changed is the same in every later export.

/** What an export contains. Days are calendar days in the channel's time zone, both included. */
export type ExportFilter = {
  from: string | null
  to: string | null
  /** Only messages of this person. */
  sender: string | null
  type: MessageType | null
  /** Only what the reader sent. Needs no subscription. */
  own: boolean
  /** Whether the files of messages are included. */
  media: boolean
}

export type ExportChannel = { id: string; name: string; type: ChannelType; timezone: string; language: string }

/** `month` is `2026-03`; start and end (excluded) of what is exported of it, in milliseconds. */
export type ExportPart = { month: string; start: number; end: number }

export type ExportHead = {
  kind: 'export'
  channel: ExportChannel
  filter: ExportFilter
  part: ExportPart
  /** When the last message of the part was sent; null without messages. */
  lastAt: number | null
  /** Size of its messages as they are stored. */
  messageBytes: number
  /** When messages of the part may be missing, by when it began. */
  outages: readonly Outage[]
}

/** Comes before the first record that names the person. */
export type PersonEntry = {
  kind: 'person'
  id: string
  /** Their current name. Messages have the name at the time. */
  name: string
  picture: StoredPicture | null
  /** Of the picture, where a format shows it. */
  pictureBytes?: number
}

export type MessageEntry = {
  kind: 'message'
  readonly id: string
  /** In milliseconds; with `seq`, the order of arrival, it gives the reading order. */
  time: number
  seq: number
  /** The public JSON, as it is stored. */
  json: Utf8
  /** The same, parsed when it is first read. */
  readonly message: Message
  editedAt: number | null
  /** Earlier texts, oldest first. */
  versions: readonly { at: number; content: string }[]
  details: MessageDetails | null
  /** From which program's chat history it is. Undefined: it came from the platform. */
  imported?: HistoryFormat | undefined
  media: MediaEntry | null
  quoted: QuotedEntry | null
}

/** The quoted message if it is in the same part and still exists; else only its ID is known. */
export type QuotedEntry = { id: string; message: Message | null }

export type MediaEntry =
  | { state: 'pending' }
  | { state: 'lost'; reason: string }
  | {
      state: 'stored'
      type: MediaType
      sha256: string
      sizeBytes: number
      /** In the export; null if files aren't included. Equal files of a part have one path. */
      path: string | null
      /** `sizeBytes` is only known where a format shows it. */
      preview: { sha256: string; width: number | null; height: number | null; sizeBytes?: number } | null
    }

/** What the bot said. */
export type AnswerEntry = {
  kind: 'answer'
  id: number
  time: number
  what: 'answer' | 'welcome' | 'command' | 'notice'
  texts: readonly string[]
  messageId: string | null
}

/** A message was unsent here. */
export type GapEntry = { kind: 'gap'; time: number; seq: number }

export type HappeningEntry = {
  kind: 'happening'
  time: number
  seq: number
  what: HappeningWord
  /** Null if it is about the group. */
  person: { id: string; name: string } | null
  oldName: string | null
  newName: string | null
  /** Nothing was saved from then until `time`. Null if nothing is missing, or it is unknown. */
  missingSince: number | null
}

export type ExportRecord = PersonEntry | MessageEntry | AnswerEntry | GapEntry | HappeningEntry

export type ExportCounts = {
  people: number
  messages: number
  answers: number
  gaps: number
  happenings: number
  /** Files of messages that are included. */
  files: number
}

export type ExportEnd = { kind: 'end'; counts: ExportCounts }
