import type { LeftOutReason, LineDecision } from './history-side.ts'

export type DayFigures = {
  matched: number
  new: number
  leftOut: Partial<Record<LeftOutReason, number>>
}

/** Of the lines that could be compared with live messages, how many were found among them. */
export type Agreement = { compared: number; matched: number }

export type AlignmentFigures = {
  /** By the line's day in the channel's time zone. */
  days: Map<string, DayFigures>
  agreement: Agreement
}

/** Below this share, it's another chat, or its time zone or people are wrong. */
const leastAgreement = 0.3

/** Fewer lines prove nothing. */
const leastCompared = 20

export const looksForeign = ({ compared, matched }: Agreement) =>
  compared >= leastCompared && matched < compared * leastAgreement

export const noFigures = (): AlignmentFigures => ({ days: new Map(), agreement: { compared: 0, matched: 0 } })

/** What was left out isn't compared: most of it isn't here because it must not be. */
export function countDecision(
  figures: AlignmentFigures,
  decision: LineDecision,
  { day, isNearLive }: { day: string; isNearLive: boolean },
): void {
  if (decision.kind === 'unsent-note') return
  const known = figures.days.get(day)
  const ofDay = known ?? { matched: 0, new: 0, leftOut: {} }
  if (!known) figures.days.set(day, ofDay)
  if (decision.kind === 'left-out') {
    ofDay.leftOut[decision.why] = (ofDay.leftOut[decision.why] ?? 0) + 1
    return
  }
  ofDay[decision.kind]++
  if (!isNearLive) return
  figures.agreement.compared++
  if (decision.kind === 'matched') figures.agreement.matched++
}
