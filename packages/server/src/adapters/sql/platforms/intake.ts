import type { ChannelType, Role } from '@innkeeper/contract'
import type { Job, JobKind } from '../../../domain/jobs/job.ts'
import type { Membership } from '../../../domain/members/membership.ts'
import type { NewHappening } from '../../../domain/messages/happening.ts'
import type { FileRef } from '../../../ports/connector.ts'

/**
 * The reads and writes that every incoming event needs. SQLite runs one prepared statement per call. PostgreSQL, where a
 * statement is a round trip, answers from what it read for the whole batch and collects the writes into one statement
 * (`postgres/ingest/batch-intake.ts`).
 */
export type Intake = {
  /**
   * Locks the channel of a chat until the transaction ends, if it exists. SQLite has a single writer and locks nothing. `chatId`:
   * also one under which the chat was known before it moved.
   */
  lockChannel(chatId: string): Promise<unknown>
  /** `timezone`: for channels whose owner has set none. */
  findChannel(chatId: string, timezone: string): Promise<ChannelRow | undefined>
  /** What a source has delivered. */
  savePosition(platform: string, source: string, value: string, at: number): Promise<unknown>
  /** Returns 0 if the event was seen before. */
  markSeen(channelNo: number, eventId: string, at: number): Promise<number>
  findPerson(channelNo: number, userId: string): Promise<PersonRow | undefined>
  writePerson(channelNo: number, userId: string, membership: Membership, at: number): Promise<unknown>
  /** When a known person last posted or joined, for those who look at the list of members. */
  noteSeen(channelNo: number, userId: string, at: number): Promise<unknown>
  /** Returns 0 if the id exists. A batch can't tell; there a duplicate fails the transaction, which is retried row by row. */
  addMessageId(channelNo: number, messageId: string, time: number, seq: number): Promise<number>
  addMessage(row: MessageRow): Promise<unknown>
  addMedia(row: MediaRow): Promise<unknown>
  saveDetails(channelNo: number, messageId: string, json: string): Promise<unknown>
  /** Writes the counters of a channel back after its events. */
  updateChannel(totals: ChannelTotals): Promise<unknown>
  /** `last_change` of the channel must have been raised already. */
  addChange(row: ChangeRow): Promise<unknown>
  /** Adds to a channel's usage of one day. */
  count(channelNo: number, day: string, counts: Counts): Promise<unknown>

  // Needed by some events. None of these touches a table that the methods above write, except `members`.

  isBackedUp(channelNo: number): Promise<boolean>
  /** Whether the person was erased, here or everywhere, at this time or later. Takes hashes: see `subjectOf`. */
  wasErased(subject: string, channelSubject: string, at: number): Promise<boolean>
  /** The channel's welcome message, if it is enabled. */
  findWelcome(channelNo: number): Promise<WelcomeRow | undefined>
  /** Returns 0 if a job of the same name is due as early. */
  addJob(channelNo: number, job: Job, at: number, runAt: number): Promise<number>
  /** A job to fetch a sticker, unless the channel is known to have used it. Returns 0 if there is nothing new to do. */
  addStickerJob(channelNo: number, job: Job & { kind: 'fetch-sticker' }, sticker: string, at: number): Promise<number>
  /**
   * After every other change to the jobs of a kind: SQLite stores when the next one is due. PostgreSQL leaves that to the next
   * claim, and only marks the job that it has to count.
   */
  updateNextJob(channelNo: number, kind: JobKind): Promise<unknown>

  // The same for many people who join or leave together.

  findPeople(channelNo: number, userIds: readonly string[]): Promise<(PersonRow & { user_id: string })[]>
  writePeople(channelNo: number, memberships: ReadonlyMap<string, Membership>, at: number): Promise<unknown>
  /** Notes when the platform reported that these people joined, and so when they were last seen. */
  markJoined(channelNo: number, userIds: readonly string[], at: number): Promise<unknown>
  /** Returns how many there were. Their read positions are deleted, too. */
  endSubscriptions(channelNo: number, userIds: readonly string[]): Promise<number>
  /** Those that are stored already are left out. */
  addHappenings(channelNo: number, happenings: readonly (NewHappening & { seq: number })[]): Promise<unknown>
  /** Returns those of the subjects that were erased; compare `wasErased`. */
  listErased(subjects: readonly string[], channelSubject: string, at: number): Promise<{ subject: string }[]>
  /** Jobs of one kind. Returns how many are new or run earlier than before. */
  addJobs(channelNo: number, kind: JobKind, jobs: readonly Job[], at: number): Promise<number>
  addNewcomers(channelNo: number, userIds: readonly string[], arrival: Arrival): Promise<unknown>
}

export type ChannelRow = {
  channel: number
  channel_id: string
  /** Where the platform reaches the chat now; null: it never moved. */
  chat_id: string | null
  type: ChannelType
  language: string
  platform: string
  name: string
  bot_present: number
  bot_changed_at: number
  owner_disabled: number
  last_seq: number
  rules_version: number
  last_time: number
  new_member_role: 'member' | 'guest'
  timezone: string
  backup_enabled: number
  is_indexed: number
  remind_owner_at: number | null
  webhook_news: number
}

export type PersonRow = {
  display_name: string
  role: Role
  joined_at: number
  left_at: number | null
  profile_at: number | null
  private_since: number | null
  seen_at: number | null
  join_seen_at: number | null
}

export type MessageRow = {
  channelNo: number
  time: number
  seq: number
  messageId: string
  editedAt: number | null
  json: string
}

export type MediaRow = {
  channelNo: number
  time: number
  seq: number
  messageId: string
  type: string
  fileName: string | null
  sourceUrl: string | null
  sourcePreviewUrl: string | null
  file: FileRef | undefined
}

/** What a batch of events adds to a channel's row. */
export type ChannelTotals = {
  channelNo: number
  lastSeq: number
  lastTime: number
  /** Messages at the end of the channel, and messages older than its end. */
  appended: number
  late: number
  changes: number
  /** 1 if the search index was up to date and now has new messages to read. */
  toIndex: 0 | 1
}

/** `before`: how many changes of the channel follow this one. `detail`: as JSON. */
export type ChangeRow = { channelNo: number; before: number; at: number; kind: string; detail: string }

export type Counts = {
  messages?: number
  mediaFiles?: number
  mediaBytes?: number
  autoReplies?: number
  welcomes?: number
}

export type WelcomeRow = { message: string; greet_returning: number }

/** `reply`: the right to reply to the event, as JSON. */
export type Arrival = { receivedAt: number; joinedAt: number; reply: string | null }
