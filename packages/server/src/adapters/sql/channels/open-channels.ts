import type { ChannelType } from '@innkeeper/contract'
import { channelDefaults } from '../../../domain/channels/channel-defaults.ts'
import { decidePresence, type News, type Presence, statusOf } from '../../../domain/channels/channel-status.ts'
import { type ClaimPolicy, policyIn } from '../../../domain/channels/claim.ts'
import { isPartOfMove } from '../../../domain/channels/moved-chat.ts'
import type { Job } from '../../../domain/jobs/job.ts'
import { decideProfileChanges, type NewHappening } from '../../../domain/messages/happening.ts'
import { type Sticker, stickerKey } from '../../../domain/messages/sticker.ts'
import type { FileRef, IncomingEvent } from '../../../ports/connector.ts'
import type { Change, MessagePosition } from '../../../ports/reading.ts'
import { ofRequest, planJob, planJobs } from '../jobs/jobs.ts'
import type { ChannelRow } from '../platforms/intake.ts'
import type { Defaults, Sql } from '../sql.ts'
import { isOfErasedChannel } from '../storage/past-erasures.ts'
import { audit } from './audit.ts'
import { collectTotals } from './collect-totals.ts'
import { setSight } from './sight.ts'

/** A channel while a batch of its events is processed: read once, written once. */
export type OpenChannel = {
  channelNo: number
  channelId: string
  /** Whether it was created by an event of this batch. */
  isNew: boolean
  /** Whether the platform has given the chat another ID. */
  hasMoved: boolean
  type: ChannelType
  language: string
  platform: string
  /** The names in events are all they tell: pictures, the number of people and who is there have to be looked up. */
  namesComeAlone: boolean
  /** The platform's name, if it decides who owns the chat and who manages it. */
  ownersFrom: string | undefined
  /** Who becomes the owner here. */
  claim: ClaimPolicy
  newMemberRole: 'member' | 'guest'
  /** Version of the rules and settings that decide about answers, as of the start of the batch. */
  rulesVersion: number
  /** Until when a command in this batch silenced the bot. Undefined: this batch changed nothing. */
  quietUntil(): number | null | undefined
  noteQuiet(until: number | null): void
  /** When to remind the owner that the backup is off. Null: never. */
  remindOwnerAt(): number | null
  noteReminder(at: number | null): void
  /** Whether a webhook that is on still has to be announced in the chat. */
  hasWebhookNews(): boolean
  noteWebhooksAnnounced(): void
  /** The user of a private chat, who owns it. */
  soleUserId: string | undefined
  isActive(): boolean
  /** Whether anyone subscribes. Read with the channel, and again after people join or leave. */
  isBackedUp(): Promise<boolean>
  forgetBackup(): void
  nextSeq(): number
  noteMessage(position: MessagePosition): void
  /** Tells clients that watch the channel. New messages are added by `noteMessage`. */
  noteChange(change: Change): void
  /** Adds lines to the timeline that aren't messages. */
  noteHappenings(happenings: readonly NewHappening[]): void
  /** Counts a message that isn't saved because its sender doesn't want it. */
  notePrivate(sentAt: number): void
  /** Plans work for after the commit, in the same transaction. */
  plan(job: Job, delayMs?: number): Promise<void>
  /** Plans several jobs of one kind. */
  planAll(jobs: readonly Job[]): Promise<void>
  /** Plans to ask the platform who owns and who manages the chat, if it decides that. */
  refreshAdmins(): Promise<void>
  /** Plans to fetch a sticker, unless the channel has used it before. */
  planSticker(sticker: Sticker, messageId: string, file: FileRef | undefined): Promise<void>
  /**
   * Updates what the event says about the channel itself: whether the bot is present, and the channel's name. Returns false if the
   * event says only that the bot moved with its chat.
   */
  notePresence(event: IncomingEvent): Promise<boolean>
  /** Stores whether the bot gets every message of the chat. */
  noteSight(seesAllMessages: boolean): Promise<void>
  /** The channel was erased in this batch and takes no more events. */
  noteErased(): void
}

type Planning = Pick<OpenChannel, 'plan' | 'planAll' | 'planSticker'>

type OpenEntry = { channel: OpenChannel; isErased(): boolean; flush(): Promise<void> }

type Opening = {
  platform: string
  at: number
  requestId?: string | undefined
  namesComeAlone?: boolean
  adminsFrom?: string
}

