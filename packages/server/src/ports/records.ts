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
import type { ChannelLimit } from '../domain/accounts/channel-limit.ts'
import type { Question } from '../domain/assistant/answering/assistant.ts'
import type { JobKind } from '../domain/jobs/job.ts'
import type { StoredPicture } from '../domain/media/picture.ts'
import type { ConnectionSeen, FileRef } from './connector.ts'
import type { MessagePosition } from './reading.ts'

// What reads of the store return.

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

/** Files besides those of messages. */
export type PictureCounts = { previews: number; profilePictures: number }

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
  /** The last time for which events couldn't be delivered; null: there was none. `since`: null if that is unknown. */
  missed: { since: number | null; until: number; reason: string } | null
  /** Chats that the bot is in, but whose settings on the platform hide messages from it. */
  chatsWithHiddenMessages: number
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
    limit: ChannelLimit
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
  platform: string
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
  /** How the connector fetches it, if the ID of the message isn't enough. */
  file: FileRef | null
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
  /** The text without the bot's own name, as rules are matched with it. */
  question: string | null
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
  limit: ChannelLimit
  /** Of the channels it's limited to that still exist; null: it isn't limited. */
  channelIds: string[] | null
}

export type ProfileRecord = {
  /** Null for a user known only by a key. */
  displayName: string | null
  /** Of their chats; null if they are in none. */
  platform: string | null
  picture: StoredPicture | null
  createdAt: number
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
