import { dayOf } from '../../../../domain/day.ts'
import { forEachRow, rowList } from '../../row-list.ts'
import type { Defaults, Sql } from '../../sql.ts'

/** Adds messages to the counts of the days they were sent on. The caller has locked the channel. */
export async function countInLedger(
  tx: Sql,
  channelNo: number,
  { what, times, timezone }: { what: 'private_messages' | 'expired' | 'erased'; times: number[]; timezone: string },
): Promise<void> {
  if (times.length === 0) return
  const days = Map.groupBy(times, (time) => dayOf(time, timezone))
  const rows = rowList([...days].map(([day, some]) => [day, some.length]))
  await tx.run(countTexts[what][tx.engine], channelNo, rows)
}

/** The channel's own, or the one of the server. */
export async function timezoneOf(tx: Sql, channelNo: number, { timezone }: Defaults): Promise<string> {
  const row = await tx.get<{ timezone: string | null }>(
    'select timezone from channel_settings where channel = ?',
    channelNo,
  )
  return row?.timezone ?? timezone
}

/** Counts messages that arrived late, by the minute they were sent in. */
export async function countLate(tx: Sql, channelNo: number, minutes: ReadonlyMap<number, number>): Promise<void> {
  if (minutes.size > 0) await tx.run(countLateText[tx.engine], channelNo, rowList([...minutes].map((pair) => pair)))
}

/** When two channels become one. */
export async function mergeLedger(tx: Sql, { from, into }: { from: number; into: number }): Promise<void> {
  await tx.run(
    `insert into ledger_days (channel, day, private_messages, expired, erased)
     select cast(? as bigint), day, private_messages, expired, erased from ledger_days where channel = ?
     on conflict (channel, day) do update set ${['private_messages', 'expired', 'erased'].map(plus).join(', ')}`,
    into,
    from,
  )
  await tx.run(
    `insert into late_arrivals (channel, minute, messages) select cast(? as bigint), minute, messages from late_arrivals
     where channel = ? on conflict (channel, minute) do update set messages = late_arrivals.messages + excluded.messages`,
    into,
    from,
  )
}

const countTexts = {
  private_messages: countDays('private_messages'),
  expired: countDays('expired'),
  erased: countDays('erased'),
}

function countDays(what: string) {
  return forEachRow(
    (rows) => `insert into ledger_days (channel, day, ${what})
      select cast(? as bigint), l.value ->> 0, cast(l.value ->> 1 as bigint) from ${rows} where true
      on conflict (channel, day) do update set ${plus(what)}`,
  )
}

function plus(what: string): string {
  return `${what} = ledger_days.${what} + excluded.${what}`
}

const countLateText = forEachRow(
  (rows) => `insert into late_arrivals (channel, minute, messages)
    select cast(? as bigint), cast(l.value ->> 0 as bigint), cast(l.value ->> 1 as bigint) from ${rows} where true
    on conflict (channel, minute) do update set messages = late_arrivals.messages + excluded.messages`,
)
