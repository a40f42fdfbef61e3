/** A format in which another program saved a chat history. */
export type HistoryFormat = 'line' | 'whatsapp' | 'telegram' | 'discord' | 'slack' | 'innkeeper'

/**
 * When something in a history happened, in milliseconds since 1970. Formats that don't know the time zone have what a clock on the
 * wall showed, as if it were UTC.
 */
export type HistoryTime = { instant: number } | { wall: number }

/** How exact a time is. A minute is the start of that minute. */
export type HistoryPrecision = 'minute' | 'second' | 'exact'

export type HistoryPerson = {
  /** What the person who exported the history saw. Empty if the format has none. */
  name: string
  /** The platform's ID, where the format has it. */
  userId?: string
  isBot?: boolean
}

/** Content in the types of the API. Without their file, most formats know only the type of media. */
export type HistoryContent =
  | { type: 'text'; text: string }
  /** `mayBeOther`: the format says only that there was media, of some type. */
  | { type: 'image'; fileSize?: number; mayBeOther?: true }
  | { type: 'video' | 'audio'; fileSize?: number; durationMs?: number }
  | { type: 'file'; fileSize?: number; fileName?: string }
  | { type: 'location'; latitude?: number; longitude?: number; address?: string }
  | { type: 'sticker'; stickerId?: string; packageId?: string }

/**
 * Where something is in the file: its first line, counted from 1, and how many lines it has. In formats made of JSON, each record
 * counts as one line. A record with several files is several messages, of which only the first has that line, and the others none.
 */
type Lines = { line: number; lines: number }

export type HistoryMessage = Lines & {
  kind: 'message'
  at: HistoryTime
  precision: HistoryPrecision
  person: HistoryPerson
  content: HistoryContent
  /** The text under a picture, a video, an audio or a file. */
  caption?: string
  /** The content is a word that the app writes for media, but the person may also have typed it. */
  mayBeText?: string
  /** The message's ID in the format, where it has one that is the same for everyone who exports the chat. Unique in it. */
  sourceId?: string
  /** The ID under which our connector stores the same message, where the format has it. */
  messageId?: string
  /** The `sourceId` of the message that it replies to. */
  repliesTo?: string
  /** Its `messageId`. */
  repliesToId?: string
  /** The name of its file in the archive. */
  file?: string
  /** The content is the last of several versions. `editedAt` is only there if the format has it. */
  isEdited?: true
  editedAt?: HistoryTime
}

/** Something that happened but wasn't said. It's counted and shown in the preview, and never stored as a message. */
export type HistoryNote = Lines & {
  kind: 'note'
  what: HistoryNoteKind
  at?: HistoryTime
  /** Who it is about, where that's known. */
  person?: HistoryPerson
}

export type HistoryNoteKind =
  | 'joined'
  | 'left'
  /** A message was here, and its sender deleted it for everyone. */
  | 'unsent'
  | 'call'
  /** The group has a new name or picture. */
  | 'renamed'
  | 'album'
  | 'poll'
  | 'other'

/** What belongs to the file rather than to the chat. Listed so that every line is accounted for. */
export type HistoryFrame = Lines & { kind: 'frame'; what: 'title' | 'saved' | 'date' | 'blank' | 'person' | 'other' }

export type HistoryUnread = Lines & { kind: 'unread'; reason: UnreadReason }

export type UnreadReason =
  /** Longer than anything that can be sent. */
  | 'too-long'
  /** Contains bytes that aren't text in the file's encoding. */
  | 'not-text'
  /** Comes before the first date, or after a date that doesn't exist. */
  | 'no-date'
  /** A date or time that doesn't exist. */
  | 'bad-time'
  /** Has a time, but where the name ends is unclear. `HistoryQuestion` asks. */
  | 'name-unclear'
  /** The file's date order is unclear. `HistoryQuestion` asks. */
  | 'date-order-unclear'
  /** The file has several chats. `HistoryQuestion` asks. */
  | 'chat-unclear'
  /** Neither a message nor part of one. */
  | 'not-a-record'
  /** JSON that can't be read. */
  | 'broken-json'
  /** A record of a kind that isn't known, or without something that it must have. */
  | 'unknown-record'

/** Every line of a file belongs to exactly one item, so what was read and what wasn't add up to the file. */
export type HistoryItem = HistoryMessage | HistoryNote | HistoryFrame | HistoryUnread

/** What can't be decided from the file. Until it's answered, the lines concerned are unread. */
export type HistoryQuestion =
  /** Whether `3/4/2026` is in March or in April. `example` is the first such date. */
  | { ask: 'date-order'; example: string }
  /** How much of these beginnings is the sender's name. `line` is the first line that begins like this. */
  | { ask: 'name'; beginning: string; line: number; lines: number }
  /** Which of the chats in the file is meant. */
  | { ask: 'chat'; chats: readonly { id: string; name: string; messages: number }[] }

/** Answers to questions, and what is known of the channel. */
export type HistoryChoices = {
  dateOrder?: DateOrder
  /** Names of people, exactly as in the file. */
  names?: readonly string[]
  /** The ID of one of the chats in the file. */
  chat?: string
}

export type DateOrder = 'day-month' | 'month-day'

export type HistoryHead = {
  format: HistoryFormat
  /** The name of the chat. */
  title?: string
  savedAt?: HistoryTime
  questions: readonly HistoryQuestion[]
}
