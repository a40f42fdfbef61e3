import type { MessageDetails } from '../../../domain/messages/message-json.ts'
import type { Erased } from '../../../domain/storage/erasure.ts'
import { closeImports } from '../assistant/assistant-import.ts'
import { endErased } from '../assistant/sending/sends.ts'
import { noteChange } from '../channels/changes.ts'
import { stopImports } from '../imports/imports.ts'
import { planJob } from '../jobs/jobs.ts'
import { releaseFile } from '../media/released-files.ts'
import { forgetEarlyEditsOf } from '../messages/early-edits.ts'
import { notingBackup } from '../messages/happenings.ts'
import { countInLedger, timezoneOf } from '../messages/ledger/count-in-ledger.ts'
import { firstSlice, noteUnwiped, removeMessages, type SizedPosition } from '../messages/remove-messages.ts'
import { dropEndedBrowsers } from '../notifications/notified-browsers.ts'
import { forgetSearches } from '../search/saved-searches.ts'
import { type Defaults, given, lockName, type Sql } from '../sql.ts'

type Asked = { userId: string; channelId: string | null }

export type PrivateChat = { channelNo: number; channelId: string }

/** Where a person has left something. */
type Traces = {
  /** Channels in which they may have sent messages, without private chats. */
  channels: number[]
  /** Only between them and the bot, so erased completely. */
  privateChats: PrivateChat[]
  /** The time of the last message in the channels: the platform's clock may be ahead of ours. */
  lastTime: number
}

/** Undefined if nothing is known about them. */
export async function findTraces(tx: Sql, { userId, channelId }: Asked): Promise<Traces | undefined> {
  const rows = await tx.all<{ channelNo: number; type: string; lastTime: number }>(
    `select c.channel as "channelNo", c.type, c.last_time as "lastTime" from members m join channels c on c.channel = m.channel
     where m.user_id = ? and (c.channel_id = ? or cast(? as text) is null) order by c.channel`,
    userId,
    channelId,
    channelId,
  )
  const privateChats = await listPrivateChats(tx, userId, channelId)
  if (rows.length + privateChats.length === 0 && (channelId !== null || !(await isKnown(tx, userId)))) return undefined
  const shared = rows.filter(({ type }) => type !== 'user')
  return {
    channels: shared.map(({ channelNo }) => channelNo),
    privateChats,
    lastTime: Math.max(0, ...shared.map(({ lastTime }) => lastTime)),
  }
}

/** Channels where they are a member since before `until`: an event that was being received when the erasure began. */
export async function listMissed(tx: Sql, userId: string, channelId: string | null, until: number): Promise<number[]> {
  const rows = await tx.all<{ channelNo: number }>(
    `select c.channel as "channelNo" from members m join channels c on c.channel = m.channel
     where m.user_id = ? and m.joined_at <= ? and c.type <> 'user' and (c.channel_id = ? or cast(? as text) is null)
     order by c.channel`,
    userId,
    until,
    channelId,
    channelId,
  )
  return rows.map(({ channelNo }) => channelNo)
}

/**
 * Removes name, picture, role and subscription in one channel; their messages are found and removed slice by slice. Returns
 * whether they were a member.
 */
export async function hideMember(
  tx: Sql,
  { channelNo, userId, at }: { channelNo: number; userId: string; at: number },
): Promise<boolean> {
  const row = await tx.get<{ channelId: string; type: string; sha256: string | null }>(
    `select c.channel_id as "channelId", c.type, m.picture_sha256 as sha256
     from members m join channels c on c.channel = m.channel where m.channel = ? and m.user_id = ?`,
    channelNo,
    userId,
  )
  if (!row) return false
  await releaseFile(tx, row.sha256)
  await notingBackup(tx, { channelNo, at }, async () => {
    await tx.run(
      'delete from webhook_deliveries where webhook_id in (select webhook_id from webhooks where channel = ? and user_id = ?)',
      channelNo,
      userId,
    )
    for (const table of ofMember) {
      await tx.run(`delete from ${table} where channel = ? and user_id = ?`, channelNo, userId)
    }
  })
  await tx.run(
    'delete from notified_changes where channel = ? and key_id in (select key_id from keys where user_id = ?)',
    channelNo,
    userId,
  )
  await forgetEarlyEditsOf(tx, channelNo, userId)
  await stopImports(tx, channelNo, at, 'A person was erased meanwhile. Upload the file again')
  await dropJobsAbout(tx, channelNo, userId)
  await dropSendsTo(tx, { channelNo, userId, at })
  // A room is named after its members.
  if (row.type === 'room') {
    await tx.run('update channels set name = channel_id where channel = ?', channelNo)
    await planJob(tx, channelNo, { kind: 'refresh-channel', channelId: row.channelId }, at)
  }
  await noteChange(tx, channelNo, at, { kind: 'member' })
  await noteUnwiped(tx)
  return true
}

const ofMember = [
  'webhooks',
  'members',
  'subscriptions',
  'private_members',
  'newcomers',
  'cooldowns',
  'happenings',
  'read_positions',
  'bookmarks',
  'saved_searches',
]

