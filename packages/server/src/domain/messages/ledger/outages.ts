import { longestPauseMs, type ServiceSpan, whenDown } from './heartbeat.ts'
import type { KnownGap } from './known-gap.ts'
import { overlaps, type TimeSpan } from './span.ts'

/** What concerns all channels of a platform at once. `absences`: the restores of this copy are among them. */
export type OutageFacts = { serviceSpans: readonly ServiceSpan[]; absences: readonly KnownGap[] }

/** When no node was running, when the platform couldn't deliver, and what a restored copy doesn't have. */
export function outages({ serviceSpans, absences }: OutageFacts, at: number): KnownGap[] {
  const restores = absences.flatMap(({ reason, from, to }) => (reason === 'restored' ? [{ from, to: to ?? at }] : []))
  return [...absences, ...whenDown(serviceSpans, at).flatMap((span) => nameDown(span, restores))]
}

/**
 * The original service may have been running while its copy has no heartbeat. So the time from the snapshot to the start of the copy is
 * no outage. The service is only known to have been down if it was before the snapshot.
 */
function nameDown(span: TimeSpan, restores: readonly TimeSpan[]): KnownGap[] {
  const restore = restores.find((one) => overlaps(one, span))
  if (!restore) return [{ reason: 'service-down', ...span }]
  // A snapshot is rarely made at a beat.
  if (restore.from - span.from <= longestPauseMs) return [{ reason: 'restored', ...span, from: restore.from }]
  return [
    { reason: 'service-down', from: span.from, to: restore.from },
    { reason: 'restored', from: restore.from, to: span.to },
  ]
}