export function openChannels(tx: Sql, defaults: Defaults) {
  /** By every ID that events use. A chat that moved has several. */
  const open = new Map<string, OpenEntry>()
  let planned = 0
  let requestId: string | undefined
  const planning = ({ channel: channelNo, channel_id: channelId, platform }: ChannelRow, at: number): Planning => ({
    async plan(job, delayMs = 0) {
      if (await planJob(tx, channelNo, ofRequest(job, requestId), at, at + delayMs)) planned++
    },
    async planAll(jobs) {
      const named = jobs.map((job) => ofRequest(job, requestId))
      planned += await planJobs(tx, channelNo, named, at)
    },
    async planSticker(sticker, messageId, file) {
      const ref = file && { ref: file.ref }
      const job = { kind: 'fetch-sticker', channelId, ...sticker, messageId, ...ref } as const
      const named = requestId === undefined ? job : { ...job, requestId }
      planned += await tx.intake.addStickerJob(channelNo, named, stickerKey(platform, sticker), at)
    },
  })
  return {
    /** `at`: when the event arrived. Returns undefined if the channel was erased and the event belongs to what was erased. */
    async open(
      event: IncomingEvent,
      { platform, at, requestId: ofEvent, namesComeAlone = false, adminsFrom }: Opening,
    ): Promise<OpenChannel | undefined> {
      requestId = ofEvent
      const { channelId } = event.channel
      let entry = open.get(channelId)
      if (!entry) {
        // A channel created after the command began is not locked yet.
        await tx.intake.lockChannel(channelId)
        const known = await tx.intake.findChannel(channelId, defaults.timezone)
        if (!known && (await isOfErasedChannel(tx, event))) return undefined
        const row = known ?? (await create(tx, defaults, event, platform))
        const claim = policyIn(defaults.claim, { knowsAdmins: adminsFrom !== undefined })
        const opening = {
          at,
          soleUserId: event.channel.userId,
          isNew: known === undefined,
          namesComeAlone,
          adminsFrom,
          claim,
        }
        entry = open.get(row.channel_id) ?? openChannel(tx, row, opening, planning(row, at))
        open.set(channelId, entry).set(row.channel_id, entry)
      }
      return entry.isErased() ? undefined : entry.channel
    },
    /** How many jobs have been planned so far. */
    planned: () => planned,
    /** Writes the channels back. They are read again if more events follow. */
    async flush(): Promise<void> {
      for (const entry of new Set(open.values())) await entry.flush()
      open.clear()
    },
  }
}

function openChannel(
  tx: Sql,
  row: ChannelRow,
  {
    at,
    soleUserId,
    isNew,
    namesComeAlone,
    adminsFrom,
    claim,
  }: {
    at: number
    soleUserId: string | undefined
    isNew: boolean
    namesComeAlone: boolean
    adminsFrom: string | undefined
    claim: ClaimPolicy
  },
  planning: Planning,
): OpenEntry {
  const channelNo = row.channel
  const totals = collectTotals(row, at)
  let presence: Presence = {
    botPresent: row.bot_present === 1,
    botChangedAt: row.bot_changed_at,
    ownerDisabled: row.owner_disabled === 1,
  }
  let { name } = row
  let backedUp: boolean | undefined = row.backup_enabled === 1
  let isErased = false
  let remindOwnerAt = row.remind_owner_at
  let webhookNews = row.webhook_news === 1
  let quietUntil: number | null | undefined

  // By the earlier of two clocks: people join by the platform's, and are confirmed by ours.
  const doubtMembers = async (returnedAt: number) => {
    await tx.run('update channels set returned_at = ? where channel = ?', returnedAt, channelNo)
    await planning.plan({ kind: 'check-members', channelId: row.channel_id })
  }

  const channel: OpenChannel = {
    channelNo,
    channelId: row.channel_id,
    isNew,
    hasMoved: row.chat_id !== null,
    type: row.type,
    language: row.language,
    platform: row.platform,
    newMemberRole: row.new_member_role,
    namesComeAlone,
    ownersFrom: claim === 'platform' ? adminsFrom : undefined,
    claim,
    rulesVersion: row.rules_version,
    quietUntil: () => quietUntil,
    noteQuiet(until) {
      quietUntil = until
    },
    remindOwnerAt: () => remindOwnerAt,
    noteReminder(at) {
      remindOwnerAt = at
    },
    hasWebhookNews: () => webhookNews,
    noteWebhooksAnnounced() {
      webhookNews = false
    },
    soleUserId,
    isActive: () => statusOf(presence) === 'active',
    async isBackedUp() {
      backedUp ??= await tx.intake.isBackedUp(channelNo)
      return backedUp
    },
    forgetBackup() {
      backedUp = undefined
    },
    nextSeq: totals.nextSeq,
    noteMessage: totals.noteMessage,
    noteChange: totals.noteChange,
    noteHappenings: totals.noteHappenings,
    notePrivate: totals.notePrivate,
    ...planning,
    async refreshAdmins() {
      const { channel_id: channelId, type } = row
      if (claim === 'platform' && type !== 'user') await planning.plan({ kind: 'refresh-admins', channelId })
    },
    async noteSight(seesAllMessages) {
      if (await setSight(tx, channelNo, seesAllMessages)) totals.noteChange({ kind: 'settings' })
    },
    noteErased() {
      isErased = true
    },
    async notePresence(event) {
      const isOfFormerChat = event.channel.channelId !== (row.chat_id ?? row.channel_id)
      const move = { hasMoved: row.chat_id !== null, isOfFormerChat, botPresent: presence.botPresent }
      if (isPartOfMove(newsOf(event), move)) return false
      const next = decidePresence(presence, { kind: newsOf(event), at: event.at })
      if (next) {
        await writePresence(tx, channelNo, presence, next)
        if (statusOf(next) !== statusOf(presence)) totals.noteChange({ kind: 'settings' })
        totals.noteHappenings([describePresence(presence, next)])
        // While the bot was away, the platform didn't report who left the chat.
        if (next.botPresent && !isNew && row.type !== 'user') await doubtMembers(Math.min(event.at, at))
        presence = next
      }
      if (event.channel.name !== undefined && event.channel.name !== name) {
        const { name: newName } = event.channel
        if (row.type === 'group') totals.noteHappenings(describeName(row.channel_id, name, newName, event.at))
        name = newName
        await tx.run('update channels set name = ? where channel = ?', name, channelNo)
        totals.noteChange({ kind: 'settings' })
      }
      return true
    },
  }

  return {
    channel,
    isErased: () => isErased,
    async flush() {
      if (!isErased) await totals.flush(tx, at)
    },
  }
}

