import type { MissingSpan } from '../../../domain/messages/export/manifest.ts'
import type { ExportFilter, ExportPart } from '../../../domain/messages/export/records.ts'
import type { ReadingGrant } from '../../access.ts'
import { exportableFrom, type ReadingDeps, shownFrom } from './export-rights.ts'
import { findOutages, isWholeChat } from './find-outages.ts'

/** The times of a part from which messages are or may be missing, without reading its messages. */
export async function findMissing(
  deps: ReadingDeps,
  grant: ReadingGrant,
  filter: ExportFilter,
  part: Pick<ExportPart, 'start' | 'end'>,
): Promise<MissingSpan[]> {
  if (!isWholeChat(filter)) return []
  const { channelNo } = grant.channel
  const from = Math.max(part.start, exportableFrom(deps, grant, filter))
  const earliest = Math.max(part.start, shownFrom(grant, filter))
  const spans = await deps.store.listMissingSpans(channelNo, { from, to: part.end })
  const told = spans.map(({ since, ...span }) => ({ since: Math.max(since, earliest), ...span }))
  return sortSpans([...told, ...(await findOutages(deps, grant, filter, part))])
}

export const sortSpans = (spans: readonly MissingSpan[]): MissingSpan[] =>
  spans.toSorted((one, other) => one.since - other.since)
