import { availableParallelism } from 'node:os'
import { createStealMeter } from './steal-meter.ts'
import { onEngines, type TestRun } from './test-engines.ts'
import type { Outcome } from './test-file.ts'
import { inGroups } from './test-groups.ts'
import type { TestLimits } from './test-process.ts'
import { keepSeconds, longestFirst, readSeconds, tellSlowest } from './test-seconds.ts'
import { runTogether } from './test-together.ts'

const env = process.env

// The long forms of tests, which `npm run test:soak` asks for, take their time.
const testMs = Number(env.INNKEEPER_TEST_LIMIT_MS ?? (env.INNKEEPER_SOAK === '1' ? 1_800_000 : 600_000))
const limits: TestLimits = {
  testMs,
  // More, so that a test may say by itself that its time is up, and a file of many tests gets through on a crowded machine.
  lifeMs: testMs + Math.min(testMs, 120_000),
  // Far more than a crowded machine needs.
  leavingMs: Number(env.INNKEEPER_TEST_LEAVING_MS ?? 60_000),
}

/** More files than these do not fail by chance, unless the host took much of the processors: then tests run into their time limits. */
const mostRunAgain = { quiet: 5, disturbed: 40 }
const mostStolen = 0.1

/** Runs test files beside each other, those that failed once more alone, and tells what is to be known at the end. */
export async function runTests(files: string[], cwd: string): Promise<{ passed: number; failed: number }> {
  const known = readSeconds(cwd)
  const runs = longestFirst(onEngines(files, cwd), known)
  const stolen = createStealMeter()
  const outcomes = await runGroups(inGroups(runs, cwd, known), cwd, availableParallelism() + 1)
  // Given by the runner's own tests.
  const share = Number(env.INNKEEPER_TEST_STOLEN ?? stolen())
  const failed = runs.filter(({ name }) => outcomes.get(name)?.failed.length)
  const remarks: string[] = []
  if (share > mostStolen) remarks.push(`The host took ${Math.round(share * 100)} % of the processors during the run.`)
  if (failed.length > mostRunAgain[share > mostStolen ? 'disturbed' : 'quiet'])
    remarks.push(`${failed.length} files failed: too many for chance, none ran again.`)
  else if (failed.length > 0) remarks.push(...(await runAlone(failed, cwd, outcomes)))
  const seconds = Object.fromEntries([...outcomes].map(([name, outcome]) => [name, outcome.seconds]))
  keepSeconds(cwd, seconds)
  tellSlowest(seconds)
  tellRemarks(outcomes, remarks)
  const sum = (count: (outcome: Outcome) => number) => outcomes.values().reduce((all, one) => all + count(one), 0)
  return { passed: sum(({ passed }) => passed), failed: sum(({ failed }) => failed.length) }
}

/** Outcomes by name. */
async function runGroups(groups: TestRun[][], cwd: string, concurrency: number): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>()
  const waiting = groups.values()
  const lanes = Array.from({ length: concurrency }, async () => {
    for (const group of waiting) {
      for (const [name, outcome] of await runTogether(group, cwd, limits)) outcomes.set(name, outcome)
    }
  })
  await Promise.all(lanes)
  return outcomes
}

/** A crowded machine is no fault of the program, but a test that minds it has one. */
async function runAlone(runs: TestRun[], cwd: string, outcomes: Map<string, Outcome>): Promise<string[]> {
  console.log(`\nOnce more, alone: ${runs.map(({ name }) => name).join(', ')}\n`)
  const remarks: string[] = []
  const alone = runs.map((run) => [run])
  for (const [name, outcome] of await runGroups(alone, cwd, 1)) {
    const inTheCrowd = outcomes.get(name)?.failed ?? []
    outcomes.set(name, outcome)
    if (outcome.failed.length === 0) remarks.push(`PASSED ONLY ALONE ${name}: ${inTheCrowd.join(' · ')}`)
  }
  return remarks
}

function tellRemarks(outcomes: Map<string, Outcome>, remarks: string[]): void {
  for (const { skipped } of outcomes.values()) for (const one of skipped) console.log(`SKIPPED ${one}`)
  for (const [name, { leftOpen }] of outcomes) if (leftOpen !== undefined) console.log(`LEFT OPEN ${name}: ${leftOpen}`)
  for (const remark of remarks) console.log(remark)
  for (const [name, { failed }] of outcomes) for (const one of failed) console.log(`FAILED ${name}: ${one}`)
}
