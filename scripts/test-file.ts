import type { EventData } from 'node:test'
import type { TestRun } from './test-engines.ts'
import { type RunnerEvent, runTestProcess, type TestLimits } from './test-process.ts'

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

export function newOutcome(): Outcome {
  return { passed: 0, failed: [], skipped: [], seconds: 0 }
}

/** Runs a test file in a process of its own. */
export async function runTestFile({ name, file, env }: TestRun, cwd: string, limits: TestLimits): Promise<Outcome> {
  const startedAt = performance.now()
  const outcome = newOutcome()
  const heading = name === file ? '' : `In ${name}:\n`
  const leftOpen = await runTestProcess({ file, env, heading }, cwd, limits, (event) => {
    count(outcome, event)
    return event
  })
  if (leftOpen !== undefined) outcome.leftOpen = leftOpen
  outcome.seconds = inTenths(performance.now() - startedAt)
  return outcome
}

/** Seconds. */
export function inTenths(ms: number): number {
  return Math.round(ms / 100) / 10
}

export function count(outcome: Outcome, event: RunnerEvent): void {
  if (event.type === 'test:pass') countPass(outcome, event.data)
  else if (event.type === 'test:fail') countFail(outcome, event.data)
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