/** Includes those of people who only ever blocked the bot and aren't members. */
async function listPrivateChats(tx: Sql, userId: string, channelId: string | null): Promise<PrivateChat[]> {
  return await tx.all(
    `select channel as "channelNo", channel_id as "channelId" from channels
     where type = 'user' and (created_by = ? or channel in (select channel from members where user_id = ?))
       and (channel_id = ? or cast(? as text) is null) order by channel`,
    userId,
    userId,
    channelId,
    channelId,
  )
}

/** A running service may be processing one of them; it then finds no one to write to, or to answer. */
async function dropJobsAbout(tx: Sql, channelNo: number, userId: string): Promise<void> {
  for (const kind of ['refresh-member', 'check-members', 'find-answer', 'ask-model'] as const) {
    await tx.run(
      'delete from jobs where channel = ? and kind = ? and instr(detail, ?) > 0',
      channelNo,
      kind,
      JSON.stringify(userId),
    )
    await tx.intake.updateNextJob(channelNo, kind)
  }
}

/** Waiting messages to them, or about them, aren't sent, because they mention them. */
async function dropSendsTo(
  tx: Sql,
  { channelNo, userId, at }: { channelNo: number; userId: string; at: number },
): Promise<void> {
  const waiting = await tx.all<{ sendId: number }>(
    `select send_id as "sendId" from sends where channel = ? and state = 'waiting'
       and (user_id = ? or (kind = 'welcome' and instr(detail, ?) > 0))`,
    channelNo,
    userId,
    JSON.stringify(userId),
  )
  for (const { sendId } of waiting) await endErased(tx, channelNo, sendId, at)
  if (waiting.length > 0)
    for (const kind of ['send-reply', 'push-message'] as const) await tx.intake.updateNextJob(channelNo, kind)
}

/** Keys and sign-ins, unused links, and how much they used of the API and the language model. */
const accountTables = ['keys', 'sign_in_codes', 'request_days', 'model_people']

/** Everyone about whom anything is known, in a channel or not. */
export async function listPeople(tx: Sql): Promise<string[]> {
  const each = ['members', ...accountTables].map((table) => `select user_id as "userId" from ${table}`)
  return (await tx.all<{ userId: string }>(each.join(' union '))).map(({ userId }) => userId)
}

/** Includes what others wrote about them: a person who was never seen here may have been mentioned. */
async function isKnown(tx: Sql, userId: string): Promise<boolean> {
  if (await tx.get(`select 1 from message_details where ${mentioned} limit 1`, JSON.stringify(userId))) return true
  if (await tx.get(`select 1 from unread_events where ${ofPerson} limit 1`, userId, userId)) return true
  for (const table of accountTables) {
    if (await tx.get(`select 1 from ${table} where user_id = ? limit 1`, userId)) return true
  }
  return false
}

const mentioned = 'instr(json, ?) > 0'
const ofPerson = '(user_id = ? or instr(raw, ?) > 0)'

export async function forgetAccount(tx: Sql, userId: string): Promise<void> {
  for (const table of accountTables) await tx.run(`delete from ${table} where user_id = ?`, userId)
  await dropEndedBrowsers(tx, 0)
  await forgetSearches(tx, userId)
  await tx.run('update claim_codes set used_by = null where used_by = ?', userId)
  // Their sign-ins are gone with the keys; at the next one they are an operator and no one else.
  await tx.run('update operators set user_id = null, shares_rights = 0 where user_id = ?', userId)
}

type Search = {
  at: number
  userId: string
  channelNo: number
  after: { time: number; seq: number } | null
  until: number
  limit: number
}

/** Examines the next messages of a channel and removes those of the person. `after`: where to continue; null at the end. */
export async function removeMessagesOf(
  tx: Sql,
  defaults: Defaults,
  { at, userId, channelNo, after, until, limit }: Search,
): Promise<{ erased: Partial<Erased>; after: { time: number; seq: number } | null }> {
  const channel = await tx.get<{ channelId: string }>(
    'select channel_id as "channelId" from channels where channel = ?',
    channelNo,
  )
  if (!channel) return { erased: {}, after: null }
  // Inside a text the quotation marks would be escaped, so this matches nothing else.
  const sender = `"sender":{"id":${JSON.stringify(userId)},`
  const found = await tx.all<SizedPosition>(
    `select message_id as "messageId", time, seq, case when instr(json, ?) > 0 then length(json) else 0 end as length
     from messages where channel = ? and (time, seq) > (?, ?) and time <= ? order by time, seq limit ${given}`,
    sender,
    channelNo,
    after?.time ?? Number.MIN_SAFE_INTEGER,
    after?.seq ?? 0,
    until,
    limit,
  )
  const looked = firstSlice(found)
  const theirs = looked.filter(({ length }) => length > 0)
  const removed = await removeMessages(tx, { channelNo, channelId: channel.channelId }, theirs, 'tombstone')
  if (theirs.length > 0) {
    const timezone = await timezoneOf(tx, channelNo, defaults)
    await countInLedger(tx, channelNo, { what: 'erased', times: theirs.map(({ time }) => time), timezone })
    const messages = theirs.map(({ messageId, time }): [string, number] => [messageId, time])
    await noteChange(tx, channelNo, at, { kind: 'unsent', messages })
  }
  const isAll = looked.length === found.length && found.length < limit
  const last = isAll ? undefined : looked.at(-1)
  if (!last) {
    await forgetInChannel(tx, channelNo, channel.channelId, userId)
    await noteUnwiped(tx)
    // Replies of others and of the bot to them look different now.
    await noteChange(tx, channelNo, at, { kind: 'reset' })
  }
  return {
    erased: { messages: theirs.length, ...removed },
    after: last ? { time: last.time, seq: last.seq } : null,
  }
}

