import { sizeLimits } from '@innkeeper/contract'
import { Temporal } from 'temporal-polyfill'
import { type DayRange, dayRange } from '../day.ts'

export type EarlierDay = DayRange & { date: string }

/**
 * The same day in earlier years, the latest first, back to the year of `first`. 28 February of a year without a 29th stands for both,
 * so what was said on 29 February comes back every year.
 */
export function listEarlierDays(date: string, first: string, timezone: string): EarlierDay[] {
  const day = Temporal.PlainDate.from(date)
  const firstYear = Math.max(Temporal.PlainDate.from(first).year, day.year - sizeLimits.memoryYears)
  const days: EarlierDay[] = []
  for (let year = day.year - 1; year >= firstYear; year--) {
    const found = inYear(day, year)
    if (!found) continue
    const { start, end } = dayRange(found.toString(), timezone)
    const standsForBoth = isFebruary28(day) && !day.inLeapYear && found.inLeapYear
    days.push({
      date: found.toString(),
      start,
      end: standsForBoth ? dayRange(found.add({ days: 1 }).toString(), timezone).end : end,
    })
  }
  return days
}

const isFebruary28 = ({ month, day }: Temporal.PlainDate) => month === 2 && day === 28

/** Undefined for 29 February in a year that has none. */
function inYear(day: Temporal.PlainDate, year: number): Temporal.PlainDate | undefined {
  const found = day.with({ year })
  return found.day === day.day ? found : undefined
}

/** What is known of a message before its text is read. */
export type MemoryCandidate = { time: number; seq: number; kind: 'picture' | 'text'; sizeBytes: number }

const mostTexts = 2

/** The first pictures of a day, and the longest of its texts, in reading order. Without pictures, there are more texts. */
export function chooseMemories(candidates: readonly MemoryCandidate[]): MemoryCandidate[] {
  const inOrder = candidates.toSorted((one, other) => one.time - other.time || one.seq - other.seq)
  const texts = inOrder
    .filter(({ kind }) => kind === 'text')
    // Stable, so the earlier of two equal ones comes first.
    .toSorted((one, other) => other.sizeBytes - one.sizeBytes)
  const all = inOrder.filter(({ kind }) => kind === 'picture')
  const pictures = all.slice(0, sizeLimits.memoriesOfYear - Math.min(mostTexts, texts.length))
  const chosen = new Set([...pictures, ...texts.slice(0, pictures.length > 0 ? mostTexts : mostWithoutPictures)])
  return inOrder.filter((candidate) => chosen.has(candidate))
}
const mostWithoutPictures = 3
