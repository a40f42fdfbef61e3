import type {
  AssistantChange,
  AssistantConfig,
  BackupPolicy,
  ChannelSettings,
  ChannelStatus,
  ChannelType,
  GroupRules,
  KeyScope,
  MediaType,
  Role,
  Rule,
  SearchCriteria,
  Send,
  Welcome,
} from '@innkeeper/contract'
import type { Assistant, Question } from '../domain/assistant/answering/assistant.ts'
import type { ModelTokens } from '../domain/assistant/answering/model-shares.ts'
import type { AssistantState, KeptEdit } from '../domain/assistant/rules/assistant-state.ts'
import type { JobKind } from '../domain/jobs/job.ts'
import type { StoredPicture } from '../domain/media/picture.ts'
import type { Erased, LedgerEntry, NumberedEntry } from '../domain/storage/erasure.ts'
import type { AlertStore } from './alerts.ts'
import type { CommandKind, CommandOf, ResultOf } from './commands.ts'
import type { ConnectionSeen } from './connector.ts'
import type { ExportStore } from './exporting.ts'
import type { NotificationStore } from './notifications.ts'
import type { OperatorStore } from './operator-store.ts'
import type { PeopleStore } from './people.ts'
import type { MessagePosition, ReadingStore, Span } from './reading.ts'
import type { Nodes } from './storage/nodes.ts'

/**
 * Everything durable except the files. Reads see what was committed before they started; a write is durable when its promise
 * resolves, and a refused one has changed nothing. Times are milliseconds since 1970.
 */
