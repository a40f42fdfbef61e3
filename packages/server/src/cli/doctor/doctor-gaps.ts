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

const names: Partial<Record<GapReason, string>> = {
  'service-down': 'the service was not running',
  restored: 'this copy was restored from a snapshot and does not have what came between',
  unreachable: 'the platform could not reach the service',
  'switched-off': 'webhooks were turned off at the platform',
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
    const name = names[reason]
    return name === undefined ? [] : [describe(name, spans)]
  })
  if (known.length === 0) return [{ name: 'gaps', state: 'ok', words: ok }]
  const words = `Messages of the last ${lastDays} days may be missing: ${known.join('; ')}.`
  return [{ name: 'gaps', state: 'care', words }]
}

function describe(name: string, spans: readonly { from: number; to: number }[]): string {
  const minutes = Math.max(1, Math.round(spans.reduce((sum, { from, to }) => sum + to - from, 0) / minuteMs))
  const times = spans.length === 1 ? 'once' : `${spans.length} times`
  const last = spans.at(-1)
  return `${name} ${times}, for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} in all${last ? `, last from ${toTimestamp(last.from)}` : ''}`
}
