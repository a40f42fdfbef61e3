import { minuteMs, minuteOf } from './alignment/history-side.ts'

/** Where a message was unsent: the time of the message, and its number of arrival. */
export type UnsentPlace = readonly [time: number, seq: number]

/** The earliest and the latest time at which an unsent message may be one of these lines. */
export function spanOfUnsent(lines: readonly TimedLine[]): { from: number; to: number } {
  const span = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY }
  for (const line of lines) {
    const minute = minuteOf(startOf(line))
    span.from = Math.min(span.from, (minute - 1) * minuteMs)
    span.to = Math.max(span.to, (minute + 2) * minuteMs - 1)
  }
  return span
}

/**
 * Which lines may be messages that were unsent after the file was compared. What they were compared with is gone, so every line of the
 * minute and of those beside it is left out: missing a line is better than bringing back what someone took back.
 */
export function mayBeUnsent(known: readonly UnsentPlace[], now: readonly UnsentPlace[]): (line: TimedLine) => boolean {
  const before = new Set(known.map(String))
  const minutes = new Set<number>()
  for (const place of now) {
    if (before.has(String(place))) continue
    const minute = minuteOf(place[0])
    for (const beside of [minute - 1, minute, minute + 1]) minutes.add(beside)
  }
  return (line) => minutes.has(minuteOf(startOf(line)))
}

type TimedLine = { time: number; precisionMs: number }

/** A line is placed inside its minute. What counts is the time that the file has. */
const startOf = ({ time, precisionMs }: TimedLine) => Math.floor(time / precisionMs) * precisionMs
