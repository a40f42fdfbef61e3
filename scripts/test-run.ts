import { availableParallelism } from 'node:os'
import { type Outcome, runTestFile, type TestLimits } from './test-file.ts'
import { keepSeconds, longestFirst, readSeconds, tellSlowest } from './test-seconds.ts'

const env = process.env

// The long forms of tests, which `npm run test:soak` asks for, take their time.
const testMs = Number(env.INNKEEPER_TEST_LIMIT_MS ?? (env.INNKEEPER_SOAK === '1' ? 1_800_000 : 300_000))
const limits: TestLimits = {
  testMs,
  // Some more, so that a test may say by itself that its time is up.
  lifeMs: testMs + Math.min(testMs, 15_000),
  // Far more than a crowded machine needs.
  leavingMs: Number(env.INNKEEPER_TEST_LEAVING_MS ?? 60_000),
}

/** More than these do not fail by chance. */
const mostRunAgain = 5

/** Runs test files beside each other, those that failed once more alone, and tells what is to be known at the end. */
export async function runTests(files: string[], cwd: string): Promise<{ passed: number; failed: number }> {
  const outcomes = await runFiles(longestFirst(files, readSeconds(cwd)), cwd, availableParallelism() + 1)
  const failed = [...outcomes].filter(([, { failed }]) => failed.length > 0).map(([file]) => file)
  const remarks: string[] = []
  if (failed.length > mostRunAgain) remarks.push(`${failed.length} files failed: too many for chance, none ran again.`)
  else if (failed.length > 0) remarks.push(...(await runAlone(failed, cwd, outcomes)))
  const seconds = Object.fromEntries([...outcomes].map(([file, outcome]) => [file, outcome.seconds]))
  keepSeconds(cwd, seconds)
  tellSlowest(seconds)
  tellRemarks(outcomes, remarks)
  const sum = (count: (outcome: Outcome) => number) => outcomes.values().reduce((all, one) => all + count(one), 0)
  return { passed: sum(({ passed }) => passed), failed: sum(({ failed }) => failed.length) }
}

async function runFiles(files: string[], cwd: string, concurrency: number): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>()
  const waiting = files.values()
  const lanes = Array.from({ length: concurrency }, async () => {
    for (const file of waiting) outcomes.set(file, await runTestFile(file, cwd, limits))
  })
  await Promise.all(lanes)
  return outcomes
}

/** A crowded machine is no fault of the program, but a test that minds it has one. */
async function runAlone(files: string[], cwd: string, outcomes: Map<string, Outcome>): Promise<string[]> {
  console.log(`\nOnce more, alone: ${files.join(', ')}\n`)
  const remarks: string[] = []
  for (const [file, outcome] of await runFiles(files, cwd, 1)) {
    const inTheCrowd = outcomes.get(file)?.failed ?? []
    outcomes.set(file, outcome)
    if (outcome.failed.length === 0) remarks.push(`PASSED ONLY ALONE ${file}: ${inTheCrowd.join(' · ')}`)
  }
  return remarks
}

function tellRemarks(outcomes: Map<string, Outcome>, remarks: string[]): void {
  for (const { skipped } of outcomes.values()) for (const one of skipped) console.log(`SKIPPED ${one}`)
  for (const [file, { leftOpen }] of outcomes) if (leftOpen !== undefined) console.log(`LEFT OPEN ${file}: ${leftOpen}`)
  for (const remark of remarks) console.log(remark)
  for (const [file, { failed }] of outcomes) for (const name of failed) console.log(`FAILED ${file}: ${name}`)
}