export type Store = ReadingStore &
  NotificationStore &
  AlertStore &
  OperatorStore &
  PeopleStore &
  ExportStore & {
    write<K extends CommandKind>(command: CommandOf<K>): Promise<ResultOf<K>>

    /** The one query behind every permission check: key, channel, membership and subscription at once. */
    findAccess(keyHash: string, channelId: string | undefined): Promise<AccessRecord | undefined>
    /** What decides about a person's rights in a channel, whatever key they use. Undefined for an unknown channel. */
    findStanding(channelId: string, userId: string): Promise<StandingRecord | undefined>
    /** Oldest first. */
    listSavedSearches(userId: string): Promise<SavedSearchRecord[]>
    /** Undefined if this person has no such search. */
    findSavedSearch(userId: string, searchId: string): Promise<SavedSearchRecord | undefined>
    /** The channels where a person has a role and a subscription. Whether they can read them is decided by the gate. */
    listReadableChannels(userId: string): Promise<ReadableChannelRecord[]>
    /** Throws when the channel has vanished since the gate was passed. */
    getChannel(channelNo: number): Promise<ChannelRecord>
    listChannelsOf(userId: string, role: Role | undefined): Promise<ChannelListRecord[]>
    listMembers(channelNo: number, role: Role | undefined): Promise<MemberRecord[]>
    /** Without those who are suspended by the channel's setting. */
    countSubscribers(channelNo: number): Promise<number>
    /** Who should be looked up on the platform, because nothing confirmed them since `before` or since the bot's return. */
    listUnchecked(
      channelNo: number,
      look: { before: number; userId: string | undefined; limit: number },
    ): Promise<string[]>
    listAudit(channelNo: number, page: { before: number | undefined; limit: number }): Promise<AuditRecord[]>

    /** Everything that decides about answers, its version, and the channel's owner, if it has one. */
    getAssistant(channelNo: number): Promise<{ version: number; assistant: Assistant; ownerId: string | null }>
    /** The assistant as stored in versions and files, and its version; 0: it was never changed. */
    getAssistantState(channelNo: number): Promise<{ version: number; thinnings: number; state: AssistantState }>
    /** How often its versions were thinned. If that happens between two pages of edits, the pages don't fit together. */
    countThinnings(channelNo: number): Promise<number>
    /** Newest first, each with the first `changes` of what it changed. */
    listAssistantVersions(
      channelNo: number,
      page: { before: number | undefined; limit: number; changes: number },
    ): Promise<AssistantVersionRecord[]>
    findAssistantVersion(
      channelNo: number,
      version: number,
      changes: number,
    ): Promise<AssistantVersionRecord | undefined>
    /** Those of later versions than `above`, newest first. */
    listAssistantEdits(
      channelNo: number,
      page: { above: number; before: EditPosition; limit: number },
    ): Promise<(KeptEdit & EditPosition)[]>
    /** All rules by priority, then age; or those after a position, at most `limit`. */
    listRules(
      channelNo: number,
      page: { after: RulePosition | undefined; limit: number } | undefined,
    ): Promise<RuleRecord[]>
    findRule(channelNo: number, ruleId: string): Promise<Rule | undefined>

    readMessages(channelNo: number, span: Span): Promise<PageRecord>
    findMessage(channelNo: number, messageId: string): Promise<{ sentAt: number; json: string } | undefined>
    /** All versions of a text, oldest first; one entry if it was never edited. */
    listVersions(channelNo: number, messageId: string): Promise<{ at: number; content: string }[]>
    readMedia(channelNo: number, span: Span): Promise<PageRecord>
    findMedia(channelNo: number, messageId: string): Promise<MediaRecord | undefined>

    findSentMessage(channelNo: number, messageId: string): Promise<SentMessageRecord | undefined>
    /** Positions of messages since `from`, the latest first; those before a position. */
    listPositions(
      channelNo: number,
      look: { from: number; before: MessagePosition; limit: number },
    ): Promise<MessagePosition[]>
    /** In the order of the positions; missing ones are left out. */
    listSentMessages(channelNo: number, places: readonly MessagePosition[]): Promise<SentMessageRecord[]>
    /** What the bot sent, the latest first. Reads a slice of the log, which may contain few or no matching entries. */
    listSends(channelNo: number, look: SendQuery): Promise<SendSlice>
    /** What it sent in reply to one message. */
    listSendsTo(channelNo: number, message: { messageId: string; sentAt: number }): Promise<Send[]>
    /** Those of the messages that the bot answered, or is about to. */
    listAnswered(channelNo: number, messageIds: readonly string[]): Promise<string[]>
    /** Answers to messages that arrived before this one and were sent this close to it, in the order they were given. */
    listAnswersBefore(
      channelNo: number,
      message: { sentAt: number; seq: number },
      withinMs: number,
    ): Promise<AnswerRecord[]>

    getProfile(userId: string): Promise<ProfileRecord>
    /** Keys that were not revoked, newest first; expired ones are recognized by their date. */
    listKeysOf(userId: string): Promise<KeyRecord[]>
    /** Of all channels that the user may access together, by day; days without events are absent. */
    listUsageOf(userId: string, days: { from: string; to: string }): Promise<UsageRecord[]>
    /** Of each of these channels over all these days, zeros included; those with most messages first. */
    listUsageByChannelOf(userId: string, days: { from: string; to: string }): Promise<ChannelUsageRecord[]>
    /** Days without events are absent. */
    listUsageIn(channelNo: number, days: { from: string; to: string }): Promise<UsageRecord[]>
    /** Spent on the language model on one day of the server's time zone; 0 for a channel or person that isn't given. */
    getModelTokens(whose: { day: string; channelNo: number | null; userId: string | null }): Promise<ModelTokens>
    listRequestsOf(userId: string, days: { from: string; to: string }): Promise<{ day: string; count: number }[]>

    /** For the operator's commands, which have no permission check. */
    findChannelNo(channelId: string): Promise<number | undefined>
    listAllChannels(): Promise<(ChannelListRecord & { ownerId: string | null; messages: number })[]>
    listAllKeys(): Promise<(KeyRecord & { userId: string; revokedAt: number | null; isOperator: boolean })[]>
    findAccountId(platform: string): Promise<string | undefined>
    /** Of every platform that was ever connected. */
    listConnections(): Promise<ConnectionRecord[]>
    /** The kinds of which a claim would find a job now. */
    listDueKinds(at: number): Promise<JobKind[]>
    /** Whether any job is claimed. */
    hasHeldJobs(): Promise<boolean>
    hasOpenImports(): Promise<boolean>
    getBacklog(): Promise<Backlog>
    listJobCounts(): Promise<JobCounts[]>
    /** Jobs that could run at this time but wait for others, by kind. */
    listDueJobs(at: number): Promise<DueJobs[]>
    /** Questions of a channel that wait to be matched, in the order of their messages. */
    listWaitingQuestions(channelNo: number, at: number, limit: number): Promise<WaitingQuestion[]>
    /** Newest first. */
    listBuriedJobs(limit: number): Promise<BuriedJob[]>
    listUnreadEvents(limit: number): Promise<{ at: number; platform: string; reason: string; raw: string }[]>
    /** Of a channel, or of a person where they were seen last. */
    findPictureOf(id: string): Promise<{ url: string; sha256: string; contentType: string } | undefined>
    findPicture(sha256: string): Promise<{ contentType: string } | undefined>
    findSticker(sticker: string): Promise<{ hasPicture: boolean; triedAt: number } | undefined>

    /** Files that something ceased to refer to, oldest first. Something else may still. */
    listReleasedFiles(limit: number): Promise<{ releaseId: number; sha256: string }[]>
    /** Every file that is referred to, by name; those after `after`. */
    listFiles(after: string, limit: number): Promise<string[]>
    /** What a clean-up at this moment would delete, channel by channel; those with nothing to delete are left out. */
    listExpired(at: number, ceilingDays: number | null): Promise<ExpiredRecord[]>
    /** What a clean-up would delete in one channel if everything sent before this time had expired. */
    countExpired(channelNo: number, before: number): Promise<ExpiredCounts>
    /** Entries of the ledger after this number, in order. */
    listLedger(after: number, limit: number): Promise<NumberedEntry[]>
    findLedgerNumber(entry: LedgerEntry): Promise<number | undefined>
    /** `last`: the highest number. `waiting`: how many have none yet, and so are in no file. */
    getLedgerState(): Promise<LedgerState>
    /** Throws if there is none with this id. */
    getErasure(erasureId: number): Promise<{ isFinished: boolean; erased: Erased }>
    hasOpenErasures(): Promise<boolean>
    countRows(): Promise<StoreCounts>
    /** Where the files of this store are; undefined before the first start of a service. */
    findMediaPlace(): Promise<string | undefined>
    /** By the clock of the database server; undefined if there is none. */
    readServerTime(): Promise<number | undefined>

    /** Whether any message, media, preview, picture or sticker refers to these bytes. */
    isBlobReferenced(sha256: string): Promise<boolean>

    /** If several services can use the store at once; absent if a service has it alone. */
    readonly nodes?: Nodes

    /** A secret of this store, made with it: signs cursors. */
    readonly secret: string
    /** The id of this store when it was opened. What is shared with others is marked with it. A restored copy has another. */
    readonly instance: string
    /** Throws if the store doesn't respond. */
    ping(): Promise<void>
    close(): Promise<void>
  }

