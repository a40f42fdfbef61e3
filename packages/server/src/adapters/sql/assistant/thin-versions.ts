import { type AssistantLimits, standardLimits } from '../../../domain/assistant/rules/assistant-limits.ts'
import { bytesOf } from '../../../domain/assistant/rules/assistant-plan.ts'
import {
  decideThinning,
  mergeEdits,
  mostOldest,
  type ThinnableVersion,
  type VersionTotals,
} from '../../../domain/assistant/rules/version-thinning.ts'
import type { CommandOf, ResultOf } from '../../../ports/commands.ts'
import { type Defaults, given, lockChannel, type Sql } from '../sql.ts'
import { type EditRow, editColumns, toEdit } from './assistant-version-reads.ts'

/** Channels examined in one commit. */
const channelsAtOnce = 100

export async function thinVersions(
  tx: Sql,
  { of, limit }: CommandOf<'thin-versions'>,
  defaults: Defaults,
): Promise<ResultOf<'thin-versions'>> {
  if ('channelId' in of) {
    const row = await tx.get<{ channel: number }>('select channel from channels where channel_id = ?', of.channelId)
    if (!row) return { after: null }
    await lockChannel(tx, row.channel)
    return { after: (await thinOnce(tx, defaults, row.channel, limit)) ? row.channel : null }
  }
  const channels = await listFullest(tx, of.after)
  const next = channels.find((one) => isDue(one, defaults.limits ?? standardLimits))
  if (!next) return { after: channels.length < channelsAtOnce ? null : (channels.at(-1)?.channel ?? null) }
  await lockChannel(tx, next.channel)
  // Repeated until nothing is left to do there. A channel that can't be thinned any further is skipped.
  const hasMore = await thinOnce(tx, defaults, next.channel, limit)
  return { after: hasMore ? next.channel - 1 : next.channel }
}

/** One step; false if there is nothing to do. Every step leaves each remaining version as it was. */
export async function thinOnce(
  tx: Sql,
  { limits = standardLimits }: Defaults,
  channelNo: number,
  limit: number,
): Promise<boolean> {
  const step = decideThinning(await listOldest(tx, channelNo), await loadTotals(tx, channelNo), limits)
  if (step.kind === 'none') return false
  if (step.kind === 'thin') await setThinned(tx, channelNo, step.version)
  else if (step.kind === 'drop') await dropEdits(tx, channelNo, step.version, limit)
  else await mergeVersion(tx, channelNo, step, limit)
  // Clients that read edits page by page have to start over.
  await tx.run('update assistants set thinnings = thinnings + 1 where channel = ?', channelNo)
  return true
}

type Fullness = { channel: number; shown: number; bytes: number }

async function listFullest(tx: Sql, after: number): Promise<Fullness[]> {
  return await tx.all<Fullness>(
    `select channel, count(*) - sum(is_thinned) as shown, sum(size_bytes) as bytes
     from assistant_versions where channel > ? group by channel order by channel limit ${given}`,
    after,
    channelsAtOnce,
  )
}

function isDue({ shown, bytes }: Fullness, limits: AssistantLimits): boolean {
  return shown > limits.versions || bytes > limits.versionBytes
}

async function listOldest(tx: Sql, channelNo: number): Promise<ThinnableVersion[]> {
  const rows = await tx.all<Omit<ThinnableVersion, 'isThinned'> & { thinned: number }>(
    `select version, label, is_thinned as thinned from assistant_versions where channel = ? order by version limit ${given}`,
    channelNo,
    mostOldest,
  )
  return rows.map(({ thinned, ...one }) => ({ ...one, isThinned: thinned === 1 }))
}

async function loadTotals(tx: Sql, channelNo: number): Promise<VersionTotals> {
  const row = await tx.get<{ [Name in keyof VersionTotals]: number | null }>(
    `select count(*) - sum(is_thinned) as shown, sum(size_bytes) as bytes, max(version) as newest from assistant_versions
     where channel = ?`,
    channelNo,
  )
  return { shown: row?.shown ?? 0, bytes: row?.bytes ?? 0, newest: row?.newest ?? 0 }
}

async function setThinned(tx: Sql, channelNo: number, version: number): Promise<void> {
  await tx.run('update assistant_versions set is_thinned = 1 where channel = ? and version = ?', channelNo, version)
}

