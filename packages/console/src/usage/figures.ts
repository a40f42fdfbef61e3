import type { Usage } from '@innkeeper/contract'

/** The counters. Requests are those of one person in all channels. */
export const channelCounters = ['messages', 'mediaFiles', 'mediaBytes', 'autoReplies', 'welcomes'] as const

export type ChannelCounter = (typeof channelCounters)[number]
export type Counter = keyof Usage['totals']
export type Totals = Pick<Usage['totals'], ChannelCounter> & { apiRequests?: number }
export type Day = Totals & { date: string }

/** One bar of a chart: a day, or several. */
export type Point = { from: string; to: string; count: number }

export type Change = { kind: 'more' | 'less'; share: number } | { kind: 'same' } | { kind: 'new' }

/** More bars than this are indistinguishable on a phone. */
const mostBars = 92
const week = 7

/** By day, or by week if there are many. Weeks end with the last day, so the first one may be shorter. */
export function pointsOf(daily: readonly Day[], counter: Counter): Point[] {
  const length = daily.length > mostBars ? week : 1
  const points: Point[] = []
  for (let end = daily.length; end > 0; end -= length) {
    const some = daily.slice(Math.max(0, end - length), end)
    const [first, last] = [some[0], some.at(-1)]
    if (first && last) points.unshift({ from: first.date, to: last.date, count: sumOf(some, counter) })
  }
  return points
}

export function sumOf(daily: readonly Day[], counter: Counter): number {
  return daily.reduce((sum, day) => sum + (day[counter] ?? 0), 0)
}

/** Compared with the same number of days before. From zero there is no percentage. */
export function changeOf(count: number, before: number): Change {
  if (count === before) return { kind: 'same' }
  if (before === 0) return { kind: 'new' }
  const share = (count - before) / before
  return { kind: share > 0 ? 'more' : 'less', share }
}

/** The first of the highest bars; undefined if all are empty. */
export function fullestOf(points: readonly Point[]): Point | undefined {
  const most = Math.max(0, ...points.map(({ count }) => count))
  return most === 0 ? undefined : points.find(({ count }) => count === most)
}

/** The index of the largest number; undefined if all are zero. */
export function busiestOf(counts: readonly number[]): number | undefined {
  const most = Math.max(0, ...counts)
  return most === 0 ? undefined : counts.indexOf(most)
}

/** Tab-separated text for spreadsheets, with plain numbers to calculate with. */
export function tableText(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, ...rows]
    .map((row) => row.map((cell) => String(cell).replaceAll(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n')
}

type ChannelTotals = Usage['channels'][number]

/** Highest first; otherwise in their order. */
export function rankChannels(channels: readonly ChannelTotals[], counter: ChannelCounter): ChannelTotals[] {
  return channels.toSorted((one, other) => other.totals[counter] - one.totals[counter])
}
