import type { ChannelType } from '@innkeeper/contract'
import { channelDefaults } from '../../../domain/channels/channel-defaults.ts'
import { decidePresence, type News, type Presence, statusOf } from '../../../domain/channels/channel-status.ts'
import { dayOf } from '../../../domain/day.ts'
import type { Job } from '../../../domain/jobs/job.ts'
import type { IncomingEvent } from '../../../ports/connector.ts'
import type { Change, MessagePosition } from '../../../ports/reading.ts'
import { ofRequest, planJob, planJobs } from '../jobs/jobs.ts'
import type { ChannelRow } from '../platforms/intake.ts'
import type { Defaults, Sql } from '../sql.ts'
import { isOfErasedChannel } from '../storage/past-erasures.ts'
import { audit } from './audit.ts'
import { toChangeRow } from './changes.ts'

/** A channel while a batch of its events is taken in: loaded once, written back once. */
export type OpenChannel = {
  channelNo: number
  channelId: string
  type: ChannelType
  language: string
  platform: string
  newMemberRole: 'member' | 'guest'
  /** Of all that decides about answers, as it was when the batch began. */
  rulesVersion: number
  /** Until when the bot was silenced in this very batch; undefined: nothing changed in it. */
  quietUntil(): number | null | undefined
  noteQuiet(until: number | null): void
  /** From when on the owner is to be reminded that nothing is kept; null: not at all. */
  remindOwnerAt(): number | null
  noteReminder(at: number | null): void
  /** The user of a private chat, who owns it. */
  soleUserId: string | undefined
  isActive(): boolean
  /** Whether anybody subscribes. Loaded with the channel, and asked again when people come or go. */
  isBackedUp(): Promise<boolean>
  forgetBackup(): void
  nextSeq(): number
  noteMessage(place: MessagePosition): void
  /** What is to be told to whoever watches; messages that came are told by themselves. */
  noteChange(change: Change): void
  /** Work for after the commit, written with it. */
  plan(job: Job, delayMs?: number): Promise<void>
  /** Plans several jobs of one kind. */
  planAll(jobs: readonly Job[]): Promise<void>
  /** What the event tells about the channel itself: whether the bot is there, and its name. */
  notePresence(event: IncomingEvent): Promise<void>
  /** The channel was erased just now: nothing more comes into it. */
  noteErased(): void
}

type Planning = Pick<OpenChannel, 'plan' | 'planAll'>

type OpenEntry = { channel: OpenChannel; isErased(): boolean; flush(): Promise<void> }

export function openChannels(tx: Sql, defaults: Defaults) {
  const open = new Map<string, OpenEntry>()
  let planned = 0
  let requestId: string | undefined
  const planning = (channelNo: number, at: number): Planning => ({
    async plan(job, delayMs = 0) {
      if (await planJob(tx, channelNo, ofRequest(job, requestId), at, at + delayMs)) planned++
    },
    async planAll(jobs) {
      const named = jobs.map((job) => ofRequest(job, requestId))
      planned += await planJobs(tx, channelNo, named, at)
    },
  })
  return {
    /** `at`: when the event came in. Undefined where the channel was erased and the event is part of what was. */
    async open(
      event: IncomingEvent,
      { platform, at, requestId: ofEvent }: { platform: string; at: number; requestId?: string | undefined },
    ): Promise<OpenChannel | undefined> {
      requestId = ofEvent
      const { channelId } = event.channel
      let entry = open.get(channelId)
      if (!entry) {
        // One that came into being since the command began is not held yet.
        await tx.intake.lockChannel(channelId)
        const known = await tx.intake.findChannel(channelId, defaults.timezone)
        if (!known && (await isOfErasedChannel(tx, event))) return undefined
        const row = known ?? (await create(tx, defaults, event, platform))
        const circumstances = { at, soleUserId: event.channel.userId, isNew: known === undefined }
        entry = openChannel(tx, row, circumstances, planning(row.channel, at))
        open.set(channelId, entry)
      }
      return entry.isErased() ? undefined : entry.channel
    },
    /** How many jobs were planned so far. */
    planned: () => planned,
    async flush(): Promise<void> {
      for (const entry of open.values()) await entry.flush()
    },
  }
}

