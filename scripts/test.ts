import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { checks, runCheck } from './test-runner/checks.ts'
import { type Engine, planBatches } from './test-runner/folders.ts'
import { withLongForm } from './test-runner/long-tests.ts'
import { runBatch, type TestResult } from './test-runner/run-batch.ts'
import { dayVariable } from './test-runner/turns.ts'

// Runs the checks and the tests in parallel, and ends with one line: N passed, M failed. There are no retries.
// `--only checks` or `--only tests` runs one half. Other arguments select the test files whose path contains one of them, and
// `--soak` those that have a long form. With `--full`, or with selected files, all tests for PostgreSQL run. `--in <folder>` runs
// the tests in that folder instead of ours.

const root = new URL('..', import.meta.url).pathname.replace(/\/$/, '')

// Hundreds of processes load the same modules, so they share compiled code.
process.env.NODE_COMPILE_CACHE ??= `${root}/node_modules/.cache/compiled`

const words = process.argv.slice(2)
const only = takeOption('--only')
const folder = takeOption('--in')
const isFull = takeFlag('--full')
const isSoak = takeFlag('--soak')

const results: TestResult[] = []
const jobs = [...planTests(), ...planChecks()]
// Twice the number of processors, because tests often wait for a disk, a timer or another process. Every second lane takes jobs
// from the end, because the first folders mostly wait and the last ones mostly compute.
const lanes = Array.from({ length: availableParallelism() * 2 }, async (_, lane) => {
  while (true) {
    const run = lane % 2 === 0 ? jobs.shift() : jobs.pop()
    if (!run) return
    results.push(...(await run()))
  }
})
await Promise.all(lanes)
const { passed, failed } = report(results)
// Exit explicitly, because a process that outlived its test could keep a pipe open.
process.exit(failed > 0 || passed === 0 ? 1 : 0)

function planChecks(): (() => Promise<TestResult[]>)[] {
  if (only === 'tests' || words.length > 0) return []
  return checks.map((check) => async () => [await runCheck(check)])
}

function planTests(): (() => Promise<TestResult[]>)[] {
  if (only === 'checks') return []
  const cwd = resolve(folder ?? root)
  process.chdir(cwd)
  const globs = folder === undefined ? ['packages/*/test/**/*.test.ts', 'scripts/test/**/*.test.ts'] : ['**/*.test.ts']
  const isChosen = (file: string) => words.length === 0 || words.some((word) => file.includes(word))
  const chosen = globSync(globs, { cwd }).filter(isChosen)
  const files = isSoak ? withLongForm(chosen, cwd) : chosen
  const engine = process.env.INNKEEPER_TEST_ENGINE as Engine | undefined
  const day = Math.floor(Date.now() / 86_400_000)
  const isAll = isFull || isSoak || words.length > 0
  if (isAll) delete process.env[dayVariable]
  else process.env[dayVariable] = String(day)
  const batches = planBatches(files, { isFull: isAll, engine, day })
  return batches.map((batch) => () => runBatch(batch, cwd))
}

function report(all: readonly TestResult[]): { passed: number; failed: number } {
  console.log('\nSlowest files:')
  const slowest = all.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10)
  for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`)
  for (const { name, skipped } of all) for (const one of skipped) console.log(`SKIPPED ${name}: ${one}`)
  for (const { name, failed } of all) for (const one of failed) console.log(`FAILED ${name}: ${one}`)
  const sum = (count: (result: TestResult) => number) => all.reduce((total, one) => total + count(one), 0)
  const totals = { passed: sum(({ passed }) => passed), failed: sum(({ failed }) => failed.length) }
  console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
  return totals
}

function takeOption(name: string): string | undefined {
  const at = words.indexOf(name)
  return at === -1 ? undefined : words.splice(at, 2)[1]
}

function takeFlag(name: string): boolean {
  const at = words.indexOf(name)
  if (at !== -1) words.splice(at, 1)
  return at !== -1
}