function describePresence(before: Presence, { botPresent, botChangedAt: at }: Presence): NewHappening {
  if (!botPresent) return { at, what: 'bot-removed' }
  return { at, what: 'bot-added', since: before.botPresent ? null : before.botChangedAt }
}

/** Until the platform has told its name, a group is named by its id. */
function describeName(channelId: string, oldName: string, newName: string, at: number): NewHappening[] {
  const { renamed } = decideProfileChanges(
    { id: channelId, name: oldName, picture: null },
    { name: newName, picture: null },
  )
  return renamed ? [{ at, what: 'group-renamed', ...renamed }] : []
}

function newsOf({ kind }: IncomingEvent): News['kind'] {
  if (kind === 'bot-removed') return 'removed'
  return kind === 'bot-added' ? 'added' : 'seen'
}

/** Platforms have no list of the chats a bot is in, so a channel is created by the first event from it. */
async function create(tx: Sql, defaults: Defaults, event: IncomingEvent, platform: string): Promise<ChannelRow> {
  const { channelId, type, name, userId } = event.channel
  const { settings, assistant, welcome, groupRules } = channelDefaults
  const present = event.kind !== 'bot-removed'
  const [created] = await tx.returning<{ channel: number }>(
    `insert into channels (channel_id, platform, type, name, created_at, created_by, enabled_at, bot_present,
       bot_changed_at, edit_version, rules_version, last_change)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning channel`,
    channelId,
    platform,
    type,
    name ?? channelId,
    event.at,
    userId ?? 'system',
    event.at,
    present ? 1 : 0,
    event.at,
    // The number may have belonged to another channel that was erased. Starting from the time instead of 0 invalidates everything
    // cached under its versions, and no client continues from its changes.
    event.at,
    event.at,
    event.at,
  )
  if (!created) throw new Error('The created channel has no number')
  await tx.run(
    `insert into channel_settings (channel, timezone, language, new_member_role, retention_days, backup_policy, history,
       allow_push, ask_with_model)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    created.channel,
    settings.timezone,
    settings.language,
    settings.newMemberRole,
    settings.retentionDays,
    settings.backup,
    settings.history,
    settings.allowPush ? 1 : 0,
    settings.askWithModel ? 1 : 0,
  )
  await tx.run(
    `insert into assistants (channel, enabled, qa_enabled, qa_mode, qa_cooldown_seconds, welcome_enabled,
       welcome_message, group_rules_enabled, group_rules_content)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    created.channel,
    assistant.enabled ? 1 : 0,
    assistant.qa.enabled ? 1 : 0,
    assistant.qa.mode,
    assistant.qa.cooldownSeconds,
    welcome.enabled ? 1 : 0,
    welcome.message,
    groupRules.enabled ? 1 : 0,
    groupRules.content,
  )
  const row = await tx.intake.findChannel(channelId, defaults.timezone)
  if (!row) throw new Error('The created channel could not be read')
  return row
}

async function writePresence(tx: Sql, channelNo: number, before: Presence, next: Presence): Promise<void> {
  await tx.run(
    'update channels set bot_present = ?, bot_changed_at = ? where channel = ?',
    next.botPresent ? 1 : 0,
    next.botChangedAt,
    channelNo,
  )
  if (statusOf(next) === statusOf(before)) return
  if (statusOf(next) === 'active') {
    await tx.run('update channels set enabled_at = ? where channel = ?', next.botChangedAt, channelNo)
  }
  await audit(tx, channelNo, { kind: 'system' }, next.botChangedAt, {
    action: 'status.changed',
    detail: { from: statusOf(before), to: statusOf(next) },
  })
}
