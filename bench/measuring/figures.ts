/** What every kind of round has in common. */
type Measured = { cpuMicros: number }

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** The median of the ratios of rounds that ran one after the other, which cancels out changes of the machine. */
export function medianRatio<Round>(rounds: Round[], others: Round[], figure: (round: Round) => number): number {
  return median(rounds.map((round, index) => figure(round) / figure(others[index] ?? round)))
}

/** Columns for a table: CPU microseconds per operation, and how many times that of the limit this is. */
export function cpuColumns(rounds: Measured[], limit: Measured[]): Record<string, number> {
  return {
    'CPU µs/op': Number(median(rounds.map(({ cpuMicros }) => cpuMicros)).toFixed(1)),
    'CPU / limit': Number(cpuRatio(rounds, limit).toFixed(2)),
  }
}

export function cpuRatio(rounds: Measured[], limit: Measured[]): number {
  return medianRatio(rounds, limit, ({ cpuMicros }) => cpuMicros)
}

/** Prints a figure against its bound. */
export function verdict(what: string, value: number, bound: number, kind: 'least' | 'most'): boolean {
  const isGood = kind === 'least' ? value >= bound : value <= bound
  console.log(`${isGood ? 'good' : 'FAIL'}  ${what}: ${value.toFixed(3)} (at ${kind} ${bound})`)
  return isGood
}

/** Prints a figure that has no bound. */
export function note(what: string, value: number): void {
  console.log(`      ${what}: ${value.toFixed(3)} (no bound)`)
}
