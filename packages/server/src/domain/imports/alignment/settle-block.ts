import { fillGaps, type UnexplainedLine } from './fill-gaps.ts'
import type { LeftOutRules } from './history-side.ts'
import { matchInOrder } from './keep-order.ts'
import { leaveOutBot, whyLeftOut } from './left-out.ts'
import { markSimilar } from './mark-similar.ts'
import { matchInAnyOrder } from './match-content.ts'
import {
  isLine,
  type OpenEntry,
  type OpenGap,
  type OpenLine,
  type OpenLive,
  type OpenNote,
  type OpenSend,
} from './open-entries.ts'
import type { Ordinals } from './ordinals.ts'
import { findNeighbours, type Neighbours, spread } from './place-lines.ts'

export type Block = {
  entries: readonly OpenEntry[]
  live: readonly OpenLive[]
  /** Those whose minute and neighbouring minutes are in the block. */
  gaps: readonly OpenGap[]
  sends: readonly OpenSend[]
  /** Entries from this minute on may still match something in the next block. */
  settledBefore: number
  lastAnchor: number
  rules: LeftOutRules
  ordinals: Ordinals
}

/** Decides the entries of a block, except those near its end that may still match something. */
export function settleBlock({ entries, live, gaps, sends, settledBefore, lastAnchor, rules, ordinals }: Block): void {
  const lines = entries.filter(isLine)
  const open = lines.filter(({ decision }) => !decision)
  if (live.length > 0) for (const line of open) line.isNearLive = true
  matchInOrder(open, live)
  matchInAnyOrder(open, live)
  leaveOutBot(open, sends, rules)

  const isSettled = ({ runningMinute }: OpenEntry) => runningMinute < settledBefore
  for (const line of open) if (isSettled(line)) applyRules(line, rules)
  const neighbours = findNeighbours(lines, lastAnchor)
  const notes = entries.filter((entry): entry is OpenNote => !isLine(entry) && !entry.decision)
  fillGaps(
    gaps,
    notes,
    unexplainedOf(lines, neighbours).filter(({ open: { line } }) => !whyLeftOut(line, rules)),
  )
  for (const note of notes.filter(isSettled))
    note.decision ??= { index: note.note.index, kind: 'unsent-note', isKnown: false }
  addNew(
    unexplainedOf(lines, neighbours).filter(({ open: line }) => isSettled(line)),
    ordinals,
  )
  markSimilar(open, live)
}

function applyRules(open: OpenLine, rules: LeftOutRules): void {
  const why = open.decision ? undefined : whyLeftOut(open.line, rules)
  if (why) open.decision = { index: open.line.index, kind: 'left-out', why }
}

function unexplainedOf(lines: readonly OpenEntry[], neighbours: readonly Neighbours[]): UnexplainedLine[] {
  return lines.flatMap((open, place) => {
    const around = neighbours[place]
    return around && isLine(open) && !open.decision ? { open, neighbours: around } : []
  })
}

function addNew(lines: readonly UnexplainedLine[], ordinals: Ordinals): void {
  let first = 0
  while (first < lines.length) {
    const start = lines[first]
    if (!start) return
    let end = first + 1
    while (isSamePlace(start, lines[end])) end++
    const times = spread(end - first, start.open.line, start.neighbours)
    for (const [place, { open }] of lines.slice(first, end).entries()) {
      const time = times[place] ?? open.line.at
      open.decision = { index: open.line.index, kind: 'new', time, ordinal: ordinals.next(open.line) }
    }
    first = end
  }
}

function isSamePlace(one: UnexplainedLine, other: UnexplainedLine | undefined): boolean {
  return (
    other !== undefined &&
    one.open.line.at === other.open.line.at &&
    one.open.line.precisionMs === other.open.line.precisionMs &&
    one.neighbours.after === other.neighbours.after &&
    one.neighbours.before === other.neighbours.before
  )
}
