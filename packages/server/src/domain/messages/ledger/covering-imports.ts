import { type TimeSpan, uncovered } from './span.ts'

/** What a finished import of a chat history says about how complete the channel is. Days are those of the channel. */
export type CoveringImport = {
  /** When its first and its last message were sent. */
  span: TimeSpan
  /** Messages that were here already. Without any, nothing shows that it is the same chat. */
  here: number
  days: readonly { day: string; matched: number; new: number }[]
}

/** Whether imports leave nothing of a time out. */
export function isCovered(time: TimeSpan, imports: readonly CoveringImport[]): boolean {
  const agreeing = imports.filter(({ here }) => here > 0)
  return (
    uncovered(
      time,
      agreeing.map(({ span }) => span),
    ).length === 0
  )
}

export type MeasuredRecall = { matched: number; new: number; share: number }

/** How much of a day had been saved by itself. The import with the most messages of that day knows best. */
export function measureRecall(date: string, imports: readonly CoveringImport[]): MeasuredRecall | undefined {
  const [best] = imports
    .flatMap(({ days }) => days.filter(({ day }) => day === date))
    .sort((one, other) => other.matched + other.new - (one.matched + one.new))
  const all = best ? best.matched + best.new : 0
  if (!best || all === 0) return undefined
  // Rounded down, because 9,999 of 10,000 and more isn't all.
  return { matched: best.matched, new: best.new, share: Math.floor((best.matched / all) * 10_000) / 10_000 }
}
