import type { HappeningWord } from '@innkeeper/contract'
import type { ImportOutcome } from '../../../../domain/imports/import-preview.ts'
import type { CoveringImport } from '../../../../domain/messages/ledger/covering-imports.ts'
import { type GapFacts, wholeSince } from '../../../../domain/messages/ledger/gather-gaps.ts'
import type { KnownGap } from '../../../../domain/messages/ledger/known-gap.ts'
import type { LedgerRecord } from '../../../../ports/ledger.ts'
import { backupEnabled } from '../../channels/channel-reads.ts'
import { type Defaults, given, type Reader, type Sql } from '../../sql.ts'
import { timezoneOf } from './count-in-ledger.ts'

/** Of one channel at most, the latest. Someone who turns something on and off all day doesn't make every page slow. */
const most = 10_000

/** Everything that tells when messages of a channel may be missing, from `from` on. */
async function readGapFacts(sql: Reader, channelNo: number, from: number): Promise<GapFacts> {
  const channel = await sql.get<{
    channelId: string
    platform: string
    createdAt: number
    present: number
    disabled: number
    backedUp: number
  }>(
    `select c.channel_id as "channelId", c.platform, c.created_at as "createdAt", c.bot_present as present,
       c.owner_disabled as disabled, ${backupEnabled} as "backedUp"
     from channels c join channel_settings cs on cs.channel = c.channel where c.channel = ?`,
    channelNo,
  )
  if (!channel) throw new Error(`Channel ${channelNo} is gone`)
  const latest = await sql.all<{ time: number; what: HappeningWord; since: number | null }>(
    `select time, what, since from happenings where channel = ? and user_id = '' and what in (${whats})
     order by time desc, seq desc limit ${given}`,
    channelNo,
    most,
  )
  const unread = await sql.get<{ at: number | null }>(
    'select max(at) as at from unread_events where channel_id = ?',
    channel.channelId,
  )
  return {
    createdAt: channel.createdAt,
    serviceSpans: await listServiceSpans(sql),
    absences: await listAbsences(sql, channel.platform, from),
    happenings: latest.reverse(),
    now: { botPresent: channel.present === 1, ownerDisabled: channel.disabled === 1, backedUp: channel.backedUp === 1 },
    lastUnreadAt: unread?.at ?? null,
  }
}

const whats = ['bot-added', 'bot-removed', 'backup-on', 'backup-off', 'enabled', 'disabled', 'events-missed']
  .map((what) => `'${what}'`)
  .join(', ')

export async function listServiceSpans(sql: Reader): Promise<{ beganAt: number; seenAt: number }[]> {
  return await sql.all('select began_at as "beganAt", seen_at as "seenAt" from service_spans order by began_at')
}

/** `platform`: null for all of them. Restores concern all platforms, and a copy can be started long after it was made. */
export async function listAbsences(sql: Reader, platform: string | null, from: number): Promise<KnownGap[]> {
  const latest = await sql.all<KnownGap>(
    `select reason, began_at as "from", ended_at as "to" from absences
     where platform = '' or (platform = coalesce(cast(? as text), platform) and (ended_at is null or ended_at > ?))
     order by began_at desc limit ${given}`,
    platform,
    from,
    most,
  )
  return latest.reverse()
}

/** Since when nothing is known to be missing; undefined if something is missing now, or nothing is known. */
export async function findWholeSince(
  tx: Sql,
  defaults: Defaults,
  channelNo: number,
  at: number,
): Promise<{ since: number; timezone: string } | undefined> {
  const since = wholeSince(await readGapFacts(tx, channelNo, 0), at)
  return since === undefined ? undefined : { since, timezone: await timezoneOf(tx, channelNo, defaults) }
}

/** The facts of a channel's days, from the first to the last. */
export async function readLedger(
  sql: Reader,
  channelNo: number,
  { from, to, firstDay, lastDay }: { from: number; to: number; firstDay: string; lastDay: string },
): Promise<LedgerRecord> {
  const span = [channelNo, from, to] as const
  const during = 'channel = ? and time >= ? and time < ?'
  const gaps = await readGapFacts(sql, channelNo, from)
  const late = await sql.all<{ minute: number; messages: number }>(
    'select minute, messages from late_arrivals where channel = ? and minute >= ? and minute < ? order by minute',
    ...span,
  )
  const unread = await sql.all<{ at: number }>(
    `select u.at from channels c join unread_events u on u.channel_id = c.channel_id
     where c.channel = ? and u.at >= ? and u.at < ? limit ${given}`,
    ...span,
    most,
  )
  const unsent = await sql.all<{ time: number }>(`select time from gaps where ${during} limit ${given}`, ...span, most)
  const media = await sql.all<{ time: number; state: 'pending' | 'lost'; reason: string | null; imported: number }>(
    `select time, state, reason, case when exists (
       select 1 from import_rows r where r.channel = media.channel and r.message_id = media.message_id) then 1 else 0 end as imported
     from media where ${during} and state <> 'stored' limit ${given}`,
    ...span,
    most,
  )
  const days = await sql.all<{ day: string; private: number; expired: number; erased: number }>(
    `select day, private_messages as private, expired, erased from ledger_days
     where channel = ? and day between ? and ?`,
    channelNo,
    firstDay,
    lastDay,
  )
  return {
    gaps,
    late,
    unread: unread.map(({ at }) => at),
    unsent: unsent.map(({ time }) => time),
    media: media.map(({ imported, ...file }) => ({ ...file, isImported: imported === 1 })),
    days,
    imports: await listCoveringImports(sql, channelNo, { from, to, firstDay, lastDay }),
  }
}

/** An import that is undone isn't `done` any more from the moment that the undo begins. */
async function listCoveringImports(
  sql: Reader,
  channelNo: number,
  { from, to, firstDay, lastDay }: { from: number; to: number; firstDay: string; lastDay: string },
): Promise<CoveringImport[]> {
  // The days of an outcome are only needed if it has some of this time.
  const rows = await sql.all<{ firstAt: number; lastAt: number; here: number | null; outcome: string | null }>(
    `select first_at as "firstAt", last_at as "lastAt", here,
       case when first_at < ? and last_at >= ? then outcome end as outcome
     from imports where channel = ? and state = 'done' and first_at is not null and last_at is not null`,
    to + dayMs,
    from - dayMs,
    channelNo,
  )
  return rows.map(({ firstAt, lastAt, here, outcome }) => {
    const { days = [] }: Partial<ImportOutcome> = JSON.parse(outcome ?? '{}')
    const shown = days.filter(({ day }) => day >= firstDay && day <= lastDay)
    return { span: { from: firstAt, to: lastAt }, here: here ?? 0, days: shown }
  })
}

const dayMs = 24 * 60 * 60_000
