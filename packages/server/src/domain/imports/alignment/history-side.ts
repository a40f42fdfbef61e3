// What alignment compares: a file on one side, and what the service knows on the other.

export type ContentKind = 'text' | 'image' | 'video' | 'audio' | 'file' | 'location' | 'sticker'

export type ComparedContent = {
  kind: ContentKind
  /** The text, or the caption or name of a file. Compared only for texts: exports rarely agree about the rest. */
  text: string
}

/** A message of the file. */
export type FileLine = ComparedContent & {
  /** Its place in the file. The file's order is the order in which people saw the messages. */
  index: number
  /** When it was sent, in milliseconds since 1970, rounded down to `precisionMs`. */
  at: number
  precisionMs: 60_000 | 1000 | 1
  /** The sender: the ID of a person here, or the one that `importedPersonId` makes. */
  person: string
  /** The sender's ID in the file. What forbids messages of this ID forbids the line, no matter who the owner says it is. */
  sourcePerson?: string
  /** The message's ID in the form that live messages have, where the format has it. */
  sourceId?: string
  /** What it may be instead, where the format isn't clear: a word that people also type, or media of any kind. */
  alternatives?: readonly ComparedContent[]
}

/** The file says that a message of this time was unsent. */
export type UnsentNote = { kind: 'unsent-note'; index: number; at: number; precisionMs: FileLine['precisionMs'] }

/** A message that came from the platform. Imported messages aren't live. */
export type LiveMessage = {
  id: string
  at: number
  seq: number
  person: string
  kind: ContentKind
  /** The text and its earlier versions. Empty for media without a caption. */
  wordings: readonly string[]
}

/** A message that was unsent. */
export type Gap = { at: number; seq?: number; id?: string }

/** Something that the bot sent. */
export type OwnSend = { at: number; text: string }

/** Part of both sides. Windows follow each other in time. */
export type AlignmentWindow = {
  /** In the order of the file. */
  entries: readonly (FileLine | UnsentNote)[]
  /** In reading order, by time and `seq`. */
  live: readonly LiveMessage[]
  gaps: readonly Gap[]
  sends: readonly OwnSend[]
  /** Both sides are complete before this time. Later windows contain nothing earlier. */
  completeUntil: number
}

/** Messages that must not come in. */
export type LeftOutRules = {
  /** The bot's own ID. The send log has what it said. */
  ownId?: string
  /** People of the channel to whom names of the file were mapped. None of them is the bot. */
  known?: ReadonlySet<string>
  /** Messages before this time have expired. */
  expiredBefore?: number
  /** People whose data was erased, and until when. */
  erasedUntil?: ReadonlyMap<string, number>
  /** People who turned off saving, and since when. */
  privateSince?: ReadonlyMap<string, number>
  /** People whom the owner left out. */
  excluded?: ReadonlySet<string>
  /** People who may be erased or private, and about whom the owner hasn't decided. */
  undecided?: ReadonlySet<string>
}

export type LeftOutReason =
  | 'bot'
  /** It fits a message that was unsent. */
  | 'unsent'
  | 'erased'
  | 'private'
  | 'expired'
  | 'excluded'
  /** Someone who was erased or turned off saving may have this name in the file. */
  | 'undecided'
  /** It's earlier than lines before it, so what it could be compared with is already behind. */
  | 'out-of-order'

export type LineDecision =
  /** Already here. `by` says how it was recognized. */
  | { index: number; kind: 'matched'; messageId: string; by: 'id' | 'order' | 'content' }
  /**
   * Missing here. `time` is inside the line's minute (or second), between its neighbours in the file. `ordinal` counts equal new messages
   * of a person in a minute. `similarTo`: the text of a live message that may be the same one in another wording.
   */
  | { index: number; kind: 'new'; time: number; ordinal: number; similarTo?: string }
  | { index: number; kind: 'left-out'; why: LeftOutReason }
  /** A note about an unsent message. `isKnown` if it was unsent here too. */
  | { index: number; kind: 'unsent-note'; isKnown: boolean }

export const minuteMs = 60_000

export const minuteOf = (ms: number) => Math.floor(ms / minuteMs)