async function dropEdits(tx: Sql, channelNo: number, version: number, limit: number): Promise<void> {
  const areAll = await deleteEdits(tx, channelNo, version, limit)
  if (areAll) await dropVersion(tx, channelNo, version)
}

/** Higher than any position, and still within the column's range in PostgreSQL, or it couldn't be compared. */
const aboveAll = 2 ** 31 - 1

/** Deletes the first ones, as a range: without statistics a server would compare every row with every item of a list. */
export async function deleteEdits(tx: Sql, channelNo: number, version: number, limit: number): Promise<boolean> {
  const next = await tx.get<{ ordinal: number }>(
    `select ordinal from assistant_changes where channel = ? and version = ? order by ordinal limit 1 offset ${given}`,
    channelNo,
    version,
    limit,
  )
  await tx.run(
    'delete from assistant_changes where channel = ? and version = ? and ordinal < ?',
    channelNo,
    version,
    next?.ordinal ?? aboveAll,
  )
  return next === undefined
}

async function dropVersion(tx: Sql, channelNo: number, version: number): Promise<void> {
  await tx.run('delete from assistant_versions where channel = ? and version = ?', channelNo, version)
}

type Key = { ordinal: number; part: string; rule_id: string | null }

/** Neither version is shown, so only their combined effect matters, and each edit can be moved separately. */
async function mergeVersion(
  tx: Sql,
  channelNo: number,
  { version, into }: { version: number; into: number },
  limit: number,
): Promise<void> {
  const moved = await tx.all<EditRow>(
    `select ${editColumns} from assistant_changes where channel = ? and version = ? order by ordinal limit ${given}`,
    channelNo,
    version,
    limit,
  )
  const there = await tx.all<Key>(
    'select ordinal, part, rule_id from assistant_changes where channel = ? and version = ? order by ordinal',
    channelNo,
    into,
  )
  const places = new Map(there.map((key) => [nameOf(key), key.ordinal]))
  let last = there.at(-1)?.ordinal ?? -1
  let [left, added] = [0, 0]
  for (const row of moved) {
    await deleteEdit(tx, channelNo, version, row.ordinal)
    left += bytesOf(row)
    const ordinal = places.get(nameOf(row))
    if (ordinal === undefined) added += await insertEdit(tx, channelNo, { ...row, version: into, ordinal: ++last })
    else added += await mergeInto(tx, channelNo, { version: into, ordinal }, row)
  }
  const resize = 'update assistant_versions set size_bytes = size_bytes + ? where channel = ? and version = ?'
  await tx.run(resize, added, channelNo, into)
  await tx.run(resize, -left, channelNo, version)
  if (moved.length < limit) await dropVersion(tx, channelNo, version)
}

function nameOf({ part, rule_id }: Pick<Key, 'part' | 'rule_id'>): string {
  return `${part} ${rule_id ?? ''}`
}

/** Returns by how much the older edit grew. */
async function mergeInto(
  tx: Sql,
  channelNo: number,
  older: { version: number; ordinal: number },
  newer: EditRow,
): Promise<number> {
  const row = await tx.get<EditRow>(
    `select ${editColumns} from assistant_changes where channel = ? and version = ? and ordinal = ?`,
    channelNo,
    older.version,
    older.ordinal,
  )
  if (!row) throw new Error('The edit to merge does not exist')
  await deleteEdit(tx, channelNo, older.version, older.ordinal)
  const merged = mergeEdits(toEdit(row), toEdit(newer))
  if (!merged) return -bytesOf(row)
  const { question, before, after } = merged
  const written = await insertEdit(tx, channelNo, {
    ...row,
    question,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  })
  return written - bytesOf(row)
}

async function deleteEdit(tx: Sql, channelNo: number, version: number, ordinal: number): Promise<void> {
  await tx.run(
    'delete from assistant_changes where channel = ? and version = ? and ordinal = ?',
    channelNo,
    version,
    ordinal,
  )
}

async function insertEdit(tx: Sql, channelNo: number, row: EditRow): Promise<number> {
  await tx.run(
    `insert into assistant_changes (channel, version, ordinal, part, rule_id, question, before, after)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
    channelNo,
    row.version,
    row.ordinal,
    row.part,
    row.rule_id,
    row.question,
    row.before,
    row.after,
  )
  return bytesOf(row)
}
