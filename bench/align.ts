import type { AlignmentWindow, FileLine } from '../packages/server/src/domain/imports/alignment/history-side.ts'
import { createChatWorld } from '../packages/server/test/support/imports/chat-world.ts'
import { alignHistory, lineAt, saveHistory } from '../packages/server/test/support/imports/saved-history.ts'
import { startCpuMeter } from './measuring/cpu-time.ts'
import { cpuColumns, cpuRatio, median, note, verdict } from './measuring/figures.ts'
import { rounds } from './measuring/load.ts'

// Aligning a chat history of 100,000 lines with as many live messages, against looking up each line in a set of keys, which is the
// least that a merge could do.

const bounds = { ordinary: 6, hostile: 3 }
const lineCount = Number(process.env.BENCH_MESSAGES ?? 100_000)

export async function benchAlign(): Promise<boolean> {
  const ordinary = createSides(false)
  const works: Work[] = [
    { name: 'look-up of keys', run: () => lookUp(ordinary) },
    { name: 'alignment', run: () => alignHistory(ordinary, ordinary) },
    ...[
      { name: 'of a chat without silences', sides: createSides(true) },
      { name: 'of equal lines within a day', sides: createEqual(86_400_000) },
      { name: 'of equal lines within a minute', sides: createEqual(60_000) },
      { name: 'of fifty equal lines each within a minute', sides: createEqual(60_000, 50) },
      { name: 'of lines in a minute of unsent messages', sides: createUnsent() },
    ].map(({ name, sides }) => ({ name: `alignment ${name}`, run: () => alignHistory(sides, sides) })),
  ]
  const results = works.map(() => [] as Result[])
  for (const work of works) measure(work)
  for (let round = 0; round < rounds; round++)
    for (const [at, work] of works.entries()) results[at]?.push(measure(work))
  return report(works, results)
}

type Sides = Omit<AlignmentWindow, 'completeUntil'> & { entries: AlignmentWindow['entries'][number][] } & {
  live: AlignmentWindow['live'][number][]
  gaps: AlignmentWindow['gaps'][number][]
  sends: AlignmentWindow['sends'][number][]
}

type Work = { name: string; run(): void }

/** CPU time per line. */
type Result = { cpuMicros: number }

function measure({ run }: Work): Result {
  const cpu = startCpuMeter()
  run()
  return { cpuMicros: cpu() / lineCount }
}

function report(works: readonly Work[], results: Result[][]): boolean {
  const [keys = [], ordinary = [], ...hostile] = results
  console.log(`\n${lineCount} lines, ${rounds} interleaved rounds, medians`)
  console.table(
    works.map(({ name }, at) => ({
      what: name,
      'CPU s': Number(((median((results[at] ?? []).map(({ cpuMicros }) => cpuMicros)) * lineCount) / 1e6).toFixed(2)),
      ...cpuColumns(results[at] ?? [], keys),
    })),
  )
  const cpuSeconds = (median(ordinary.map(({ cpuMicros }) => cpuMicros)) * lineCount) / 1e6
  note('CPU seconds of an alignment', cpuSeconds)
  const verdicts = [
    verdict('CPU of an alignment, times that of looking up keys', cpuRatio(ordinary, keys), bounds.ordinary, 'most'),
    ...hostile.map((result, at) =>
      verdict(
        `CPU of the ${works[at + 2]?.name}, times that of an ordinary one`,
        cpuRatio(result, ordinary),
        bounds.hostile,
        'most',
      ),
    ),
  ]
  return verdicts.every(Boolean)
}

function createSides(isBusy: boolean): Sides {
  const world = createChatWorld({ seed: 'bench', messages: lineCount, isBusy })
  return { ...world, entries: saveHistory(world, { seed: 'bench' }).entries }
}

const startAt = Date.UTC(2026, 5, 1)

/** One in a hundred is missing. */
function createEqual(spanMs: number, equal = lineCount): Sides {
  const times = Array.from({ length: lineCount }, (_, number) => startAt + Math.floor((number * spanMs) / lineCount))
  const entries = times.map(
    (at, index): FileLine => ({ ...lineAt(at, index), text: `ok ${Math.floor(index / equal)}` }),
  )
  const live = times.map((at, number) => ({
    id: `m${number}`,
    at,
    seq: number,
    person: 'U1',
    kind: 'text' as const,
    wordings: [`ok ${Math.floor(number / equal)}`],
  }))
  return { entries, live: live.filter((_, number) => number % 100 !== 0), gaps: [], sends: [] }
}

/** Nothing of the file is here, and everything around it was unsent. */
function createUnsent(): Sides {
  const entries = Array.from({ length: lineCount }, (_, index) => lineAt(startAt + 60_000 * (index % 2), index))
  const gaps = Array.from({ length: lineCount }, (_, number) => ({
    at: startAt + 90_000 + (number % 1_000),
    id: `u${number}`,
  }))
  return { entries: entries.toSorted((one, other) => one.at - other.at), live: [], gaps, sends: [] }
}

function lookUp({ entries, live }: Sides): number {
  const keyOf = (at: number, person: string, text: string) => `${Math.floor(at / 60_000)} ${person} ${text}`
  const known = new Set(live.map(({ at, person, wordings }) => keyOf(at, person, wordings[0] ?? '')))
  return entries.filter((entry) => entry.kind !== 'unsent-note' && known.has(keyOf(entry.at, entry.person, entry.text)))
    .length
}
