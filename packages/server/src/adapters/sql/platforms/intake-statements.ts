import { type JobKind, jobName } from '../../../domain/jobs/job.ts'
import { backupEnabled } from '../channels/channel-reads.ts'
import { forEachRow, rowList } from '../row-list.ts'
import type { Statements, Value } from '../sql.ts'
import type { ChannelRow, Intake, MediaRow, PersonRow, WelcomeRow } from './intake.ts'

/** Runs one statement per call. `noteQueue`: told about job queues whose next job has to be found again after the commit. */
export function intakeOn(sql: Statements, noteQueue?: (channelNo: number, kind: JobKind) => void): Intake {
  const { engine } = sql
  const locks = engine === 'postgres'
  const updateNextJob = (channelNo: number, kind: JobKind) => {
    noteQueue?.(channelNo, kind)
    return engine === 'sqlite'
      ? sql.run(one.updateNextJob, channelNo, kind, channelNo, kind, channelNo, kind)
      : sql.run(one.unqueueFirst, channelNo, kind)
  }
  /** New rows on PostgreSQL belong to no queue until the next claim. */
  const queued = async (channelNo: number, kind: JobKind, changed: number): Promise<number> => {
    if (changed > 0 && engine === 'sqlite') await updateNextJob(channelNo, kind)
    return changed
  }
  return {
    savePosition: (platform, source, value, at) => sql.run(one.savePosition, platform, source, value, at),
    async lockChannel(chatId) {
      if (locks) (await sql.get(one.lockChannel, chatId)) ?? (await sql.get(one.lockMoved, chatId))
    },
    findChannel: async (chatId, timezone) =>
      (await sql.get<ChannelRow>(one.findChannel, timezone, chatId)) ??
      (await sql.get<ChannelRow>(one.findMoved, timezone, chatId)),
    markSeen: (channelNo, eventId, at) => sql.run(one.markSeen, channelNo, eventId, at),
    findPerson: (channelNo, userId) => sql.get<PersonRow>(one.findPerson, channelNo, userId),
    writePerson: (channelNo, userId, { displayName, role, joinedAt, leftAt }, at) =>
      sql.run(one.writePerson, channelNo, userId, displayName, role, joinedAt, leftAt, at),
    noteSeen: (channelNo, userId, at) => sql.run(one.noteSeen, at, channelNo, userId),
    addMessageId: (channelNo, messageId, time, seq) => sql.run(one.addMessageId, channelNo, messageId, time, seq),
    addMessage: ({ channelNo, time, seq, messageId, editedAt, json }) =>
      sql.run(one.addMessage, channelNo, time, seq, messageId, editedAt, json),
    addMedia: (row) => sql.run(one.addMedia, ...mediaValues(row)),
    saveDetails: (channelNo, messageId, json) => sql.run(one.saveDetails, channelNo, messageId, json),
    updateChannel({ channelNo, lastSeq, lastTime, appended, late, changes, toIndex }) {
      const text = toIndex ? one.updateChannelToIndex : one.updateChannel
      return sql.run(text, lastSeq, lastTime, appended, late, changes, channelNo)
    },
    addChange: ({ channelNo, before, at, kind, detail }) => sql.run(one.addChange, before, at, kind, detail, channelNo),
    count: (channelNo, day, { messages = 0, mediaFiles = 0, mediaBytes = 0, autoReplies = 0, welcomes = 0 }) =>
      sql.run(one.count, channelNo, day, messages, mediaFiles, mediaBytes, autoReplies, welcomes),

    async isBackedUp(channelNo) {
      return (await sql.get<{ enabled: number }>(one.isBackedUp, channelNo))?.enabled === 1
    },
    async wasErased(subject, channelSubject, at) {
      return (await sql.get(one.wasErased, subject, at, channelSubject)) !== undefined
    },
    findWelcome: (channelNo) => sql.get<WelcomeRow>(one.findWelcome, channelNo),
    async addJob(channelNo, job, at, runAt) {
      const changed = await sql.run(
        one.addJob[engine],
        channelNo,
        job.kind,
        jobName(job),
        JSON.stringify(job),
        at,
        runAt,
      )
      return await queued(channelNo, job.kind, changed)
    },
    async addStickerJob(channelNo, job, sticker, at) {
      const values = [channelNo, job.kind, jobName(job), JSON.stringify(job), at, at, channelNo, sticker]
      return await queued(channelNo, job.kind, await sql.run(one.addStickerJob[engine], ...values))
    },
    updateNextJob,

    findPeople: (channelNo, userIds) => sql.all(many.findPeople[engine], idList(userIds), channelNo),
    writePeople(channelNo, memberships, at) {
      const rows: Value[][] = []
      for (const [userId, { displayName, role, joinedAt, leftAt }] of memberships) {
        rows.push([userId, displayName, role, joinedAt, leftAt])
      }
      return sql.run(many.writePeople[engine], channelNo, at, rowList(rows))
    },
    markJoined: (channelNo, userIds, at) => sql.run(many.markJoined[engine], at, at, channelNo, at, idList(userIds)),
    async endSubscriptions(channelNo, userIds) {
      await sql.run(many.forgetReadPositions[engine], channelNo, idList(userIds))
      return await sql.run(many.endSubscriptions[engine], channelNo, idList(userIds))
    },
    addHappenings(channelNo, happenings) {
      const rows = happenings.map(({ at, seq, what, userId = '', oldName = null, newName = null, since = null }) => [
        at,
        seq,
        what,
        userId,
        oldName,
        newName,
        since,
      ])
      return sql.run(many.addHappenings[engine], channelNo, rowList(rows))
    },
    listErased: (subjects, channelSubject, at) =>
      sql.all(many.listErased[engine], idList(subjects), at, channelSubject),
    async addJobs(channelNo, kind, jobs, at) {
      const rows = rowList(jobs.map((job) => [jobName(job), JSON.stringify(job)]))
      return await queued(channelNo, kind, await sql.run(many.addJobs[engine], channelNo, kind, at, at, rows))
    },
    addNewcomers: (channelNo, userIds, { receivedAt, joinedAt, reply }) =>
      sql.run(many.addNewcomers[engine], channelNo, receivedAt, joinedAt, reply, idList(userIds)),
  }
}

