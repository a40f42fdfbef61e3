import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

// What each file took the last time, so that the long ones are begun first and none is left alone at the end.

export type Seconds = Record<string, number>

export function readSeconds(folder: string): Seconds {
  try {
    return JSON.parse(readFileSync(secondsFile(folder), 'utf8'))
  } catch {
    return {}
  }
}

export function keepSeconds(folder: string, seconds: Seconds): void {
  mkdirSync(dirname(secondsFile(folder)), { recursive: true })
  writeFileSync(secondsFile(folder), JSON.stringify({ ...readSeconds(folder), ...seconds }, null, 1))
}

export function longestFirst<Run extends { name: string }>(runs: Run[], known: Seconds): Run[] {
  const guess = (run: Run) => guessSeconds(run, known)
  return runs.toSorted((one, other) => guess(other) - guess(one) || (one.name < other.name ? -1 : 1))
}

export function guessSeconds({ name }: { name: string }, known: Seconds): number {
  return known[name] ?? (/\/(browser|process)\//.test(name) ? 30 : 1)
}

export function tellSlowest(seconds: Seconds): void {
  const slowest = Object.entries(seconds).toSorted(([, one], [, other]) => other - one)
  if (slowest.length < 2) return
  console.log('\nThe slowest files:')
  for (const [file, took] of slowest.slice(0, 10)) console.log(`${took.toFixed(1).padStart(7)} s  ${file}`)
}

function secondsFile(folder: string): string {
  return `${folder}/node_modules/.cache/test-seconds.json`
}
