import type { ExportFormatName } from '@innkeeper/contract'
import { dayOf, dayRange } from '../../day.ts'
import { invalid } from '../../refusal.ts'
import { exportFormats } from './formats.ts'
import type { ExportFilter, ExportPart } from './records.ts'

type OnePage = { name: ExportFormatName; path: string; mostBytes: number }

/** The chosen format that is a single file. It has all months in one part, so it can't be combined with others. */
export function findOnePage(formats: readonly ExportFormatName[]): OnePage | undefined {
  const found = formats.flatMap((name) => {
    const { onePage } = exportFormats[name]
    return onePage ? [{ name, ...onePage }] : []
  })
  const [first] = found
  if (first && formats.length > 1) {
    throw invalid(`${first.name} can't be combined with other formats; export it on its own`)
  }
  return first
}

/**
 * All months as one part, named after the first. Without messages there is a part, too, whose page says that there are none: of the
 * chosen days, or of the day when the channel was created.
 */
export function joinParts(
  parts: readonly ExportPart[],
  { from, to }: Pick<ExportFilter, 'from' | 'to'>,
  { timezone, createdAt }: { timezone: string; createdAt: number },
): ExportPart {
  const [first, last] = [parts[0], parts.at(-1)]
  if (first && last) return { ...first, end: last.end }
  const created = dayOf(createdAt, timezone)
  const [start, end] = [from ?? to ?? created, to ?? from ?? created]
  return { month: start.slice(0, 7), start: dayRange(start, timezone).start, end: dayRange(end, timezone).end }
}

/** Refuses what would be too large to open as one page, before anything is written. Pictures that don't fit are left out later. */
export function checkOnePage({ name, mostBytes }: OnePage, messageBytes: number): void {
  if (messageBytes <= mostBytes) return
  throw invalid(
    `${name} makes one page of at most ${mostBytes / 1e6} MB, and the messages alone are larger; choose html, or fewer days`,
  )
}
