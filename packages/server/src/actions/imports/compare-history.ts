import { Alignment, type AlignmentOptions } from '../../domain/imports/align.ts'
import type { AlignmentFigures } from '../../domain/imports/alignment/figures.ts'
import type {
  AlignmentWindow,
  FileLine,
  Gap,
  LineDecision,
  UnsentNote,
} from '../../domain/imports/alignment/history-side.ts'
import { type ConfirmedChoices, createComparer } from '../../domain/imports/compared-entry.ts'
import type { HistoryItem, HistoryMessage } from '../../domain/imports/history.ts'
import type { Store } from '../../ports/store.ts'
import { type LiveSlice, readLive } from './read-live.ts'

/** Lines of the file at once. */
const linesAtOnce = 1_000
/** What may still be compared with what comes later. */
const overlapMs = 5 * 60_000

/** A message of the file, and what becomes of it. */
export type Compared = { message: HistoryMessage; line: FileLine; decision: LineDecision }

type Sides = {
  store: Pick<Store, 'readForExport'>
  channelNo: number
  items: AsyncIterable<HistoryItem>
  confirmed: ConfirmedChoices
  options: AlignmentOptions
  /** Called with everything that was unsent, before the lines around it are decided. */
  noteGaps?: (gaps: readonly Gap[]) => void
}

/** Compares a file with what came from the platform, in one pass over both. Returns the figures. */
export async function* compareHistory(sides: Sides): AsyncGenerator<Compared[], AlignmentFigures> {
  const { store, channelNo, items, confirmed, options, noteGaps } = sides
  const alignment = new Alignment(options)
  const compare = createComparer(confirmed)
  const open = new Map<number, { message: HistoryMessage; line: FileLine }>()
  let entries: (FileLine | UnsentNote)[] = []
  let latest = Number.NEGATIVE_INFINITY
  let liveUntil: number | undefined

  const join = (decisions: readonly LineDecision[]): Compared[] =>
    decisions.flatMap((decision) => {
      const found = open.get(decision.index)
      open.delete(decision.index)
      return found ? { ...found, decision } : []
    })
  /** Both sides up to this time. */
  const advance = async (until: number): Promise<Compared[]> => {
    const from = liveUntil ?? Math.min(...entries.map(({ at }) => at)) - overlapMs
    const completeUntil = Math.max(from, until)
    const window: AlignmentWindow & LiveSlice = { entries, live: [], gaps: [], sends: [], completeUntil }
    entries = []
    liveUntil = completeUntil
    for await (const slice of readLive(store, channelNo, { from, to: completeUntil })) {
      window.live.push(...slice.live)
      window.gaps.push(...slice.gaps)
      window.sends.push(...slice.sends)
    }
    noteGaps?.(window.gaps)
    return join(alignment.add(window))
  }

  for await (const item of items) {
    const entry = compare(item)
    if (!entry) continue
    entries.push(entry)
    latest = Math.max(latest, entry.at)
    if (item.kind === 'message' && isFileLine(entry)) open.set(entry.index, { message: item, line: entry })
    if (entries.length >= linesAtOnce) yield await advance(latest - overlapMs)
  }
  if (entries.length > 0 || liveUntil !== undefined) yield await advance(latest + overlapMs)
  yield join(alignment.finish())
  return alignment.figures
}

const isFileLine = (entry: FileLine | UnsentNote): entry is FileLine => entry.kind !== 'unsent-note'
