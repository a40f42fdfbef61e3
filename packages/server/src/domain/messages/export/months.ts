import { Temporal } from 'temporal-polyfill'
import { dayRange } from '../../day.ts'
import type { ExportFilter, ExportPart } from './records.ts'

/** The calendar months from the first to the last message, cut to the days of the filter. */
export function partsBetween(
  ends: { first: number; last: number },
  { from, to }: Pick<ExportFilter, 'from' | 'to'>,
  timezone: string,
): ExportPart[] {
  const start = from === null ? ends.first : Math.max(ends.first, dayRange(from, timezone).start)
  const last = to === null ? ends.last : Math.min(ends.last, dayRange(to, timezone).end - 1)
  const parts: ExportPart[] = []
  if (start > last) return parts
  const latest = monthAt(last, timezone)
  for (let month = monthAt(start, timezone); Temporal.PlainYearMonth.compare(month, latest) <= 0; ) {
    const range = monthRange(month, timezone)
    parts.push({
      month: month.toString(),
      start: from === null ? range.start : Math.max(range.start, dayRange(from, timezone).start),
      end: to === null ? range.end : Math.min(range.end, dayRange(to, timezone).end),
    })
    month = month.add({ months: 1 })
  }
  return parts
}

function monthAt(ms: number, timezone: string): Temporal.PlainYearMonth {
  const month = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone).toPlainDate().toPlainYearMonth()
  // If clocks went back over midnight, the end of the evening that came twice belongs to the next day.
  return ms < monthRange(month, timezone).end ? month : month.add({ months: 1 })
}

function monthRange(month: Temporal.PlainYearMonth, timezone: string): { start: number; end: number } {
  const first = (of: Temporal.PlainYearMonth) => dayRange(of.toPlainDate({ day: 1 }).toString(), timezone).start
  return { start: first(month), end: first(month.add({ months: 1 })) }
}
