import type { Tally } from './hostile-client.ts'
import { type Figures, figuresOf, type Measure, measures, type Samples } from './measure.ts'

/** How much slower it can be next to a hostile tenant; faster than `alwaysGoodMs` is always good. */
const mostRatio = 2
const alwaysGoodMs = 200

export type Row = { measure: Measure; quiet: Figures; hostile: Figures; limitMs: number; isGood: boolean }

export function compare(quiet: Samples[], hostile: Samples[]): Row[] {
  return measures.map((measure) => {
    const [before, after] = [figuresOf(quiet, measure), figuresOf(hostile, measure)]
    const limitMs = Math.max(mostRatio * before.p99, alwaysGoodMs)
    // No samples means no percentile, which counts as a failure.
    const isGood = before.failed === 0 && after.failed === 0 && after.p99 <= limitMs
    return { measure, quiet: before, hostile: after, limitMs, isGood }
  })
}

export function printComparison(engine: string, rows: Row[]): void {
  console.log(`\nOrdinary groups on ${engine}: milliseconds, alone and next to the hostile tenant`)
  console.table(
    rows.map(({ measure, quiet, hostile, limitMs, isGood }) => ({
      measure,
      samples: hostile.count,
      'quiet p50': round(quiet.p50),
      'quiet p99': round(quiet.p99),
      'hostile p50': round(hostile.p50),
      'hostile p99': round(hostile.p99),
      ratio: Number((hostile.p99 / quiet.p99).toFixed(2)),
      limit: round(limitMs),
      'failed quiet': quiet.failed,
      'failed hostile': hostile.failed,
      verdict: isGood ? 'good' : 'FAIL',
    })),
  )
}

/** One column per status, to show that the attack was real. */
export function printTally(engine: string, tally: Tally): void {
  console.log(`What the hostile tenant did on ${engine}: answers by status`)
  const columns = [...new Set(Object.values(tally).flatMap((outcomes) => Object.keys(outcomes)))].sort()
  console.table(
    Object.entries(tally).map(([attack, outcomes]) => ({
      attack,
      ...Object.fromEntries(
        columns.map((column) => [/^\d/.test(column) ? `HTTP ${column}` : column, outcomes[column] ?? 0]),
      ),
    })),
  )
}

/** One row per attack that ran alone: the p99 of every measure, marked if it is too slow, and failures. */
export function printEach(engine: string, each: { name: string; rows: Row[] }[]): void {
  console.log(
    `\nOrdinary groups on ${engine} next to one attack at a time: p99 in milliseconds, ! if it is over the limit`,
  )
  console.table(
    each.map(({ name, rows }) => ({
      attack: name,
      ...Object.fromEntries(
        rows.map(({ measure, hostile, isGood }) => {
          const failed = hostile.failed > 0 ? ` (${hostile.failed} failed)` : ''
          return [measure, `${Math.round(hostile.p99)}${failed}${isGood ? '' : ' !'}`]
        }),
      ),
    })),
  )
}

/** Attacks without a single accepted request, which prove nothing. An explanation that takes too long ends with 400. */
export function listHarmless(names: string[], tally: Tally): string[] {
  const isLetIn = ([outcome, count]: [string, number]) => count > 0 && /^(2\d\d|400|opened|let in)$/.test(outcome)
  return names.filter((name) => !Object.entries(tally[name] ?? {}).some(isLetIn))
}

function round(ms: number): number {
  return Number(ms.toFixed(1))
}
