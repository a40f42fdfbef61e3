import { dayOf } from '../../../domain/day.ts'
import { isOutage } from '../../../domain/messages/export/outage-reasons.ts'
import type { Outage } from '../../../domain/messages/export/outages.ts'
import type { ExportFilter, ExportPart } from '../../../domain/messages/export/records.ts'
import { isCovered } from '../../../domain/messages/ledger/covering-imports.ts'
import { gatherGaps, knownSince } from '../../../domain/messages/ledger/gather-gaps.ts'
import { countRecovered } from '../../../domain/messages/ledger/late-arrivals.ts'
import type { ReadingGrant } from '../../access.ts'
import { exportableFrom, type ReadingDeps, shownFrom } from './export-rights.ts'

/** Of some messages, no one knows which are missing. */
export const isWholeChat = ({ own, sender, type }: ExportFilter) => !own && sender === null && type === null

/**
 * When messages of a part may be missing because of the service or the platform. Equal data gives an equal answer, whatever the clock
 * says: an outage that goes on, or that ends after the part, has no end.
 */
export async function findOutages(
  deps: ReadingDeps,
  grant: ReadingGrant,
  filter: ExportFilter,
  part: Pick<ExportPart, 'start' | 'end'>,
): Promise<Outage[]> {
  if (!isWholeChat(filter)) return []
  const { channelNo, timezone } = grant.channel
  const from = Math.max(part.start, shownFrom(grant, filter))
  const [firstDay, lastDay] = [dayOf(part.start, timezone), dayOf(part.end - 1, timezone)]
  const {
    gaps: facts,
    late,
    imports,
  } = await deps.store.readLedger(channelNo, { from, to: part.end, firstDay, lastDay })
  const since = knownSince(facts)
  if (since === undefined) return []
  // Not the clock: whether the service is running now is none of the export's business.
  const lastSeenAt = Math.max(...facts.serviceSpans.map(({ seenAt }) => seenAt))
  const expired = exportableFrom(deps, grant, filter)
  return gatherGaps(facts, Math.max(since, from), lastSeenAt).flatMap(({ reason, from: began, to }): Outage[] => {
    if (!isOutage(reason) || began >= part.end || (to !== null && to <= expired)) return []
    const until = to !== null && to < part.end ? to : null
    const recovered = countRecovered(late, { from: began, to: until })
    const isClosed = to !== null && isCovered({ from: began, to: Math.min(to, part.end) }, imports)
    return [{ reason, since: began, until, recovered, isCovered: isClosed }]
  })
}
