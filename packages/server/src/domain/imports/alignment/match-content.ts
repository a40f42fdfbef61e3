import { keyWithoutEmoji, matchLine, type OpenLine, type OpenLive } from './open-entries.ts'

/**
 * Matches what is left by person and content, at most a minute apart, in any order. Platforms stamp their events by themselves, so
 * neighbours change places. Each pass only looks at what the one before it left.
 */
export function matchInAnyOrder(lines: readonly OpenLine[], live: readonly OpenLive[]): void {
  matchBy((key) => key, lines, live)
  if (lines.some(({ decision, line }) => !decision && line.text.includes('('))) matchBy(keyWithoutEmoji, lines, live)
}

/**
 * From the earliest to the latest, each line takes the earliest live message that fits. No other way matches more of them. Each list
 * of live messages is walked once, however often a text repeats.
 */
function matchBy(keyOf: (key: string) => string, lines: readonly OpenLine[], live: readonly OpenLive[]): void {
  const open = lines.filter(({ decision }) => !decision).toSorted((one, other) => one.minute - other.minute)
  if (open.length === 0) return
  const waiting = new Map<string, { list: OpenLive[]; next: number }>()
  for (const candidate of live) {
    if (candidate.isMatched) continue
    for (const key of candidate.keys) {
      const known = waiting.get(keyOf(key))
      if (known) known.list.push(candidate)
      else waiting.set(keyOf(key), { list: [candidate], next: 0 })
    }
  }
  for (const line of open) {
    for (const key of line.keys) {
      const candidate = line.decision ? undefined : takeNext(waiting.get(keyOf(key)), line.minute)
      if (candidate) matchLine(line, candidate, 'content')
    }
  }
}

function takeNext(waiting: { list: OpenLive[]; next: number } | undefined, minute: number): OpenLive | undefined {
  if (!waiting) return undefined
  for (; waiting.next < waiting.list.length; waiting.next++) {
    const candidate = waiting.list[waiting.next]
    if (!candidate || candidate.minute > minute + 1) return undefined
    if (candidate.minute >= minute - 1 && !candidate.isMatched) return candidate
  }
  return undefined
}