/** Their identity is part of other people's messages and actions: those stay, without the name. */
async function forgetInChannel(tx: Sql, channelNo: number, channelId: string, userId: string): Promise<void> {
  await forgetMentions(tx, userId, channelNo)
  await tx.run(`delete from unread_events where channel_id = ? and ${ofPerson}`, channelId, userId, userId)
  for (const column of ['actor', 'target']) {
    await tx.run(`update audit set ${column} = 'erased' where channel = ? and ${column} = ?`, channelNo, userId)
  }
  await tx.run(
    "update audit set detail = replace(detail, ?, 'erased') where channel = ? and instr(detail, ?) > 0",
    userId,
    channelNo,
    userId,
  )
  await forgetSends(tx, channelNo, userId)
  // An import under way may have staged rules under their name: it starts over. Its row is locked before its edits, as in
  // `dropImports`.
  await closeImports(tx, 'channel = ?', channelNo)
  await tx.run('delete from assistant_staged where channel = ?', channelNo)
  await tx.run("update assistant_versions set actor = 'erased' where channel = ? and actor = ?", channelNo, userId)
  for (const column of ['before', 'after']) {
    await tx.run(
      `update assistant_changes set ${column} = replace(${column}, ?, 'erased') where channel = ? and instr(${column}, ?) > 0`,
      userId,
      channelNo,
      userId,
    )
  }
  await tx.run("update imports set actor = 'erased' where channel = ? and actor = ?", channelNo, userId)
  await tx.run("update rules set created_by = 'erased' where channel = ? and created_by = ?", channelNo, userId)
  await tx.run("update channels set created_by = 'erased' where channel = ? and created_by = ?", channelNo, userId)
  await tx.run(
    "update channel_settings set updated_by = 'erased' where channel = ? and updated_by = ?",
    channelNo,
    userId,
  )
  for (const column of ['config_updated_by', 'welcome_updated_by', 'group_rules_updated_by']) {
    await tx.run(`update assistants set ${column} = 'erased' where channel = ? and ${column} = ?`, channelNo, userId)
  }
}

/** People are also mentioned where they were never seen. */
export async function listMentioning(tx: Sql, userId: string): Promise<number[]> {
  const rows = await tx.all<{ channelNo: number }>(
    `select distinct channel as "channelNo" from message_details where ${mentioned} order by channel`,
    JSON.stringify(userId),
  )
  return rows.map(({ channelNo }) => channelNo)
}

export async function forgetMentions(tx: Sql, userId: string, channelNo: number): Promise<void> {
  const mentions = await tx.all<{ messageId: string; json: string }>(
    `select message_id as "messageId", json from message_details where ${mentioned} and channel = ?`,
    JSON.stringify(userId),
    channelNo,
  )
  for (const { messageId, json } of mentions) {
    await tx.run(
      'update message_details set json = ? where channel = ? and message_id = ?',
      JSON.stringify(withoutMention(JSON.parse(json), userId)),
      channelNo,
      messageId,
    )
  }
}

/** The bot's replies to them may mention them: that it replied stays, the text doesn't. */
async function forgetSends(tx: Sql, channelNo: number, userId: string): Promise<void> {
  await tx.run("update sends set user_id = null, texts = '[]' where channel = ? and user_id = ?", channelNo, userId)
  await tx.run(
    `update sends set texts = '[]', detail = replace(detail, ?, 'erased')
     where channel = ? and kind = 'welcome' and instr(detail, ?) > 0`,
    userId,
    channelNo,
    userId,
  )
}

function withoutMention(details: MessageDetails, userId: string): MessageDetails {
  const mentions = details.mentions?.map(({ userId: named, ...mention }) =>
    named === undefined || named === userId ? mention : { ...mention, userId: named },
  )
  return mentions ? { ...details, mentions } : details
}

/** Erases what belongs to no channel. Called last, and locks what others change together with keys. */
export async function erasePersonEverywhere(
  tx: Sql,
  { userId, channelId }: { userId: string; channelId: string | null },
): Promise<void> {
  if (channelId !== null) return
  await lockName(tx, 'keys')
  await forgetAccount(tx, userId)
  await tx.run(`delete from unread_events where ${ofPerson}`, userId, userId)
}