function openChannel(
  tx: Sql,
  row: ChannelRow,
  { at, soleUserId, isNew }: { at: number; soleUserId: string | undefined; isNew: boolean },
  planning: Planning,
): OpenEntry {
  const channelNo = row.channel
  let presence: Presence = {
    botPresent: row.bot_present === 1,
    botChangedAt: row.bot_changed_at,
    ownerDisabled: row.owner_disabled === 1,
  }
  let { name, last_seq: lastSeq, last_time: lastTime } = row
  let backedUp: boolean | undefined = row.backup_enabled === 1
  let isErased = false
  let remindOwnerAt = row.remind_owner_at
  let quietUntil: number | null | undefined
  let appended = 0
  let late = 0
  const messagesOfDay = new Map<string, number>()
  const places: [time: number, seq: number][] = []
  const changes: Change[] = []

  const channel: OpenChannel = {
    channelNo,
    channelId: row.channel_id,
    type: row.type,
    language: row.language,
    platform: row.platform,
    newMemberRole: row.new_member_role,
    rulesVersion: row.rules_version,
    quietUntil: () => quietUntil,
    noteQuiet(until) {
      quietUntil = until
    },
    remindOwnerAt: () => remindOwnerAt,
    noteReminder(at) {
      remindOwnerAt = at
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
    nextSeq: () => ++lastSeq,
    noteMessage({ time: sentAt, seq }) {
      places.push([sentAt, seq])
      if (sentAt >= lastTime) appended++
      else late++
      lastTime = Math.max(lastTime, sentAt)
      const day = dayOf(sentAt, row.timezone)
      messagesOfDay.set(day, (messagesOfDay.get(day) ?? 0) + 1)
    },
    noteChange(change) {
      // Several people who come together are one reason to look again.
      const isTold = lookAgain.has(change.kind) && changes.some(({ kind }) => kind === change.kind)
      if (!isTold) changes.push(change)
    },
    ...planning,
    noteErased() {
      isErased = true
    },
    async notePresence(event) {
      const next = decidePresence(presence, { kind: newsOf(event), at: event.at })
      if (next) {
        await writePresence(tx, channelNo, presence, next)
        if (statusOf(next) !== statusOf(presence)) channel.noteChange({ kind: 'settings' })
        // Nobody told it who was removed from the chat meanwhile.
        if (next.botPresent && !isNew && row.type !== 'user') await doubtMembers(Math.min(event.at, at))
        presence = next
      }
      if (event.channel.name !== undefined && event.channel.name !== name) {
        name = event.channel.name
        await tx.run('update channels set name = ? where channel = ?', name, channelNo)
        channel.noteChange({ kind: 'settings' })
      }
    },
  }

  // By the earlier of two clocks: people join by the platform's, and are confirmed by ours.
  const doubtMembers = async (returnedAt: number) => {
    await tx.run('update channels set returned_at = ? where channel = ?', returnedAt, channelNo)
    await planning.plan({ kind: 'check-members', channelId: row.channel_id })
  }

  return {
    channel,
    isErased: () => isErased,
    async flush() {
      if (isErased || (lastSeq === row.last_seq && changes.length === 0)) return
      for (let end = places.length; end > 0; end -= mostPlaces) {
        changes.unshift({ kind: 'messages', places: places.slice(Math.max(end - mostPlaces, 0), end) })
      }
      const toIndex = places.length > 0 && row.is_indexed === 1 ? 1 : 0
      await tx.intake.updateChannel({ channelNo, lastSeq, lastTime, appended, late, changes: changes.length, toIndex })
      let before = changes.length
      for (const change of changes) await tx.intake.addChange(toChangeRow(channelNo, --before, at, change))
      for (const [day, messages] of messagesOfDay) await tx.intake.count(channelNo, day, { messages })
    },
  }
}

/** Told in one change, because the search index takes a change whole. */
const mostPlaces = 50

const lookAgain: ReadonlySet<Change['kind']> = new Set(['member', 'settings'])

function newsOf({ kind }: IncomingEvent): News['kind'] {
  if (kind === 'bot-removed') return 'removed'
  return kind === 'bot-added' ? 'added' : 'seen'
}

/** Platforms have no list of the chats a bot is in, so a channel begins with whatever is first heard of it. */
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
    // The number may have been another channel's, since erased: nothing that was kept under its versions counts here, and
    // nobody goes on from its changes.
    event.at,
    event.at,
    event.at,
  )
  if (!created) throw new Error('A created channel has a number')
  await tx.run(
    `insert into channel_settings (channel, timezone, language, new_member_role, retention_days, backup_policy, history,
       allow_push)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
    created.channel,
    settings.timezone,
    settings.language,
    settings.newMemberRole,
    settings.retentionDays,
    settings.backup,
    settings.history,
    settings.allowPush ? 1 : 0,
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
  if (!row) throw new Error('A created channel can be read')
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