export type ExpiredCounts = { messages: number; mediaFiles: number; mediaBytes: number }

export type ExpiredRecord = ExpiredCounts & {
  channelId: string
  name: string
  keptDays: number
  /** Messages sent before this time have expired. */
  before: number
}

/** What a snapshot is compared with when it is verified. */
export type LedgerState = { last: number; waiting: number }

export type StoreCounts = {
  channels: number
  members: number
  messages: number
  versions: number
  mediaFiles: number
  rules: number
  keys: number
}

export type Backlog = { waitingJobs: number; buriedJobs: number; unreadEvents: number; oldestWaitingAt: number | null }

export type BuriedJob = { jobId: number; kind: JobKind; channelId: string; buriedAt: number; reason: string }

export type WaitingQuestion = { jobId: number; question: Question }

/** Kinds without any are absent. */
export type DueJobs = { kind: JobKind; due: number; oldestDueAt: number }

/** `running`: claimed. Kinds without any are absent. */
export type JobCounts = {
  kind: JobKind
  waiting: number
  running: number
  oldestWaitingAt: number | null
  buried: number
}

/** What is known about an account on a platform, and about its webhooks. */
export type ConnectionRecord = {
  platform: string
  account: { id: string; name: string | null } | null
  seen: ConnectionSeen
  reach: ReachRecord
}

/** What the platform said about delivering webhooks to us. `askedAt`: when it was last asked. */
export type ReachRecord = { askedAt: number | null; unreachableSince: number | null; reason: string | null }

/** Rows as ready JSON texts joined by commas, in UTF-8. */
export type PageRecord = {
  json: Uint8Array
  count: number
  /** The last row of the page, after which the next page starts; undefined if there are no more. */
  next: MessagePosition | undefined
  /** The earliest time on the page, on which its expiry depends. */
  earliest: number | undefined
}

export type AccessRecord = {
  key: {
    id: string
    /** An API key, or the sign-in of a browser. */
    kind: 'key' | 'sign-in'
    scope: KeyScope
    isOperator: boolean
    expiresAt: number | null
    /** The key that it was created with, and ends with. */
    parentId: string | null
    /** Of the operator who signed in, if one did. */
    operatorId: string | null
  }
  userId: string
  revokedAt: number | null
  channel:
    | {
        channelNo: number
        timezone: string
        retentionDays: number | null
        history: 'all' | 'since-joined'
        /** When it was last changed to `all`: earlier messages are visible only to people who were there. */
        historyFrom: number | null
        backupPolicy: BackupPolicy
        /** Raised by every append. */
        tailVersion: number
        /** Raised by everything else that changes messages: edit, unsend, media arrived, late arrival. */
        editVersion: number
        /** When the bot came back after an absence; null: it never was away. */
        returnedAt: number | null
      }
    | undefined
  /** Undefined for strangers and people who left. */
  role: Role | undefined
  joinedAt: number | undefined
  /** When the platform last confirmed it; 0: never. */
  checkedAt: number | undefined
  subscribedAt: number | undefined
}

