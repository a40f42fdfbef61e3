import type { ChannelStatus, ChannelType, KeyScope, MediaState, MediaType, Role } from '@innkeeper/contract'
import type { MessageDetails } from '../domain/message-json.ts'
import type { StoredPicture } from '../domain/picture.ts'
import type { Place, Span } from './place.ts'

/** Reads for people who look at a conversation; part of the store. */
export type ReadingStore = {
  /** Messages, what the bot said and gaps, merged in reading order; at most `limit`, beyond `after` in reading direction. */
  readTimeline(channelNo: number, look: TimelineLook): Promise<TimelineRecord[]>
  findPlace(channelNo: number, messageId: string): Promise<Place | undefined>
  /** In the order of the places; what is gone from there is left out. */
  listTimelineMessages(channelNo: number, places: readonly Place[]): Promise<MessageRecord[]>
  listTimelineAnswers(channelNo: number, sendIds: readonly number[]): Promise<AnswerItemRecord[]>

  /** How many messages each of these spans holds, counted up to `most`. */
  countMessages(channelNo: number, spans: readonly { from: number; to: number }[], most: number): Promise<number[]>
  /** When the first and the last message since `from` were sent. */
  findEnds(channelNo: number, from: number): Promise<{ first: number; last: number } | undefined>

  readGallery(channelNo: number, look: Span & { type: MediaType | undefined }): Promise<GalleryRecord[]>

  /** All channels of a person, those where they are a guest included. `days`: of activity. */
  listCardsOf(userId: string, days: { from: string; to: string }): Promise<CardRecord[]>

  /**
   * Candidates for a search, the latest first: messages that hold all these terms, before a place in the index. A candidate may
   * turn out not to hold the words.
   */
  listCandidates(channelNo: number, look: CandidateLook): Promise<{ doc: number; place: Place }[]>
  /** Messages that are not in the index yet, the latest first, at most `limit`; `isReindexing`: older ones are missing too. */
  listUnindexed(channelNo: number, limit: number): Promise<{ places: Place[]; isReindexing: boolean }>

  /** What changed after a number, oldest first. */
  listChanges(channelNo: number, after: number, limit: number): Promise<ChangeRecord[]>
  /** The number of the last change, and the oldest that is remembered; undefined where the channel is gone. */
  findChangeSpan(channelNo: number): Promise<{ last: number; oldest: number | undefined } | undefined>
  /** Calls back after commits, of this process or any other; perhaps once for several, perhaps without need. Answers how to end it. */
  onCommit(listener: () => void): () => void

  /** Not revoked, newest first; expired ones are told apart by their date. */
  listSignInsOf(userId: string): Promise<SignInRecord[]>
}

/** Rank: messages and gaps come before what the bot said at the same moment. `seq`: of the message, or the send's number. */
export type TimelinePlace = { time: number; rank: 0 | 1 | 2; seq: number }

export type TimelineLook = {
  from: number
  to: number
  after: TimelinePlace | undefined
  order: 'asc' | 'desc'
  limit: number
}

export type TimelineRecord = { place: TimelinePlace } & (
  | { kind: 'message'; message: MessageRecord }
  | { kind: 'answer'; answer: AnswerItemRecord }
  | { kind: 'gap' }
)

export type MessageRecord = {
  place: Place
  messageId: string
  /** The public JSON. */
  json: string
  editedAt: number | null
  details: MessageDetails | null
  senderPicture: StoredPicture | null
  quoted: { messageId: string; sentAt: number; json: string } | null
  media: { state: MediaState; reason: string | null; preview: PreviewSize | null } | null
}

export type PreviewSize = { width: number | null; height: number | null }

export type AnswerItemRecord = {
  sendId: number
  at: number
  what: 'answer' | 'welcome' | 'command' | 'notice'
  texts: string[]
  messageId: string | null
}

export type GalleryRecord = {
  place: Place
  /** The public JSON of the message. */
  json: string
  preview: PreviewSize | null
}

export type CardRecord = {
  channelId: string
  name: string
  type: ChannelType
  status: ChannelStatus
  role: Role
  picture: StoredPicture | null
  memberCount: number
  backupEnabled: boolean
  isSubscribed: boolean
  maySubscribe: boolean
  timezone: string
  lastMessageAt: number | null
  activity: { day: string; messages: number }[]
  keepers: string[]
}

export type CandidateLook = {
  terms: readonly string[]
  from: number
  to: number
  /** Exclusive; undefined: from the latest on. */
  beforeDoc: number | undefined
  limit: number
}

/**
 * `messages`: these came; `edited`, `media`: this one did; `unsent`: by its id; `said`: the bot did; `member`, `settings`: look
 * again; `reindex`: tells nobody, and takes what was there before the index into it.
 */
export type Change =
  | { kind: 'messages'; places: [time: number, seq: number][] }
  | { kind: 'edited' | 'media'; place: [time: number, seq: number] }
  | { kind: 'unsent'; messageId: string }
  | { kind: 'said'; sendId: number }
  | { kind: 'member' | 'settings' }
  | { kind: 'reindex'; after?: [time: number, seq: number] }

export type ChangeRecord = { no: number; change: Change }

export type SignInRecord = {
  id: string
  name: string
  scope: KeyScope
  way: 'key' | 'link' | 'platform'
  createdAt: number
  expiresAt: number
  lastUsedAt: number | null
}
