import { offsetOf } from './inference/offset-of.ts'
import type { Vote } from './inference/overlap-votes.ts'

/** From this moment on the file's clock, it was this far ahead of UTC. */
export type OffsetSpan = { fromWall: number; offsetMinutes: number }

/** How the times of a file are to be understood. Spans are in order, and the first one also applies before it. */
export type FileZone = { timezone: string } | { spans: readonly OffsetSpan[] }

export type InferredZone = {
  zone: FileZone
  /** Texts that occur once on both sides, and how many of them fit the zone. */
  votes: number
  fitting: number
  /**
   * - `texts`: enough texts occur on both sides, and this zone explains them.
   * - `few-texts`: fewer than three that agree.
   * - `no-overlap`: none. The first candidate is proposed.
   */
  why: 'texts' | 'few-texts' | 'no-overlap'
  isSure: boolean
}

const leastVotes = 3
const leastShare = 0.95
/** A change of the offset has to be worth this many votes, so that coincidences don't look like one. */
const changeCost = 3

/**
 * Infers the time zone of a file from texts that occur once on both sides. A zone by name is preferred, because it also knows when clocks
 * change. `candidates` are tried in order, the channel's zone first. If none of them fits, the offsets themselves are proposed.
 */
export function inferZone(votes: readonly Vote[], candidates: readonly [string, ...string[]]): InferredZone {
  const voted = votes.flatMap((vote) => {
    const offset = readOffset(vote)
    return offset === undefined ? [] : { ...vote, offset }
  })
  if (voted.length === 0)
    return { zone: { timezone: candidates[0] }, votes: 0, fitting: 0, why: 'no-overlap', isSure: false }
  const spans = findSpans(voted)
  const explained = countFitting(voted, ({ wall }) => offsetAt(spans, wall))
  const inZone = (timezone: string) => countFitting(voted, ({ at }) => offsetOf(timezone, at))
  // A zone that misses a change of clocks would misplace everything after it, however little that is.
  const enough = Math.max(1, explained - changeCost, explained * leastShare)
  for (const timezone of candidates) {
    const fitting = inZone(timezone)
    if (fitting >= enough) return describe({ timezone }, voted.length, fitting)
  }
  return explained < leastVotes
    ? describe({ timezone: candidates[0] }, voted.length, inZone(candidates[0]))
    : describe({ spans }, voted.length, explained)
}

/** Whether a vote fits a zone. Only those that fit say who is who. */
export function fitsZone(vote: Vote, zone: FileZone): boolean {
  const offset = readOffset(vote)
  if (offset === undefined) return false
  return offset === ('timezone' in zone ? offsetOf(zone.timezone, vote.at) : offsetAt(zone.spans, vote.wall))
}

function describe(zone: FileZone, votes: number, fitting: number): InferredZone {
  const isSure = fitting >= leastVotes && fitting >= votes * leastShare
  return { zone, votes, fitting, why: fitting >= leastVotes ? 'texts' : 'few-texts', isSure }
}

/** Minutes ahead of UTC. Offsets are quarters of an hour, and both clocks may be two minutes apart. Others are coincidences. */
function readOffset({ wall, at }: Vote): number | undefined {
  const minutes = (wall - at) / 60_000
  // A minute of the file begins up to a minute before the message.
  const offset = Math.round((minutes + 0.5) / 15) * 15
  return Math.abs(minutes + 0.5 - offset) <= 2 ? offset : undefined
}

type Voted = Vote & { offset: number }

const countFitting = (voted: readonly Voted[], offsetFor: (vote: Voted) => number) =>
  voted.filter((vote) => vote.offset === offsetFor(vote)).length

/** The offset at a time of the file's clock. */
export function offsetAt(spans: readonly OffsetSpan[], wall: number): number {
  const span = spans.findLast(({ fromWall }) => fromWall <= wall) ?? spans[0]
  return span?.offsetMinutes ?? 0
}

/** The likeliest course of offsets: the one that most votes fit, with as few changes as they are worth. */
function findSpans(voted: readonly Voted[]): OffsetSpan[] {
  const offsets = mostFrequentOffsets(voted)
  let costs = offsets.map(() => 0)
  const origins: number[][] = []
  for (const { offset } of voted) {
    const cheapest = costs.indexOf(Math.min(...costs))
    const from = costs.map((cost, state) => (cost <= (costs[cheapest] ?? 0) + changeCost ? state : cheapest))
    origins.push(from)
    costs = offsets.map((known, state) => {
      const origin = from[state] ?? state
      return (costs[origin] ?? 0) + (origin === state ? 0 : changeCost) + (known === offset ? 0 : 1)
    })
  }
  return walkBack(voted, offsets, origins, costs.indexOf(Math.min(...costs)))
}

function walkBack(
  voted: readonly Voted[],
  offsets: readonly number[],
  origins: readonly (readonly number[])[],
  last: number,
): OffsetSpan[] {
  const states: number[] = []
  for (let place = voted.length - 1, state = last; place >= 0; place--) {
    states.push(state)
    state = origins[place]?.[state] ?? state
  }
  states.reverse()
  const spans: OffsetSpan[] = []
  for (const [place, state] of states.entries()) {
    if (state === states[place - 1]) continue
    const fromWall = voted[place]?.wall ?? 0
    spans.push({ fromWall, offsetMinutes: offsets[state] ?? 0 })
  }
  return spans
}

/** At most eight, so that hostile files cost nothing. */
function mostFrequentOffsets(voted: readonly Voted[]): number[] {
  const counts = Map.groupBy(voted, ({ offset }) => offset)
  return [...counts]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, 8)
    .map(([offset]) => offset)
}
