import type { GapReason } from '@innkeeper/contract'
import { recentGapsMs } from '../../domain/messages/ledger/known-gap.ts'
import { outages } from '../../domain/messages/ledger/outages.ts'
import { joinSpans } from '../../domain/messages/ledger/span.ts'
import { toTimestamp } from '../../domain/timestamp.ts'
import type { Inside } from '../cli-deps.ts'
import type { Finding } from './external-checks.ts'

const minuteMs = 60_000
const lastDays = recentGapsMs / 86_400_000

/** A channel can have gaps of its own, which its members see. So this must not sound as if there were none at all. */
const ok = `No outage is known in the last ${lastDays} days. What concerns a single channel is in its calendar.`

const causes: Partial<Record<GapReason, string>> = {
  'service-down': 'the service was not running',
  restored: 'this copy was restored from a snapshot',
  unreachable: 'the platform could not reach the service',
  'switched-off': 'webhooks were turned off on the platform',
  refused: 'the service was overloaded and rejected deliveries',
  reported: 'the platform reported failed deliveries',
}

/** When messages of all channels may be missing. Whatever concerns a single channel is shown to those who read it. */
export function examineGaps(inside: Pick<Inside, 'serviceSpans' | 'absences'> | undefined, now: number): Finding[] {
  // A service that has never noted that it was running says nothing about gaps.
  if (!inside || inside.serviceSpans.length === 0) return []
  const from = now - recentGapsMs
  const gaps = outages(inside, now).filter(({ to }) => to === null || to > from)
  const known = [...Map.groupBy(gaps, ({ reason }) => reason)].flatMap(([reason, some]) => {
    const spans = joinSpans(some.map((gap) => ({ from: Math.max(gap.from, from), to: gap.to ?? now })))
    const cause = causes[reason]
    return cause === undefined ? [] : [{ cause, spans }]
  })
  if (known.length === 0) return [{ name: 'gaps', state: 'ok', words: ok }]
  const words = known.map(({ cause, spans }, index) => {
    const one = spans.length === 1
    const start =
      index === 0 ? `In the last ${lastDays} days there ${one ? 'is' : 'are'}` : `There ${one ? 'is' : 'are'} also`
    return `${start} ${describe(spans)}, because ${cause}.`
  })
  return [{ name: 'gaps', state: 'care', words: words.join(' ') }]
}

function describe(spans: readonly { from: number; to: number }[]): string {
  const minutes = Math.max(1, Math.round(spans.reduce((sum, { from, to }) => sum + to - from, 0) / minuteMs))
  const length = minutes === 1 ? '1 minute' : `${minutes} minutes`
  const begin = toTimestamp(spans.at(-1)?.from ?? 0)
  return spans.length === 1
    ? `1 gap: from ${begin}, ${length}`
    : `${spans.length} gaps: ${length} in total, the last from ${begin}`
}
