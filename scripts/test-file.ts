import { text } from 'node:stream/consumers'
import { type EventData, run } from 'node:test'
import { spec } from 'node:test/reporters'
import type { TestRun } from './test-engines.ts'
import { leftOpenMark } from './test-marks.ts'

/** What became of one test file. */
export type Outcome = {
  passed: number
  /** Names of what failed. */
  failed: string[]
  skipped: string[]
  /** What outlived its last test. */
  leftOpen?: string
  seconds: number
}

export type TestLimits = {
  /** For one test. */
  testMs: number
  /** For the process that runs the file: it is killed then, whatever it is doing. */
  lifeMs: number
  /** For what comes after the last test: hooks at the end of the file, and what they close. */
  leavingMs: number
}

/** Of all that the runner tells, what is looked at here. */
type RunnerEvent =
  | { type: 'test:pass'; data: EventData.TestPass }
  | { type: 'test:fail'; data: EventData.TestFail }
  | { type: 'test:stderr'; data: EventData.TestStderr }
  | { type: 'test:summary'; data: EventData.TestSummary }
  | { type: 'test:diagnostic'; data: EventData.TestDiagnostic }

/** Runs a test file in a process of its own and prints its report. Comes to an end, whatever the file does. */
export async function runTestFile({ name, file, env }: TestRun, cwd: string, limits: TestLimits): Promise<Outcome> {
  const startedAt = performance.now()
  const outcome: Outcome = { passed: 0, failed: [], skipped: [], seconds: 0 }
  const patience = new AbortController()
  // A process kills itself in time, but whom it started may hold on to the pipe that is read here.
  let timer = setTimeout(() => patience.abort(), limits.lifeMs + limits.leavingMs)
  let isOver = false

  const execArgv = ['--import', limitModule(limits)]
  const { signal } = patience
  const stream = run({ files: [file], cwd, env, concurrency: 1, timeout: limits.testMs, execArgv, signal })
  const reporter = new spec()
  const report = text(reporter)
  for await (const event of stream as AsyncIterable<RunnerEvent>) {
    const wasLeft = event.type === 'test:fail' && isOver && patience.signal.aborted
    if (wasLeft) outcome.leftOpen ??= 'a process that it started'
    else count(outcome, event)
    if (event.type === 'test:summary' && event.data.file !== undefined) {
      isOver = true
      clearTimeout(timer)
      timer = setTimeout(() => patience.abort(), limits.leavingMs)
    }
    // The runner's own numbers are of this file alone and would only hide those of the whole run.
    const isTotal = event.type === 'test:diagnostic' && event.data.file === undefined
    if (!wasLeft && !isTotal) reporter.write(event)
  }
  reporter.end()
  clearTimeout(timer)
  // In one piece, because other files have their say at the same time.
  process.stdout.write(`${name === file ? '' : `In ${name}:\n`}${await report}`)
  outcome.seconds = Math.round((performance.now() - startedAt) / 100) / 10
  return outcome
}

function limitModule({ lifeMs, leavingMs }: TestLimits): string {
  const url = new URL('./test-limit.ts', import.meta.url)
  url.searchParams.set('lifeMs', String(lifeMs))
  url.searchParams.set('leavingMs', String(leavingMs))
  return url.href
}

function count(outcome: Outcome, event: RunnerEvent): void {
  if (event.type === 'test:pass') countPass(outcome, event.data)
  else if (event.type === 'test:fail') countFail(outcome, event.data)
  else if (event.type === 'test:stderr' && event.data.message.startsWith(leftOpenMark))
    outcome.leftOpen = event.data.message.slice(leftOpenMark.length).trim()
}

function countPass(outcome: Outcome, { name, skip, details }: EventData.TestPass): void {
  // What was skipped proves nothing, so it is no pass.
  if (skip !== undefined && skip !== false) outcome.skipped.push(`${name}: ${skip === true ? 'no reason given' : skip}`)
  else if (details.type !== 'suite') outcome.passed++
}

function countFail(outcome: Outcome, { name, details }: EventData.TestFail): void {
  const { failureType } = details.error as { failureType?: string }
  // A suite is no test; it is told of where it failed by itself, in a hook, and not where a test in it did.
  if (details.type !== 'suite' || failureType !== 'subtestsFailed') outcome.failed.push(name)
}