export type StandingRecord = Pick<AccessRecord, 'role' | 'joinedAt' | 'checkedAt' | 'subscribedAt'> & {
  channel: NonNullable<AccessRecord['channel']>
}

export type SavedSearchRecord = {
  searchId: string
  name: string
  query: SearchCriteria
  /** Null for all channels. */
  channelId: string | null
  createdAt: number
}

export type ReadableChannelRecord = {
  channelId: string
  name: string
  channel: NonNullable<AccessRecord['channel']>
  role: Role
  joinedAt: number
  checkedAt: number
  subscribedAt: number
  /** When its last message was sent. */
  lastTime: number
}

export type ChannelListRecord = {
  channelId: string
  name: string
  type: ChannelType
  enabledAt: number
  status: ChannelStatus
}

export type ChannelRecord = ChannelListRecord & {
  createdAt: number
  createdBy: string
  picture: StoredPicture | null
  /** According to the platform; if it doesn't say, the members we know. */
  memberCount: number
  backupEnabled: boolean
  settings: ChannelSettings
  assistant: AssistantConfig
  welcome: Welcome
  groupRules: GroupRules
}

export type MemberRecord = {
  userId: string
  displayName: string
  role: Role
  joinedAt: number
  leftAt: number | null
  updatedAt: number
  picture: StoredPicture | null
}

export type RulePosition = { priority: number; createdAt: number; id: string }
export type RuleRecord = { rule: Rule; position: RulePosition }

export type AssistantVersionRecord = {
  version: number
  at: number
  by: string
  /** The name that an admin gave it; null: it has none, and may be thinned. */
  label: string | null
  changeCount: number
  changes: AssistantChange[]
}
export type EditPosition = { version: number; ordinal: number }

export type MediaRecord = {
  sentAt: number
  type: MediaType
  fileName: string | null
  /** The URL of the file, if it isn't with the platform; and that of its preview. */
  sourceUrl: string | null
  sourcePreviewUrl: string | null
} & (
  | { state: 'pending' }
  | { state: 'lost'; reason: string }
  | { state: 'stored'; sha256: string; sizeBytes: number; preview: PreviewRecord }
)

/** `none`: there is nothing to show, or it couldn't be created. */
export type PreviewRecord = { state: 'pending' } | { state: 'none' } | { state: 'stored'; sha256: string }

/** A message as it was originally sent, before any edits. `text` is null if it isn't a text. */
export type SentMessageRecord = {
  messageId: string
  sentAt: number
  /** Its position in the order of arrival. */
  seq: number
  /** With an empty id if the platform doesn't identify the sender. */
  sender: { id: string; name: string }
  text: string | null
  isFromBot: boolean
}

export type SendPosition = { at: number; sendId: number }

/** Sends since a time and before a position, filtered, at most `limit`. */
export type SendQuery = {
  since: number
  before: SendPosition
  limit: number
  state: string | undefined
  ruleId: string | undefined
  messageId: string | undefined
  /** Only answers to this person's messages. */
  askedBy?: string | undefined
}

/** `next`: where to continue; undefined if the limit is reached or nothing is left. */
export type SendSlice = { sends: { send: Send; position: SendPosition }[]; next: SendPosition | undefined }

export type AnswerRecord = { at: number; ruleId: string | null; userId: string | null }

export type KeyRecord = {
  id: string
  name: string
  scope: KeyScope
  createdAt: number
  expiresAt: number | null
  lastUsedAt: number | null
}

export type ProfileRecord = {
  /** Null for a user known only by a key. */
  displayName: string | null
  picture: StoredPicture | null
  createdAt: number
  channels: Record<Role, number>
}

export type UsageCounts = {
  messages: number
  mediaFiles: number
  mediaBytes: number
  autoReplies: number
  welcomes: number
}

export type UsageRecord = { day: string } & UsageCounts

export type ChannelUsageRecord = { channelId: string; name: string } & UsageCounts

export type AuditRecord = {
  id: number
  at: number
  actor: string
  keyId: string | null
  action: string
  target: string | null
  detail: Record<string, unknown>
}
