import type {
  BackupPolicy,
  ChannelStatus,
  ChannelType,
  HappeningWord,
  KeyScope,
  MediaState,
  MediaType,
  Message,
  Role,
} from '@innkeeper/contract'
import type { HistoryFormat } from '../domain/imports/history.ts'
import type { StoredPicture } from '../domain/media/picture.ts'
import type { MessageDetails } from '../domain/messages/message-json.ts'
import type { StickerPicture } from '../domain/messages/sticker.ts'
import type { IndexQuery, SenderName } from '../domain/search/index-query.ts'

/** Reads for people who view a conversation; part of the store. */
export type ReadingStore = {
  /** Messages, what the bot sent, gaps and happenings, merged in reading order; at most `limit`, after `after` in reading direction. */
  readTimeline(channelNo: number, look: TimelineQuery): Promise<TimelineRecord[]>
  findPosition(channelNo: number, messageId: string): Promise<MessagePosition | undefined>
  /** In the order of the positions; missing ones are left out. */
  listStoredMessages(channelNo: number, places: readonly MessagePosition[]): Promise<StoredMessage[]>
  /** Adds data from other tables; in the same order. */
  completeMessages(channelNo: number, stored: readonly StoredMessage[]): Promise<MessageRecord[]>
  listTimelineAnswers(channelNo: number, sendIds: readonly number[]): Promise<AnswerItemRecord[]>
  listHappenings(channelNo: number, places: readonly MessagePosition[]): Promise<HappeningRecord[]>

  /** How far a person has read; undefined: they never looked. */
  findReadPosition(channelNo: number, userId: string): Promise<MessagePosition | undefined>
  /** Messages after a position, counted up to `most`, and the first of them. */
  getUnread(
    channelNo: number,
    after: MessagePosition,
    most: number,
  ): Promise<{ count: number; firstId: string | undefined }>
  /** The counts in many channels at once. */
  countUnread(
    positions: readonly { channelNo: number; after: MessagePosition }[],
    most: number,
  ): Promise<Map<number, number>>
  /** Of one person, of messages sent since `from`, the latest message first. */
  listBookmarks(channelNo: number, userId: string, from: number): Promise<BookmarkRecord[]>
  findBookmark(channelNo: number, userId: string, messageId: string): Promise<BookmarkRecord | undefined>

  /** How many messages each of these spans has, counted up to `most`. */
  countMessages(channelNo: number, spans: readonly { from: number; to: number }[], most: number): Promise<number[]>
  /** When the first and the last message since `from` were sent. */
  findEnds(channelNo: number, from: number): Promise<{ first: number; last: number } | undefined>
  /** A few photos, videos and texts of each of these spans, in reading order. */
  readMemories(channelNo: number, spans: readonly { from: number; to: number }[]): Promise<MessageRecord[][]>

  /** Files that have arrived, the latest first. */
  readGallery(channelNo: number, look: GalleryQuery): Promise<GalleryRecord[]>
  countGallery(channelNo: number, filter: GalleryFilter): Promise<GalleryCounts>

  /** All channels of a person, including those where they are a guest, with some days of activity. */
  listCardsOf(userId: string, look: { from: string; to: string; mostNamed: number }): Promise<CardRecord[]>

  /** Messages of the index that have the terms, in order. Some of them may not contain the words. */
  listCandidates(channelNo: number, look: CandidateQuery): Promise<CandidateSlice>
  /** In the order of the positions; missing ones are left out. */
  listCandidatesAt(channelNo: number, positions: readonly MessagePosition[]): Promise<CandidateMessage[]>
  /** What the bot said, in order. */
  listAnswers(channelNo: number, look: Omit<CandidateQuery, 'query'>): Promise<AnswerItemRecord[]>
  /** Everyone who sent messages that are in the index, with their names then. */
  listSenderNames(channelNo: number): Promise<SenderName[]>
  getIndexState(channelNo: number): Promise<IndexState>
  /** Whether any channel has messages to index. */
  hasUnindexed(): Promise<boolean>

  /** Changes after a number, oldest first. Numbers are consecutive: if one is missing, it was deleted. */
  listChanges(channelNo: number, after: number, limit: number): Promise<ChangeRecord[]>
  /** The number of the last change; undefined if the channel is gone. */
  findLastChange(channelNo: number): Promise<number | undefined>
  /**
   * Calls back after commits of this or any other process; perhaps once for several, perhaps needlessly. Returns a function to
   * stop it.
   */
  onCommit(listener: () => void): () => void

  /** Not revoked, newest first; expired ones are recognized by their date. */
  listSignInsOf(userId: string): Promise<SignInRecord[]>
  /** Whether a one-time link with this hash is valid at that time; checked again when it is used. */
  hasSignInCode(hash: string, at: number): Promise<boolean>
}

/**
 * Rank: messages, gaps and happenings (0) come before what the bot sent at the same moment (1). `seq`: of the message, also of
 * one that left a gap, of the happening, or the send's id.
 */
export type TimelinePosition = { time: number; rank: 0 | 1; seq: number }

export type TimelineQuery = {
  from: number
  to: number
  after: TimelinePosition | undefined
  order: 'asc' | 'desc'
  limit: number
  /** Only messages and what the bot said. */
  isSaidOnly?: true
}

export type TimelineRecord = { position: TimelinePosition } & (
  | { kind: 'message'; message: MessageRecord }
  | { kind: 'answer'; answer: AnswerItemRecord }
  | { kind: 'gap' }
  | { kind: 'happening'; happening: HappeningRecord }
)

/** What a search examines. */
export type StoredMessage = {
  position: MessagePosition
  messageId: string
  /** As the public API shows it, and as it is stored. */
  message: Message
  json: string
  editedAt: number | null
  details: MessageDetails | null
}

