import { isOperatorAccount } from '../../../domain/accounts/operator-account.ts'
import { invalid, Refusal } from '../../../domain/refusal.ts'
import { addErased, type Erased, type LedgerEntry, nothingErased, subjectOf } from '../../../domain/storage/erasure.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import type { ErasureNotice, ErasureProgress } from '../../../ports/storage/erasing.ts'
import { getProfile } from '../accounts/account-reads.ts'
import { dropChannelSlice, hideChannel } from '../channels/erase-channel.ts'
import { listFormerIds } from '../channels/moving/former-ids.ts'
import { accessKey, accessScene } from '../members/authority.ts'
import { type Defaults, given, type Sql, tryLockChannel } from '../sql.ts'
import {
  erasePersonEverywhere,
  findTraces,
  forgetAccount,
  forgetMentions,
  hideMember,
  listMentioning,
  listMissed,
  listPeople,
  type PrivateChat,
  removeMessagesOf,
} from './erase-person.ts'
import { isBeingErased } from './past-erasures.ts'

/** What remains to be done for an erasure. The ids are stored only here, and only until it is finished. */
type Work =
  | { kind: 'channel'; channelNo: number }
  | {
      kind: 'person'
      userId: string
      /** Null: everywhere. */
      channelId: string | null
      /** Private chats that still have to be erased, and channels where the person is still a member; one by one, see `goOn`. */
      privateChats?: PrivateChat[]
      visibleIn?: number[]
      /** Whether channels that were missed at the beginning have been added. */
      isChecked?: true
      /** Channels where others mention them. Absent until the rest is done. */
      mentionedIn?: number[]
      /** The remaining channels, and the position in the first of them. */
      channels: number[]
      after: { time: number; seq: number } | null
      /** Later messages stay. Absent in work of an earlier version: the time of the erasure. */
      until?: number
      notify: ErasureNotice | null
    }

export async function deleteChannel(tx: Sql, command: CommandOf<'delete-channel'>): Promise<Erased> {
  const { channelNo } = await accessScene(tx, command)
  const channel = await tx.get<{ name: string }>('select name from channels where channel = ?', channelNo)
  if (command.confirm !== channel?.name) {
    throw invalid(`confirm must be the channel's name, ${JSON.stringify(channel?.name ?? '')}, to delete it`)
  }
  return await beginChannel(tx, { channelNo, channelId: command.channelId, at: command.at, leave: true })
}

export async function erasePerson(tx: Sql, command: CommandOf<'erase-person'>): Promise<{ erasureId: number }> {
  const { at, userId, channelId } = command
  const erasureId = await beginPerson(tx, { at, userId, channelId, notify: null })
  if (erasureId === undefined) {
    throw invalid(
      channelId === null
        ? `No data found for a person with the ID ${userId}`
        : `No data found for a person with the ID ${userId} in the channel ${channelId}`,
    )
  }
  return { erasureId }
}

export async function eraseSelf(tx: Sql, { by, at, confirm }: CommandOf<'erase-self'>): Promise<{ erasureId: number }> {
  await accessKey(tx, by, at)
  if (by.kind !== 'caller') throw new Refusal('permission-denied')
  const { userId } = by
  if (isOperatorAccount(userId))
    throw invalid('An operator account is not a person in a chat, so there is nothing to erase')
  const { displayName } = await getProfile(tx, userId)
  if (confirm.trim() !== (displayName ?? userId).trim()) {
    throw invalid(`confirm must be your display name, ${JSON.stringify(displayName ?? userId)}, to erase yourself`)
  }
  const isBegun = await isBeingErased(tx, userId)
  const erasureId = isBegun ? undefined : await beginPerson(tx, { at, userId, channelId: null, notify: null })
  if (erasureId === undefined) throw invalid('You are being erased already')
  return { erasureId }
}

/** Undefined if nothing is known about the person, so that there is nothing to erase. */
export async function beginPerson(
  tx: Sql,
  asked: {
    at: number
    userId: string
    channelId: string | null
    notify: ErasureNotice | null
    isRepeat?: true
    /** A channel that the caller has locked. */
    lockedNo?: number
  },
): Promise<number | undefined> {
  const { at, userId, channelId } = asked
  const traces = await findTraces(tx, asked)
  if (!traces) return undefined
  if (channelId === null) await forgetAccount(tx, userId)
  const entry: LedgerEntry = {
    kind: 'person',
    subject: subjectOf(userId),
    channelSubject: channelId === null ? null : subjectOf(channelId),
    at,
  }
  // SQLite has a single writer, so everything can be hidden at once. On PostgreSQL, each channel has to be locked, and one that
  // is busy must not keep the others locked. So only what is locked already is hidden now, and the rest one by one.
  const isLocked = ({ channelNo }: { channelNo: number }) => tx.engine === 'sqlite' || channelNo === asked.lockedNo
  const [now, later] = [true, false].map((isNow) => traces.privateChats.filter((chat) => isLocked(chat) === isNow))
  let counts: Erased = nothingErased
  for (const own of now ?? []) counts = addErased(counts, await beginChannel(tx, { ...own, at, leave: false }))
  const visibleIn = tx.engine === 'sqlite' ? [] : traces.channels
  if (tx.engine === 'sqlite') {
    for (const channelNo of traces.channels) {
      if (await hideMember(tx, { channelNo, userId, at })) counts = addErased(counts, { members: 1 })
    }
  }
  const work: Work = {
    kind: 'person',
    userId,
    channelId,
    privateChats: later ?? [],
    visibleIn,
    channels: traces.channels,
    after: null,
    until: asked.isRepeat ? at : Math.max(at, traces.lastTime),
    notify: asked.notify,
  }
  const formerIds = channelId === null ? [] : await listFormerIds(tx, traces.channels[0])
  for (const id of formerIds) await note(tx, { ...entry, channelSubject: subjectOf(id) }, nothingErased, null)
  return await note(tx, entry, counts, work)
}

