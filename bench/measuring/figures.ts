import { median, type Round } from './load.ts'

/** Of rounds that ran side by side, so that a change of the machine's mood falls out. */
export function medianRatio(rounds: Round[], others: Round[], figure: (round: Round) => number): number {
  return median(rounds.map((round, index) => figure(round) / figure(others[index] ?? round)))
}

export function verdict(what: string, value: number, bound: number, kind: 'least' | 'most'): boolean {
  const isGood = kind === 'least' ? value >= bound : value <= bound
  console.log(`${isGood ? 'good' : 'FAIL'}  ${what}: ${value.toFixed(3)} (at ${kind} ${bound})`)
  return isGood
}