function idList(ids: readonly string[]): string {
  return rowList(ids.map((id) => [id]))
}

/** The columns of `ChannelRow`, from channels `c` and their settings `cs`. Takes the time zone. */
export const channelColumns = `c.channel, c.channel_id, c.chat_id, c.type, c.platform, c.name, c.bot_present, c.bot_changed_at,
    c.owner_disabled, c.last_seq, c.last_time, c.rules_version, cs.new_member_role, cs.language,
    coalesce(cs.timezone, ?) as timezone, ${backupEnabled} as backup_enabled, c.index_from is null as is_indexed,
    c.remind_owner_at, c.webhook_news`

/** The columns of `PersonRow`. */
export const personColumns =
  'm.display_name, m.role, m.joined_at, m.left_at, m.profile_at, m.seen_at, m.join_seen_at, p.since as private_since'

export const mediaColumns =
  'channel, time, seq, message_id, type, file_name, source_url, source_preview_url, file_ref, file_preview_ref, ' +
  'file_size_bytes, file_content_type'

/** In the order of `mediaColumns`. */
export function mediaValues({ file, ...row }: MediaRow): Value[] {
  return [
    row.channelNo,
    row.time,
    row.seq,
    row.messageId,
    row.type,
    row.fileName,
    row.sourceUrl,
    row.sourcePreviewUrl,
    file?.ref ?? null,
    file?.previewRef ?? null,
    file?.sizeBytes ?? null,
    file?.contentType ?? null,
  ]
}

/** `rows`: one or many, each with a different channel or day. */
export function insertUsage(rows: string): string {
  return `insert into usage_days (channel, day, messages, media_files, media_bytes, auto_replies, welcomes) ${rows}
     on conflict (channel, day) do update set
       messages = usage_days.messages + excluded.messages,
       media_files = usage_days.media_files + excluded.media_files,
       media_bytes = usage_days.media_bytes + excluded.media_bytes,
       auto_replies = usage_days.auto_replies + excluded.auto_replies,
       welcomes = usage_days.welcomes + excluded.welcomes`
}