async function beginChannel(
  tx: Sql,
  { channelNo, channelId, at, leave }: { channelNo: number; channelId: string; at: number; leave: boolean },
): Promise<Erased> {
  const formerIds = await listFormerIds(tx, channelNo)
  const erased = await hideChannel(tx, { channelNo, channelId, at, leave })
  const entry: LedgerEntry = { kind: 'channel', subject: subjectOf(channelId), channelSubject: null, at }
  await note(tx, entry, erased, { kind: 'channel', channelNo })
  // Events, and older snapshots, may use any ID of the chat.
  for (const id of formerIds) await note(tx, { ...entry, subject: subjectOf(id) }, nothingErased, null)
  return erased
}

/** Repeats the erasures in the ledger that this store doesn't know. */
export async function repeatErasures(tx: Sql, { entries }: CommandOf<'repeat-erasures'>): Promise<number> {
  const people = bySubject(await listPeople(tx))
  const rows = await tx.all<{ id: string }>('select channel_id as id from channels')
  const channels = bySubject(rows.map(({ id }) => id))
  let repeated = 0
  for (const entry of entries) {
    if (await isKnown(tx, entry)) continue
    repeated++
    const { at } = entry
    if (entry.kind === 'channel') {
      const channelId = channels.get(entry.subject)
      const row = await tx.get<{ channel: number }>(
        'select channel from channels where channel_id = ? and created_at <= ?',
        channelId ?? null,
        at,
      )
      if (channelId !== undefined && row) {
        await beginChannel(tx, { channelNo: row.channel, channelId, at, leave: false })
        continue
      }
    } else {
      const userId = people.get(entry.subject)
      const channelId = entry.channelSubject === null ? null : channels.get(entry.channelSubject)
      const isBegun =
        userId !== undefined &&
        channelId !== undefined &&
        (await beginPerson(tx, { at, userId, channelId, notify: null, isRepeat: true })) !== undefined
      if (isBegun) continue
    }
    // Nothing of it is stored here. It is noted, so that late events don't bring it in.
    await note(tx, entry, nothingErased, null)
  }
  return repeated
}

function bySubject(ids: string[]): Map<string, string> {
  return new Map(ids.map((id) => [subjectOf(id), id]))
}

async function isKnown(tx: Sql, { kind, subject, channelSubject, at }: LedgerEntry): Promise<boolean> {
  const row = await tx.get(
    'select 1 from erasures where kind = ? and subject = ? and coalesce(channel_subject, ?) = ? and at = ?',
    kind,
    subject,
    '',
    channelSubject ?? '',
    at,
  )
  return row !== undefined
}

async function note(tx: Sql, entry: LedgerEntry, counts: Erased, work: Work | null): Promise<number> {
  const [row] = await tx.returning<{ erasureId: number }>(
    `insert into erasures (kind, subject, channel_subject, at, finished_at, counts, work)
     values (?, ?, ?, ?, ?, ?, ?) returning erasure_id as "erasureId"`,
    entry.kind,
    entry.subject,
    entry.channelSubject,
    entry.at,
    work === null ? entry.at : null,
    JSON.stringify(counts),
    work === null ? null : JSON.stringify(work),
  )
  if (!row) throw new Error('The recorded erasure has no number')
  return row.erasureId
}

type Row = {
  erasure_id: number
  kind: LedgerEntry['kind']
  subject: string
  channel_subject: string | null
  at: number
  counts: string
  work: string
}

/**
 * The oldest person first, then channels. One that has to wait doesn't block the others. Of several nodes, each continues with another one.
 * Channels that someone else has locked are passed over.
 */
