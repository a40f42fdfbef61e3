import type { OpenGap, OpenLine, OpenNote } from './open-entries.ts'
import type { Neighbours } from './place-lines.ts'

/** A line that nothing explains yet, with its neighbours. */
export type UnexplainedLine = { open: OpenLine; neighbours: Neighbours }

/**
 * Leaves out lines that fit a message that was unsent here. The text of that message is gone, so unless both have an ID, only the time
 * says which line it was. If several lines of its minute fit equally well, all of them are left out: missing a line is better than
 * bringing back what someone took back. A note in the file about an unsent message explains a gap, and then no line has to.
 */
export function fillGaps(
  gaps: readonly OpenGap[],
  notes: readonly OpenNote[],
  unexplained: readonly UnexplainedLine[],
): void {
  fillById(gaps, unexplained)
  explainByNotes(gaps, notes)
  const withId = ({ open }: UnexplainedLine) => open.line.sourceId !== undefined
  // Where both have IDs, different IDs are different messages.
  const anonymous = unexplained.filter((line) => !withId(line))
  for (const [hasId, lines] of [
    [true, anonymous],
    [false, unexplained],
  ] as const) {
    const free = gaps.filter(({ gap, isUsed }) => !isUsed && (gap.id !== undefined) === hasId)
    const byMinute = Map.groupBy(lines, ({ open }) => open.minute)
    for (const [minute, ofMinute] of Map.groupBy(free, (entry) => entry.minute))
      fillMinute(
        minute,
        ofMinute.map(({ gap }) => gap.at).toSorted((one, other) => one - other),
        byMinute,
      )
    for (const entry of free) entry.isUsed = true
  }
}

function fillById(gaps: readonly OpenGap[], unexplained: readonly UnexplainedLine[]): void {
  const bySourceId = new Map(unexplained.map(({ open }) => [open.line.sourceId, open]))
  for (const entry of gaps) {
    const known = entry.gap.id === undefined ? undefined : bySourceId.get(entry.gap.id)
    if (!known) continue
    leaveOut(known)
    entry.isUsed = true
  }
}

/** First within the same minute, so that a note doesn't take the gap of another. */
function explainByNotes(gaps: readonly OpenGap[], notes: readonly OpenNote[]): void {
  for (const apart of [0, -1, 1]) {
    const free = Map.groupBy(
      gaps.filter(({ isUsed }) => !isUsed),
      ({ minute }) => minute,
    )
    for (const open of notes) {
      const gap = open.decision ? undefined : free.get(open.minute + apart)?.pop()
      if (!gap) continue
      gap.isUsed = true
      open.decision = { index: open.note.index, kind: 'unsent-note', isKnown: true }
    }
  }
}

/**
 * Lines of the minute that are between the same live messages as a gap, or if there are fewer than gaps, all lines of the minute. If even
 * those are too few, the nearest lines of the minutes beside it, because the file's clock and ours may be seconds apart.
 * Seconds also put neighbours in another order, so that only says which line is likelier.
 */
function fillMinute(minute: number, times: readonly number[], byMinute: ReadonlyMap<number, UnexplainedLine[]>): void {
  const openIn = (at: number) => (byMinute.get(at) ?? []).filter(({ open }) => !open.decision)
  const fits = ({ neighbours }: UnexplainedLine) => hasBetween(times, neighbours)
  const inMinute = openIn(minute)
  const fitting = inMinute.filter(fits)
  const chosen = fitting.length < times.length ? inMinute : atEdge(fitting, times)
  for (const { open } of chosen) leaveOut(open)
  if (chosen.length >= times.length) return
  const beside = [...openIn(minute - 1), ...openIn(minute + 1)].toSorted(
    (one, other) => Number(fits(other)) - Number(fits(one)) || distance(times, one) - distance(times, other),
  )
  for (const { open } of beside.slice(0, times.length - chosen.length)) leaveOut(open)
}

/** Without a live message for so long, the service was away. */
const longQuietMs = 10 * 60_000

/**
 * Where the service was away, it saw the unsent message just before or just after that. So of the lines that it missed, the first or the
 * last is the unsent one. Everywhere else, all of them may be.
 */
function atEdge(fitting: readonly UnexplainedLine[], times: readonly number[]): readonly UnexplainedLine[] {
  const [first] = fitting
  const [at] = times
  if (!first || at === undefined) return fitting
  const { after, before } = first.neighbours
  const isAway = before - after > longQuietMs
  const isSame = ({ neighbours }: UnexplainedLine) => neighbours.after === after && neighbours.before === before
  if (!isAway || !fitting.every(isSame)) return fitting
  return at - after <= before - at ? fitting.slice(0, times.length) : fitting.slice(-times.length)
}

function leaveOut(open: OpenLine): void {
  open.decision = { index: open.line.index, kind: 'left-out', why: 'unsent' }
}

/** Whether one of the sorted times is between the neighbours. */
function hasBetween(times: readonly number[], { after, before }: Neighbours): boolean {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) < after) low = middle + 1
    else high = middle
  }
  const next = times[low]
  return next !== undefined && next <= before
}

/** How far the gaps of a minute are from a line's minute. */
function distance(times: readonly number[], { open: { line } }: UnexplainedLine): number {
  const first = times[0] ?? 0
  const last = times.at(-1) ?? 0
  return last < line.at ? line.at - last : Math.max(0, first - (line.at + line.precisionMs - 1))
}