const updateChannelWith = (more: string) =>
  `update channels set last_seq = ?, last_time = ?, tail_version = tail_version + ?, edit_version = edit_version + ?, ${more}
     last_change = last_change + ?
   where channel = ?`

const firstSeen = 'coalesce(members.first_seen_at, members.joined_at)'

/** When someone was first seen stays the same if they come back. What the platform said about their role ends when they leave. */
const orUpdatePerson = `on conflict (channel, user_id) do update set display_name = excluded.display_name, role = excluded.role,
       first_seen_at = case when ${firstSeen} < excluded.joined_at then ${firstSeen} else excluded.joined_at end,
       joined_at = excluded.joined_at, left_at = excluded.left_at, updated_at = excluded.updated_at,
       platform_role = case when excluded.left_at is null then members.platform_role end`

/** A waiting job of the same name does the work of this one too, and is moved forward if it was planned for later. */
const orMoveForward = {
  sqlite: orMove('run_at = excluded.run_at'),
  postgres: orMove('run_at = excluded.run_at, is_queued = false'),
}

function orMove(change: string): string {
  return `on conflict (channel, name) where name is not null and lease is null and buried_at is null
     do update set ${change} where jobs.run_at > excluded.run_at and jobs.attempts = 0`
}

const jobColumns = 'insert into jobs (channel, kind, name, detail, created_at, run_at)'
const insertJob = `${jobColumns} values (?, ?, ?, ?, ?, ?)`
const insertStickerJob = `${jobColumns} select ?, ?, ?, ?, ?, ?
     where not exists (select 1 from channel_stickers where channel = ? and sticker = ?)`

const one = {
  lockChannel: 'select channel from channels where channel_id = ? for update',
  savePosition: `insert into source_positions (platform, source, value, at) values (?, ?, ?, ?)
     on conflict (platform, source) do update set value = excluded.value, at = excluded.at`,
  lockMoved: `select c.channel from channels c where c.channel = (select v.channel from chat_moves v where v.chat_id = ?)
     for update`,
  findChannel: `select ${channelColumns} from channels c join channel_settings cs on cs.channel = c.channel
     where c.channel_id = ?`,
  findMoved: `select ${channelColumns} from chat_moves v join channels c on c.channel = v.channel
     join channel_settings cs on cs.channel = c.channel where v.chat_id = ?`,
  markSeen: 'insert into events_seen (channel, event_id, at) values (?, ?, ?) on conflict do nothing',
  findPerson: `select ${personColumns}
     from members m left join private_members p on p.channel = m.channel and p.user_id = m.user_id
     where m.channel = ? and m.user_id = ?`,
  writePerson: `insert into members (channel, user_id, display_name, role, joined_at, left_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?)
     ${orUpdatePerson}`,
  noteSeen: 'update members set seen_at = ? where channel = ? and user_id = ?',
  addMessageId: 'insert into message_ids (channel, message_id, time, seq) values (?, ?, ?, ?) on conflict do nothing',
  addMessage: 'insert into messages (channel, time, seq, message_id, edited_at, json) values (?, ?, ?, ?, ?, ?)',
  addMedia: `insert into media (${mediaColumns}, state) values (${mediaColumns.replace(/\w+/g, '?')}, 'pending')`,
  saveDetails: `insert into message_details (channel, message_id, json) values (?, ?, ?)
     on conflict (channel, message_id) do update set json = excluded.json`,
  updateChannel: updateChannelWith(''),
  /** Separate, because SQLite updates an index whenever one of its columns is named. */
  updateChannelToIndex: updateChannelWith('index_from = last_change + 1,'),
  /** Reads the number from the channel's row: having the update return it costs more than everything else here. */
  addChange: `insert into changes (channel, no, at, kind, detail)
     select channel, last_change - ?, ?, ?, ? from channels where channel = ?`,
  count: insertUsage('values (?, ?, ?, ?, ?, ?, ?)'),
  isBackedUp: `select ${backupEnabled} as enabled
     from channels c join channel_settings cs on cs.channel = c.channel where c.channel = ?`,
  wasErased: `select 1 from erasures where subject = ? and kind = 'person' and at >= ?
       and (channel_subject is null or channel_subject = ?) limit 1`,
  findWelcome: `select welcome_message as message, welcome_greet_returning as greet_returning from assistants
     where channel = ? and enabled = 1 and welcome_enabled = 1`,
  addStickerJob: {
    sqlite: `${insertStickerJob} ${orMoveForward.sqlite}`,
    postgres: `${insertStickerJob} ${orMoveForward.postgres}`,
  },
  addJob: { sqlite: `${insertJob} ${orMoveForward.sqlite}`, postgres: `${insertJob} ${orMoveForward.postgres}` },
  /** While a job of a kind that runs one at a time is leased, no other job of that kind is due in the channel. */
  updateNextJob: `insert into job_queues (channel, kind, next_at) values (?, ?, coalesce(
       (select run_at from jobs
         where channel = ? and kind = ? and kind in ('send-reply', 'find-answer') and lease is not null),
       (select min(run_at) from jobs where channel = ? and kind = ? and buried_at is null)
     )) on conflict (channel, kind) do update set next_at = excluded.next_at`,
  /** The next claim counts it again, and so knows when the next job of the kind is due. */
  unqueueFirst: `update jobs set is_queued = false where is_queued and (channel, job_id) = (
       select channel, job_id from jobs where channel = ? and kind = ? and buried_at is null and lease is null
       order by run_at, job_id limit 1
     )`,
} as const