export async function continueErasure(
  tx: Sql,
  command: CommandOf<'continue-erasure'>,
  defaults: Defaults,
): Promise<ErasureProgress> {
  const open = await tx.all<Row>(
    `select erasure_id, kind, subject, channel_subject, at, counts, work from erasures
     where finished_at is null order by erasure_id limit ${given}${tx.engine === 'sqlite' ? '' : ' for update skip locked'}`,
    100,
  )
  const channelOf = ({ work }: Row): number => {
    const parsed: Work = JSON.parse(work)
    return parsed.kind === 'channel' ? parsed.channelNo : 0
  }
  let isLocked = false
  for (const row of open.toSorted((one, other) => channelOf(one) - channelOf(other))) {
    const progress = await goOn(tx, row, command, defaults)
    if (progress === 'locked') isLocked = true
    else if (progress) return progress
  }
  if (isLocked) return { kind: 'locked' }
  return { kind: open.length > 0 ? 'waiting' : 'idle' }
}

/** Undefined if it has to wait. `locked`: for someone who is writing to its channel, which no one else's erasure waits for. */
async function goOn(
  tx: Sql,
  row: Row,
  { at, limit }: CommandOf<'continue-erasure'>,
  defaults: Defaults,
): Promise<ErasureProgress | 'locked' | undefined> {
  const work = await followMerges(tx, JSON.parse(row.work))
  const counts: Erased = JSON.parse(row.counts)
  if (work.kind === 'channel') {
    if (!(await tryLockChannel(tx, work.channelNo))) return 'locked'
    const left = await dropChannelSlice(tx, work.channelNo, limit)
    if (left === 'waiting') return undefined
    return left === 'more' ? { kind: 'going-on' } : await finish(tx, row, counts, at, null)
  }
  const until = work.until ?? row.at
  const save = async (next: Work, erased: Partial<Erased> = {}): Promise<ErasureProgress> => {
    const text = 'update erasures set counts = ?, work = ? where erasure_id = ?'
    await tx.run(text, JSON.stringify(addErased(counts, erased)), JSON.stringify(next), row.erasure_id)
    return { kind: 'going-on' }
  }
  const [chat, ...otherChats] = work.privateChats ?? []
  if (chat) {
    if (!(await tryLockChannel(tx, chat.channelNo))) return 'locked'
    const erased = await beginChannel(tx, { ...chat, at: row.at, leave: false })
    return await save({ ...work, privateChats: otherChats }, erased)
  }
  const [visibleNo, ...othersVisible] = work.visibleIn ?? []
  if (visibleNo !== undefined) {
    if (!(await tryLockChannel(tx, visibleNo))) return 'locked'
    const isMember = await hideMember(tx, { channelNo: visibleNo, userId: work.userId, at })
    return await save({ ...work, visibleIn: othersVisible }, isMember ? { members: 1 } : {})
  }
  const [channelNo, ...others] = work.channels
  if (channelNo !== undefined) {
    if (!(await tryLockChannel(tx, channelNo))) return 'locked'
    const slice = await removeMessagesOf(tx, defaults, { ...work, at, channelNo, until, limit })
    return await save(
      slice.after ? { ...work, after: slice.after } : { ...work, channels: others, after: null },
      slice.erased,
    )
  }
  const missed = work.isChecked ? [] : await listMissed(tx, work.userId, work.channelId, until)
  if (missed.length > 0)
    return await save({ ...work, visibleIn: missed, channels: missed, after: null, isChecked: true })
  const [mentionedNo, ...othersMentioned] = work.mentionedIn ?? []
  if (mentionedNo !== undefined) {
    if (!(await tryLockChannel(tx, mentionedNo))) return 'locked'
    await forgetMentions(tx, work.userId, mentionedNo)
    return await save({ ...work, mentionedIn: othersMentioned })
  }
  if (work.channelId === null && !work.mentionedIn) {
    const mentionedIn = await listMentioning(tx, work.userId)
    if (mentionedIn.length > 0) return await save({ ...work, mentionedIn })
  }
  await erasePersonEverywhere(tx, work)
  return await finish(tx, row, counts, at, work.notify)
}

/** Two channels of one chat may have become one since: what is being erased in the second is looked for in the first. */
async function followMerges(tx: Sql, work: Work): Promise<Work> {
  if (work.kind !== 'person') return work
  const rows = await tx.all<{ merged: number; channel: number }>(
    'select merged, channel from chat_moves where merged is not null',
  )
  const merged = new Map(rows.map((row) => [row.merged, row.channel]))
  const follow = (numbers: number[]) => numbers.map((no) => merged.get(no) ?? no)
  const isFirst = work.channels.slice(0, 1).some((no) => merged.has(no))
  return {
    ...work,
    channels: follow(work.channels),
    after: isFirst ? null : work.after,
    ...(work.visibleIn && { visibleIn: follow(work.visibleIn) }),
    ...(work.mentionedIn && { mentionedIn: follow(work.mentionedIn) }),
  }
}

async function finish(
  tx: Sql,
  row: Row,
  erased: Erased,
  at: number,
  notify: ErasureNotice | null,
): Promise<ErasureProgress> {
  const { erasure_id: erasureId, kind, subject, channel_subject: channelSubject } = row
  await tx.run('update erasures set finished_at = ?, work = null where erasure_id = ?', at, erasureId)
  return { kind: 'finished', erasureId, erased, entry: { kind, subject, channelSubject, at: row.at }, notify }
}
