import { createRandom } from '@innkeeper/testdata'
import { Alignment, type AlignmentOptions } from '../../../src/domain/imports/align.ts'
import type { AlignmentFigures } from '../../../src/domain/imports/alignment/figures.ts'
import type { FileLine, LineDecision, UnsentNote } from '../../../src/domain/imports/alignment/history-side.ts'
import type { ChatWorld, SaidMessage } from './chat-world.ts'

/** What someone exported from their phone. */
export type SavedHistory = {
  entries: (FileLine | UnsentNote)[]
  /** What an entry really was, by its index. */
  said: SaidMessage[]
}

export type SavedHistoryOptions = {
  seed: number | string
  from?: number
  to?: number
  /** How people are called in the file, after names were mapped. */
  person?: (id: string) => string
  /** Percent of unsent messages that were unsent only after the export, so their text is in the file. */
  unsentLater?: number
}

/** In the order of the phone, with minutes only. Some messages were deleted on the phone. Edited ones may be in either wording. */
export function saveHistory(
  { said: all }: Pick<ChatWorld, 'said'>,
  { seed, from = 0, to = Number.POSITIVE_INFINITY, person = (id) => id, unsentLater = 60 }: SavedHistoryOptions,
): SavedHistory {
  const random = createRandom(`saved history/${seed}`)
  const entries: SavedHistory['entries'] = []
  const said: SaidMessage[] = []
  for (const message of all) {
    const isDeleted = random.chance(1)
    const isNoted = random.below(100) >= unsentLater
    const isSilent = random.chance(40)
    const wording = random.chance(50) ? (message.earlier ?? message.text) : message.text
    if (message.at < from || message.at >= to || isDeleted) continue
    const place = lineAt(message.at, entries.length)
    if (message.fate === 'unsent' && isNoted) {
      if (isSilent) continue
      entries.push({ index: place.index, at: place.at, precisionMs: place.precisionMs, kind: 'unsent-note' })
    } else {
      const text = wording.replace('(moon grin)', '(emoji)') + (random.chance(1) ? ' \r\n' : '')
      entries.push({ ...place, kind: message.kind, person: person(message.person), text })
    }
    said.push(message)
  }
  return { entries, said }
}

/** A text at a minute. */
export const lineAt = (at: number, index: number): FileLine => ({
  index,
  at: Math.floor(at / 60_000) * 60_000,
  precisionMs: 60_000,
  person: 'U1',
  kind: 'text',
  text: `text ${index}`,
})

export type AlignedHistory = { decisions: LineDecision[]; figures: AlignmentFigures }

const dayOfUtc = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Aligns in windows of this length, as an import does. */
export function alignHistory(
  { entries }: Pick<SavedHistory, 'entries'>,
  { live, gaps, sends }: Pick<ChatWorld, 'live' | 'gaps' | 'sends'>,
  { windowMs = 86_400_000, rules = {}, dayOf = dayOfUtc }: Partial<AlignmentOptions> & { windowMs?: number } = {},
): AlignedHistory {
  const alignment = new Alignment({ rules, dayOf })
  const decisions: LineDecision[] = []
  const takers = {
    entries: takeUntil(entries),
    live: takeUntil(live),
    gaps: takeUntil(gaps),
    sends: takeUntil(sends),
  }
  const times = [entries, live, gaps, sends].flatMap((side) => side.map(({ at }) => at))
  const [first, last] = times.reduce(
    ([least, most], at) => [Math.min(least, at), Math.max(most, at)],
    [times[0] ?? 0, 0],
  )
  const start = first - (first % 60_000)
  for (let until = start + windowMs; until <= last + windowMs; until += windowMs)
    decisions.push(
      ...alignment.add({
        entries: takers.entries(until),
        live: takers.live(until),
        gaps: takers.gaps(until),
        sends: takers.sends(until),
        completeUntil: until,
      }),
    )
  decisions.push(...alignment.finish())
  return { decisions, figures: alignment.figures }
}

function takeUntil<T extends { at: number }>(list: readonly T[]): (until: number) => T[] {
  let next = 0
  return (until) => {
    const first = next
    while ((list[next]?.at ?? Number.POSITIVE_INFINITY) < until) next++
    return list.slice(first, next)
  }
}
