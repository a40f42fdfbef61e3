import { invalid } from '../../../domain/refusal.ts'
import { addErased, type Erased, type LedgerEntry, nothingErased, subjectOf } from '../../../domain/storage/erasure.ts'
import type { CommandOf, ErasureNotice, ErasureProgress } from '../../../ports/commands.ts'
import { dropChannelSlice, hideChannel } from '../channels/erase-channel.ts'
import { accessScene } from '../members/authority.ts'
import { given, type Sql } from '../sql.ts'
import { erasePersonEverywhere, hidePerson, listPeople, removeMessagesOf } from './erase-person.ts'

/** What remains to be done for an erasure. The ids are stored only here, and only until it is finished. */
type Work =
  | { kind: 'channel'; channelNo: number }
  | {
      kind: 'person'
      userId: string
      /** Null: everywhere. */
      channelId: string | null
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

/** Undefined if nothing is known about the person, so that there is nothing to erase. */
export async function beginPerson(
  tx: Sql,
  asked: { at: number; userId: string; channelId: string | null; notify: ErasureNotice | null; isRepeat?: true },
): Promise<number | undefined> {
  const { at, userId, channelId } = asked
  const hidden = await hidePerson(tx, asked)
  if (!hidden) return undefined
  const entry: LedgerEntry = {
    kind: 'person',
    subject: subjectOf(userId),
    channelSubject: channelId === null ? null : subjectOf(channelId),
    at,
  }
  let counts: Erased = { ...nothingErased, members: hidden.members }
  for (const own of hidden.privateChats) {
    counts = addErased(counts, await beginChannel(tx, { ...own, at, leave: false }))
  }
  const work: Work = {
    kind: 'person',
    userId,
    channelId,
    channels: hidden.channels,
    after: null,
    until: asked.isRepeat ? at : Math.max(at, hidden.lastTime),
    notify: asked.notify,
  }
  return await note(tx, entry, counts, work)
}

async function beginChannel(
  tx: Sql,
  { channelNo, channelId, at, leave }: { channelNo: number; channelId: string; at: number; leave: boolean },
): Promise<Erased> {
  const erased = await hideChannel(tx, { channelNo, channelId, at, leave })
  const entry: LedgerEntry = { kind: 'channel', subject: subjectOf(channelId), channelSubject: null, at }
  await note(tx, entry, erased, { kind: 'channel', channelNo })
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

/** Oldest first; one that has to wait doesn't block the others. */
export async function continueErasure(tx: Sql, command: CommandOf<'continue-erasure'>): Promise<ErasureProgress> {
  const open = await tx.all<Row>(
    `select erasure_id, kind, subject, channel_subject, at, counts, work from erasures
     where finished_at is null order by erasure_id limit ${given}`,
    100,
  )
  for (const row of open) {
    const progress = await goOn(tx, row, command)
    if (progress) return progress
  }
  return { kind: open.length > 0 ? 'waiting' : 'idle' }
}

/** Undefined if it has to wait. */
async function goOn(
  tx: Sql,
  row: Row,
  { at, limit }: CommandOf<'continue-erasure'>,
): Promise<ErasureProgress | undefined> {
  const work: Work = JSON.parse(row.work)
  const counts: Erased = JSON.parse(row.counts)
  if (work.kind === 'channel') {
    const left = await dropChannelSlice(tx, work.channelNo, limit)
    if (left === 'waiting') return undefined
    return left === 'more' ? { kind: 'going-on' } : await finish(tx, row, counts, at, null)
  }
  const [channelNo, ...others] = work.channels
  if (channelNo === undefined) {
    await erasePersonEverywhere(tx, work)
    return await finish(tx, row, counts, at, work.notify)
  }
  const slice = await removeMessagesOf(tx, { ...work, at, channelNo, until: work.until ?? row.at, limit })
  const next: Work = slice.after ? { ...work, after: slice.after } : { ...work, channels: others, after: null }
  await tx.run(
    'update erasures set counts = ?, work = ? where erasure_id = ?',
    JSON.stringify(addErased(counts, slice.erased)),
    JSON.stringify(next),
    row.erasure_id,
  )
  return { kind: 'going-on' }
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
