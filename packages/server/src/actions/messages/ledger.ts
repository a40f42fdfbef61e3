import { type GapReason, type Ledger, type LedgerDay, type QueryOf, type Routes, sizeLimits } from '@innkeeper/contract'
import { dayOf, dayRange } from '../../domain/day.ts'
import { isCovered, measureRecall } from '../../domain/messages/ledger/covering-imports.ts'
import { decideDayState } from '../../domain/messages/ledger/day-state.ts'
import { gatherGaps, knownSince, wholeSince } from '../../domain/messages/ledger/gather-gaps.ts'
import { type KnownGap, knowledge } from '../../domain/messages/ledger/known-gap.ts'
import { countRecovered } from '../../domain/messages/ledger/late-arrivals.ts'
import { overlaps, type TimeSpan } from '../../domain/messages/ledger/span.ts'
import { openFrom, visibleFrom } from '../../domain/messages/retention.ts'
import { toTimestamp } from '../../domain/timestamp.ts'
import type { Clock } from '../../ports/clock.ts'
import type { LedgerRecord } from '../../ports/ledger.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'
import { listDates } from './days.ts'

type Deps = { store: Store; clock: Clock; retentionCeilingDays: number | null }

/** What was saved on each day, and what is known to be missing. */
export async function getLedger(
  { store, clock, retentionCeilingDays }: Deps,
  grant: ChannelGrant,
  query: QueryOf<Routes['getLedger']>,
): Promise<Ledger> {
  const { channelNo, timezone } = grant.channel
  const now = clock()
  const today = dayOf(now, timezone)
  const days = listDates(query, today)
    .filter((date) => date <= today)
    .map((date): Day => ({ date, ...toSpan(dayRange(date, timezone)) }))
  const [first, last] = [days[0], days.at(-1)]
  const open = openFrom(grant)
  const readable = visibleFrom(grant, now, retentionCeilingDays)
  const span = { from: Math.max(first?.from ?? now, open), to: last?.to ?? now }
  const record = await store.readLedger(channelNo, {
    ...span,
    firstDay: first?.date ?? today,
    lastDay: last?.date ?? today,
  })
  const counts = await store.countMessages(
    channelNo,
    days.map(({ from, to }) => ({ from: Math.max(from, readable), to })),
    sizeLimits.countedADay,
  )
  const since = knownSince(record.gaps)
  const whole = wholeSince(record.gaps, now)
  // What is known of days that have expired, or that the caller can't read, is gone or not theirs to know.
  const gaps = since === undefined ? [] : gatherGaps(record.gaps, Math.max(since, open, readable), now)
  return {
    timezone,
    knownFrom: since === undefined ? null : toTimestamp(Math.max(since, open)),
    wholeSince: whole === undefined ? null : toTimestamp(Math.max(whole, open)),
    days: days.map((day, index) => {
      const messages = counts[index] ?? 0
      const own = day.to > open ? record : nothing
      // Counted by whole days, so a part of one could tell about messages that the caller can't read.
      const measured = day.from >= open ? own.imports : []
      return {
        ...describeDay(day, own, { messages, gaps, since, botSince: record.gaps.createdAt, now }),
        recall: measureRecall(day.date, measured) ?? null,
      }
    }),
  }
}

type Day = TimeSpan & { date: string }
type Scene = { messages: number; gaps: readonly KnownGap[]; since: number | undefined; botSince: number; now: number }
type DayRecord = Omit<LedgerRecord, 'gaps'>

const nothing: DayRecord = { late: [], unread: [], unsent: [], media: [], days: [], imports: [] }

function describeDay(
  day: Day,
  record: DayRecord,
  { messages, gaps, since, botSince, now }: Scene,
): Omit<LedgerDay, 'recall'> {
  const { date, from, to } = day
  const isOf = (time: number) => time >= from && time < to
  const counted = record.days.find((one) => one.day === date)
  const files = record.media.filter(({ time }) => isOf(time))
  const lost = files.filter(({ state }) => state === 'lost')
  const own = gaps.filter((gap) => overlaps({ from: gap.from, to: gap.to ?? now + 1 }, { from, to }))
  const unread = record.unread.filter(isOf)
  // Files that an imported chat history doesn't have were never sent to us.
  const isFileMissing = lost.some(({ isImported }) => !isImported)
  const described = own.map((gap) => describeGap(gap, day, { record, now }))
  const isMissing = own.length > 0 || unread.length > 0 || isFileMissing
  const isClosed =
    !isFileMissing &&
    described.every(({ covered }) => covered) &&
    unread.every((at) => isCovered({ from: at, to: at + 1 }, record.imports))
  return {
    date,
    state: decideDayState({ from, to, botSince, knownSince: since, messages, isMissing, isClosed }),
    messages,
    gaps: described,
    unread: unread.length,
    private: counted?.private ?? 0,
    mediaPending: files.length - lost.length,
    mediaLost: [...Map.groupBy(lost, ({ reason }) => reason ?? '')].map(([reason, some]) => ({
      reason,
      files: some.length,
    })),
    unsent: record.unsent.filter(isOf).length,
    expired: counted?.expired ?? 0,
    erased: counted?.erased ?? 0,
  }
}

function describeGap(
  { reason, from, to }: KnownGap,
  day: Day,
  { record: { late, imports }, now }: { record: DayRecord; now: number },
): LedgerDay['gaps'][number] {
  const ofDay = { from: Math.max(from, day.from), to: Math.min(to ?? now, day.to) }
  return {
    reason,
    from: toTimestamp(from),
    to: to === null ? null : toTimestamp(to),
    ...knowledge[reason],
    recovered: canComeLater.has(reason) ? countRecovered(late, { from, to }) : 0,
    covered: to !== null && isCovered(ofDay, imports),
  }
}

/** What was sent to a channel that saves nothing never comes. */
const canComeLater: ReadonlySet<GapReason> = new Set([
  'service-down',
  'restored',
  'unreachable',
  'switched-off',
  'refused',
  'reported',
  'events-missed',
])

function toSpan({ start, end }: { start: number; end: number }): TimeSpan {
  return { from: start, to: end }
}
