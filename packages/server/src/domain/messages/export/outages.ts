import { fill } from '../../fill-text.ts'
import type { LocalTime } from './local-clock.ts'
import type { OutageReason } from './outage-reasons.ts'
import type { ExportWords } from './words/words.ts'

/** A time of a part in which messages may be missing. */
export type Outage = {
  reason: OutageReason
  since: number
  /** Null if it goes on after the part. */
  until: number | null
  /** Messages of this time that came later. */
  recovered: number
  /** Imported chat histories have this time. */
  isCovered: boolean
}

/** What is said at the head of a day: an outage is told on each day that it's part of. */
export function createDayNotes(
  outages: readonly Outage[],
  words: ExportWords,
  localTime: (ms: number) => LocalTime,
): (date: string) => string[] {
  const days = outages.map((outage) => ({
    outage,
    first: localTime(outage.since).date,
    last: outage.until === null ? undefined : localTime(outage.until - 1).date,
  }))
  return (date) => {
    const moment = (ms: number) => {
      const { date: day, time } = localTime(ms)
      return day === date ? time : `${day} ${time}`
    }
    return days
      .filter(({ first, last }) => first <= date && (last === undefined || last >= date))
      .map(({ outage }) => [spanOf(outage, words, moment), ...detailsOf(outage, words)].join(' · '))
  }
}

export function spanOf(
  { since, until }: Pick<Outage, 'since' | 'until'>,
  { mayMiss, outage }: ExportWords,
  moment: (ms: number) => string,
): string {
  if (until === null) return fill(outage.since, { from: moment(since) })
  return fill(mayMiss, { from: moment(since), to: moment(until) })
}

/** Why, and what is there in spite of it. */
export function detailsOf(
  { reason, recovered, isCovered }: Omit<Outage, 'since' | 'until'>,
  { outage }: ExportWords,
): string[] {
  return [
    outage.why[reason],
    ...(recovered > 0 ? [fill(outage.recovered, { count: String(recovered) })] : []),
    ...(isCovered ? [outage.covered] : []),
  ]
}
