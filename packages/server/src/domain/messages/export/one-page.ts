import type { ExportFormatName } from '@innkeeper/contract'
import { invalid } from '../../refusal.ts'
import { exportFormats } from './formats.ts'
import type { ExportPart } from './records.ts'

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

/** All months as one part, named after the first. */
export function joinParts(parts: readonly ExportPart[]): ExportPart[] {
  const [first, last] = [parts[0], parts.at(-1)]
  return first && last ? [{ ...first, end: last.end }] : []
}

/** Refuses what would be too large to open as one page. `sizeBytes`: what is known of its size. */
export function checkOnePage({ name, mostBytes }: OnePage, sizeBytes: number): void {
  if (sizeBytes <= mostBytes) return
  throw invalid(
    `${name} makes one page of at most ${mostBytes / 1e6} MB, and this one would be larger; choose html, fewer days, or leave out ` +
      'the files',
  )
}