/** What a reader sees. */
export type MessageRecord = StoredMessage & {
  senderPicture: StoredPicture | null
  /** The message it quotes, if that still exists; the reader may not be allowed to see it. */
  quoted: { sentAt: number; message: Message } | null
  media: { state: MediaState; reason: string | null; preview: PreviewSize | null } | null
  sticker: StickerRecord | null
  /** The import that it came with. */
  imported: { importNo: number; format: HistoryFormat } | null
}

/** `triedAt`: when the platform was last asked for it; 0: never. `isNoted`: the channel is recorded as one that used it. */
export type StickerRecord = { picture: StickerPicture | null; triedAt: number; isNoted: boolean }

export type PreviewSize = { width: number | null; height: number | null }

export type AnswerItemRecord = {
  sendId: number
  /** When it was sent. */
  at: number
  what: 'answer' | 'welcome' | 'command' | 'notice'
  texts: string[]
  messageId: string | null
}

export type HappeningRecord = {
  position: MessagePosition
  what: HappeningWord
  /** Null if it is about the group. */
  person: { userId: string; displayName: string; picture: StoredPicture | null } | null
  oldName: string | null
  newName: string | null
  since: number | null
}

export type BookmarkRecord = {
  position: MessagePosition
  messageId: string
  note: string
  createdAt: number
  updatedAt: number
}

/** Of `from` ≤ time < `to`. `sender`: of this person only. */
export type GalleryFilter = { sender: string | undefined; from: number; to: number }

/** How many files of each type have arrived. */
export type GalleryCounts = Record<MediaType, number>

export type GalleryQuery = GalleryFilter & {
  type: MediaType | undefined
  before: MessagePosition | undefined
  limit: number
}

export type GalleryRecord = {
  position: MessagePosition
  /** As the public API shows it. */
  message: MediaMessage
  preview: PreviewSize | null
}

export type MediaMessage = Extract<Message, { type: MediaType }>

export type CardRecord = {
  channelNo: number
  channelId: string
  name: string
  platform: string
  type: ChannelType
  status: ChannelStatus
  isBotPresent: boolean
  /** False if the platform hides messages of the chat from the bot, as far as is known. */
  seesAllMessages: boolean
  enabledAt: number
  role: Role
  joinedAt: number
  /** When the platform last confirmed it, and when the bot came back after an absence. */
  checkedAt: number
  returnedAt: number | null
  subscribedAt: number | undefined
  picture: StoredPicture | null
  memberCount: number
  backupEnabled: boolean
  backupPolicy: BackupPolicy
  timezone: string
  retentionDays: number | null
  history: 'all' | 'since-joined'
  /** When it was last changed to `all`: earlier messages are visible only to people who were there. */
  historyFrom: number | null
  /** How far this person has read; null: they never looked. */
  readPosition: MessagePosition | null
  /** Of the last stored message, whether or not this person can read it. */
  lastMessageAt: number | null
  /** Days without messages are absent; for a guest, all days are. */
  activity: { day: string; messages: number }[]
  /** If this person is a guest: names of the owner, then admins. */
  keepers: string[]
}

export type CandidateQuery = {
  /** Null: all messages, whether or not they are in the index. */
  query: IndexQuery | null
  /** The first position, and the one after the last, in reading order. */
  first: MessagePosition
  end: MessagePosition
  order: 'asc' | 'desc'
  /** About how many; more if many were sent at the same time. */
  limit: number
}

/** `versions`: earlier texts of an edited message, oldest first. */
export type CandidateMessage = StoredMessage & { versions: readonly { at: number; content: string }[] }

/** `isEnd`: there are no more; otherwise continue beyond the last of them. */
export type CandidateSlice = { messages: CandidateMessage[]; isEnd: boolean }

export type IndexState = {
  /** Recent messages that aren't in the index yet, the latest first. */
  unindexed: MessagePosition[]
  /** False if there are too many of them to list. */
  isComplete: boolean
  /** Messages before this position may not be in the index, because it is being built. */
  past: MessagePosition | undefined
  /** When the last message was sent. */
  lastTime: number
  /** Whether the bot ever said something. */
  hasAnswers: boolean
  /** Raised when someone's name is added to the index or leaves it. */
  namesVersion: number
}

/**
 * `messages`: these arrived; `edited`, `media`: this one was; `unsent`: these were, with the times they were sent; `said`: the
 * bot sent something; `member`, `settings`: reload those, because of what happened there, if that is shown; `reset`: reload
 * everything. A node of an older release ignores members that it doesn't know, but not kinds.
 */
export type Change =
  /** `isImported`: they came from a chat history, so no one is told of each. A `reset` follows. */
  | { kind: 'messages'; places: [time: number, seq: number][]; isImported?: true }
  | { kind: 'edited' | 'media'; place: [time: number, seq: number] }
  | { kind: 'unsent'; messages: [messageId: string, time: number][] }
  | { kind: 'said'; sendId: number }
  | { kind: 'member' | 'settings'; happenings?: [time: number, seq: number][] }
  /** `ofImport`: its number, and that it was finished or undone. */
  | { kind: 'reset'; ofImport?: [importNo: number, what: 'finished' | 'undone'] }

export type ChangeRecord = { no: number; change: Change }

export type SignInRecord = {
  id: string
  name: string
  scope: KeyScope
  way: 'key' | 'link' | 'platform' | 'operator'
  createdAt: number
  expiresAt: number
  lastUsedAt: number | null
}

/** A position in the reading order: time sent, then order of arrival. */
export type MessagePosition = { time: number; seq: number }

/** Rows of `from` ≤ time < `to`, beyond `after` in reading direction. */
export type Span = {
  from: number
  to: number
  after: MessagePosition | undefined
  order: 'asc' | 'desc'
  limit: number
}