/** For many people in one statement. SQLite accepts `on conflict` after a select only if the select has a `where`. */
const many = {
  findPeople: forEachRow(
    (rows) => `select m.user_id, ${personColumns} from ${rows} cross join members m
       left join private_members p on p.channel = m.channel and p.user_id = m.user_id
       where m.user_id = l.value ->> 0 and m.channel = ?`,
  ),
  writePeople: forEachRow(
    (rows) => `insert into members (channel, user_id, display_name, role, joined_at, left_at, updated_at)
       select ?, l.value ->> 0, l.value ->> 1, l.value ->> 2, cast(l.value ->> 3 as bigint), cast(l.value ->> 4 as bigint), ?
       from ${rows} where true ${orUpdatePerson}`,
  ),
  markJoined: forEachRow(
    (
      rows,
    ) => `update members set join_seen_at = ?, seen_at = ? where channel = ? and (join_seen_at is null or join_seen_at < ?)
       and user_id in (select l.value ->> 0 from ${rows})`,
  ),
  endSubscriptions: forEachRow(
    (rows) => `delete from subscriptions where channel = ? and user_id in (select l.value ->> 0 from ${rows})`,
  ),
  forgetReadPositions: forEachRow(
    (rows) => `delete from read_positions where channel = ? and user_id in (select l.value ->> 0 from ${rows})`,
  ),
  addHappenings: forEachRow(
    (rows) => `insert into happenings (channel, time, seq, what, user_id, old_name, new_name, since)
       select ?, cast(l.value ->> 0 as bigint), cast(l.value ->> 1 as bigint), l.value ->> 2, l.value ->> 3, l.value ->> 4,
         l.value ->> 5, cast(l.value ->> 6 as bigint)
       from ${rows} where true on conflict do nothing`,
  ),
  listErased: forEachRow(
    (rows) => `select distinct e.subject from ${rows} cross join erasures e
       where e.subject = l.value ->> 0 and e.kind = 'person' and e.at >= ? and (e.channel_subject is null or e.channel_subject = ?)`,
  ),
  addJobs: forEachRow(
    (rows, engine) => `insert into jobs (channel, kind, name, detail, created_at, run_at)
       select ?, ?, l.value ->> 0, l.value ->> 1, ?, ? from ${rows} where true ${orMoveForward[engine]}`,
  ),
  addNewcomers: forEachRow(
    (rows) => `insert into newcomers (channel, user_id, received_at, joined_at, reply)
       select ?, l.value ->> 0, ?, ?, ? from ${rows} where true
       on conflict (channel, user_id) do update set received_at = excluded.received_at, joined_at = excluded.joined_at,
         reply = coalesce(excluded.reply, newcomers.reply)`,
  ),
} as const
