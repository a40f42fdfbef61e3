import { partsBetween } from './months.ts'
import type { ExportFilter, ExportPart } from './records.ts'

/** A month of an export as it was planned. */
export type PlannedMonth = ExportPart & { messages: number }

type Scene = { filter: Pick<ExportFilter, 'from' | 'to'>; timezone: string }

const [separator, base] = ['_', 36]

/** The number of messages of each month, short enough for an address. A month without a part is empty. */
export function packMonths(parts: readonly PlannedMonth[], { filter, timezone }: Scene): string {
  const [first, last] = [parts[0], parts.at(-1)]
  if (!first || !last) return ''
  const counts = new Map(parts.map(({ month, messages }) => [month, messages.toString(base)]))
  const months = partsBetween({ first: first.start, last: last.end - 1 }, filter, timezone)
  return months.map(({ month }) => counts.get(month) ?? '').join(separator)
}

/** `first`: when the first of them began. */
export function unpackMonths(
  packed: string,
  { first, last }: { first: number; last: number },
  { filter, timezone }: Scene,
): PlannedMonth[] {
  const counts = packed.split(separator)
  return partsBetween({ first, last }, filter, timezone).flatMap((part, index) => {
    const count = counts[index] ?? ''
    return count === '' ? [] : [{ ...part, messages: Number.parseInt(count, base) }]
  })
}
