import { type AlignmentFigures, countDecision, noFigures } from './alignment/figures.ts'
import { type Cut, findCut } from './alignment/find-cut.ts'
import { type AlignmentWindow, type LeftOutRules, type LineDecision, minuteOf } from './alignment/history-side.ts'
import { isBot } from './alignment/left-out.ts'
import {
  isLine,
  type OpenEntry,
  type OpenGap,
  type OpenLive,
  type OpenSend,
  openGap,
  openLine,
  openLive,
  openNote,
  openSend,
} from './alignment/open-entries.ts'
import { Ordinals } from './alignment/ordinals.ts'
import { settleBlock } from './alignment/settle-block.ts'

export type AlignmentOptions = {
  rules: LeftOutRules
  /** The calendar day of a time, for the figures. */
  dayOf: (ms: number) => string
}

/** Minutes. Messages that were sent almost at once may be in another order in the file. */
const longestStepBack = 2
/** Minutes from a cut back to the earliest live message that a line after the cut may match. */
const longestCarry = 2 * longestStepBack
/** Minutes. Longer than any step back. */
const ordinalsKept = 60

/**
 * Finds out which lines of a file the channel already has, and which are missing. Lines are never compared with imported messages, so
 * what an import adds doesn't depend on other imports (ADR 47).
 *
 * Windows and their lines are in order of time. A file that goes back in time has to be sorted by minute first, keeping the order
 * within each minute. Lines that go back more than two minutes are left out. Both sides are divided into blocks between silences.
 * Blocks that get too long are cut between two minutes, and what is undecided near the cut goes on to the next block. So memory
 * depends on the size of a window, and not on that of the file.
 */
export class Alignment {
  readonly #options: AlignmentOptions
  readonly #figures = noFigures()
  readonly #ordinals = new Ordinals()
  /** Entries that haven't been returned yet. Some are decided, but wait for those before them. */
  #queue: OpenEntry[] = []
  #upcomingLines: OpenEntry[] = []
  #upcomingLive: OpenLive[] = []
  #live: OpenLive[] = []
  #gaps: OpenGap[] = []
  #sends: OpenSend[] = []
  /** The latest minute of the file so far. */
  #runningMinute = Number.NEGATIVE_INFINITY
  /** The latest minute of either side whose entries may be undecided. */
  #latest = Number.NEGATIVE_INFINITY
  /** The time of the latest match among the lines that have been returned. */
  #lastAnchor = Number.NEGATIVE_INFINITY

  constructor(options: AlignmentOptions) {
    this.#options = options
  }

  get figures(): AlignmentFigures {
    return this.#figures
  }

  /** Adds the next part of both sides. Returns the decisions that don't depend on later parts, in the order of the lines. */
  add({ entries, live, gaps, sends, completeUntil }: AlignmentWindow): LineDecision[] {
    for (const entry of entries) this.#upcomingLines.push(this.#open(entry))
    for (const message of live) this.#upcomingLive.push(openLive(message))
    for (const gap of gaps) this.#gaps.push(openGap(gap))
    for (const send of sends) this.#sends.push(openSend(send))
    return this.#decideUntil(minuteOf(completeUntil))
  }

  /** Decides the rest. */
  finish(): LineDecision[] {
    return this.#decideUntil(Number.MAX_SAFE_INTEGER)
  }

  #open(entry: AlignmentWindow['entries'][number]): OpenEntry {
    const minute = minuteOf(entry.at)
    const isLate = minute < this.#runningMinute - longestStepBack
    this.#runningMinute = Math.max(this.#runningMinute, minute)
    if (entry.kind === 'unsent-note') return openNote(entry, this.#runningMinute)
    const line = openLine(entry, this.#runningMinute)
    if (isLate) line.decision = { index: entry.index, kind: 'left-out', why: 'out-of-order' }
    if (isBot(entry, this.#options.rules)) line.decision = { index: entry.index, kind: 'left-out', why: 'bot' }
    return line
  }

  #decideUntil(completeUntil: number): LineDecision[] {
    const decisions: LineDecision[] = []
    const lines = { list: this.#upcomingLines, next: 0 }
    const live = { list: this.#upcomingLive, next: 0 }
    for (;;) {
      const cut = findCut({ lines, live, latest: this.#latest, completeUntil })
      if (!cut) break
      const firstLine = lines.next
      const firstLive = live.next
      while ((lines.list[lines.next]?.runningMinute ?? Number.POSITIVE_INFINITY) < cut.minute) lines.next++
      while ((live.list[live.next]?.minute ?? Number.POSITIVE_INFINITY) < cut.minute) live.next++
      for (const line of lines.list.slice(firstLine, lines.next)) this.#queue.push(line)
      for (const message of live.list.slice(firstLive, live.next)) this.#live.push(message)
      this.#settle(cut)
      for (const decision of this.#takeDecided()) decisions.push(decision)
    }
    this.#upcomingLines = lines.list.slice(lines.next)
    this.#upcomingLive = live.list.slice(live.next)
    return decisions
  }

  #settle({ minute, isSilent }: Cut): void {
    settleBlock({
      entries: this.#queue,
      live: this.#live,
      // A gap of the last minute may belong to a line of the next one.
      gaps: this.#gaps.filter((gap) => gap.minute < minute - 1),
      sends: this.#sends.filter((send) => send.minute < minute),
      settledBefore: isSilent ? Number.POSITIVE_INFINITY : minute - longestStepBack,
      lastAnchor: this.#lastAnchor,
      rules: this.#options.rules,
      ordinals: this.#ordinals,
    })
    const carriedFrom = isSilent ? minute : minute - longestCarry
    this.#live = this.#live.filter((live) => !live.isMatched && live.minute >= carriedFrom)
    this.#gaps = this.#gaps.filter(({ isUsed }) => !isUsed)
    this.#sends = this.#sends.filter((send) => send.minute >= minute - longestCarry)
    this.#ordinals.forgetBefore(minute - ordinalsKept)
    this.#latest = isSilent ? Number.NEGATIVE_INFINITY : minute - 1
  }

  /** Everything up to the first entry that isn't decided. */
  #takeDecided(): LineDecision[] {
    const end = this.#queue.findIndex(({ decision }) => !decision)
    const taken = this.#queue.splice(0, end < 0 ? this.#queue.length : end)
    return taken.flatMap((entry) => {
      const { decision } = entry
      if (!decision) return []
      if (isLine(entry)) {
        if (entry.anchor !== undefined) this.#lastAnchor = Math.max(this.#lastAnchor, entry.anchor)
        const day = this.#options.dayOf(entry.line.at)
        countDecision(this.#figures, decision, { day, isNearLive: entry.isNearLive })
      }
      return decision
    })
  }
}
