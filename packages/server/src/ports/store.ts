import type { Role, Rule, Send } from '@innkeeper/contract'
import type { Reach } from '../domain/accounts/channel-limit.ts'
import type { Assistant } from '../domain/assistant/answering/assistant.ts'
import type { ModelTokens } from '../domain/assistant/answering/model-shares.ts'
import type { AssistantState, KeptEdit } from '../domain/assistant/rules/assistant-state.ts'
import type { JobKind } from '../domain/jobs/job.ts'
import type { Erased, LedgerEntry, NumberedEntry } from '../domain/storage/erasure.ts'
import type { AlertStore } from './alerts.ts'
import type { CommandKind, CommandOf, ResultOf } from './commands.ts'
import type { SourcePosition } from './connector.ts'
import type { ExportStore } from './exporting.ts'
import type { ImportStore } from './importing.ts'
import type { LedgerStore } from './ledger.ts'
import type { NotificationStore } from './notifications.ts'
import type { OperatorStore } from './operator-store.ts'
import type { PeopleStore } from './people.ts'
import type { MessagePosition, ReadingStore, Span } from './reading.ts'
import type {
  AccessRecord,
  AnswerRecord,
  AssistantVersionRecord,
  AuditRecord,
  Backlog,
  BuriedJob,
  ChannelListRecord,
  ChannelRecord,
  ChannelUsageRecord,
  ConnectionRecord,
  DueJobs,
  EditPosition,
  ExpiredCounts,
  ExpiredRecord,
  JobCounts,
  KeyRecord,
  LedgerState,
  MediaRecord,
  MemberRecord,
  PageRecord,
  ProfileRecord,
  ReadableChannelRecord,
  RulePosition,
  RuleRecord,
  SavedSearchRecord,
  SendQuery,
  SendSlice,
  SentMessageRecord,
  StandingRecord,
  StoreCounts,
  UsageRecord,
  WaitingQuestion,
} from './records.ts'
import type { Nodes } from './storage/nodes.ts'
import type { WebhookStore } from './webhooks.ts'

/**
 * Everything durable except the files. Reads see what was committed before they started; a write is durable when its promise
 * resolves, and a refused one has changed nothing. Times are milliseconds since 1970.
 */
export type Store = ReadingStore &
  NotificationStore &
  AlertStore &
  OperatorStore &
  PeopleStore &
  ExportStore &
  ImportStore &
  LedgerStore &
  WebhookStore & {
    write<K extends CommandKind>(command: CommandOf<K>): Promise<ResultOf<K>>

    /** The one query behind every permission check: key, channel, membership and subscription at once. */
    findAccess(keyHash: string, channelId: string | undefined): Promise<AccessRecord | undefined>
    /** What decides about a person's rights in a channel, whatever key they use. Undefined for an unknown channel. */
    findStanding(channelId: string, userId: string): Promise<StandingRecord | undefined>
    /** Oldest first. */
    listSavedSearches(reach: Reach): Promise<SavedSearchRecord[]>
    /** Undefined if this person has no such search. */
    findSavedSearch(reach: Reach, searchId: string): Promise<SavedSearchRecord | undefined>
    /** The channels where a person has a role and a subscription. Whether they can read them is decided by the gate. */
    listReadableChannels(reach: Reach): Promise<ReadableChannelRecord[]>
    /** Throws when the channel has vanished since the gate was passed. */
    getChannel(channelNo: number): Promise<ChannelRecord>
    listChannelsOf(reach: Reach, role: Role | undefined): Promise<ChannelListRecord[]>
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
    /** In how many channels a person has each role. */
    countRolesOf(reach: Reach): Promise<Record<Role, number>>
    /** Keys that were not revoked, newest first; expired ones are recognized by their date. */
    listKeysOf(userId: string): Promise<KeyRecord[]>
    /** Of all channels that the user may access together, by day; days without events are absent. */
    listUsageOf(reach: Reach, days: { from: string; to: string }): Promise<UsageRecord[]>
    /** Of each of these channels over all these days, zeros included; those with most messages first. */
    listUsageByChannelOf(reach: Reach, days: { from: string; to: string }): Promise<ChannelUsageRecord[]>
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
    /** Whether there is a channel for this chat, under this ID or another. */
    knowsChat(chatId: string): Promise<boolean>
    /** What a source of this platform has delivered; the one that was stored last. */
    findSourcePosition(platform: string): Promise<SourcePosition | undefined>
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
    findPictureOf(id: string): Promise<{ id: string; sha256: string; contentType: string } | undefined>
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
