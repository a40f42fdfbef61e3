import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestRun } from './test-engines.ts'
import { count, inTenths, newOutcome, type Outcome, runTestFile } from './test-file.ts'
import { importsOf } from './test-imports.ts'
import { type RunnerEvent, runTestProcess, type TestLimits } from './test-process.ts'

/** A file that runs in one process with others. */
export type Companion = {
  name: string
  file: string
  /** Full paths of what it imports beside what is tested. */
  shared: string[]
}

const groupModule = fileURLToPath(new URL('./test-group.ts', import.meta.url))

/** Runs test files of one environment in one process, one after the other. Outcomes by name. */
export async function runTogether(runs: TestRun[], cwd: string, limits: TestLimits): Promise<Map<string, Outcome>> {
  // Also whom the others did not let come to their turn.
  const { outcomes, waiting } =
    runs.length > 1 ? await runGroup(runs, cwd, limits) : { outcomes: new Map(), waiting: runs }
  for (const run of waiting) outcomes.set(run.name, await runTestFile(run, cwd, limits))
  return outcomes
}

async function runGroup(runs: TestRun[], cwd: string, limits: TestLimits) {
  const outcomes = new Map<string, Outcome>()
  const unfinished = new Set<string>()
  let current: Outcome | undefined

  /** Of the test around a file, which is none of its tests; the suite in it tells the same. */
  function takeFrame(event: RunnerEvent, name: string): RunnerEvent | undefined {
    if (event.type === 'test:dequeue') {
      unfinished.add(name)
      current = newOutcome()
      outcomes.set(name, current)
    }
    if (event.type !== 'test:pass' && event.type !== 'test:fail') return undefined
    unfinished.delete(name)
    if (current) current.seconds = inTenths(event.data.details.duration_ms)
    return event.type === 'test:fail' && current?.failed.length === 0 ? takeTest(event) : undefined
  }

  function takeTest(event: RunnerEvent): RunnerEvent {
    if (current) count(current, event)
    return event
  }

  const companions = runs.map(({ name, file }): Companion => ({ name, file, shared: importsOf(resolve(cwd, file)) }))
  const argv = companions.map((one) => JSON.stringify(one))
  const program = { file: groupModule, argv, env: runs[0]?.env ?? {}, heading: '' }
  const leftOpen = await runTestProcess(program, cwd, limits, (event) => {
    const { data } = event
    if (!('nesting' in data)) return event
    if (data.nesting > 0) return takeTest({ ...event, data: { ...data, nesting: data.nesting - 1 } } as RunnerEvent)
    const isFrame = 'name' in data && runs.some(({ name }) => name === data.name)
    return isFrame ? takeFrame(event, data.name) : takeTest(event)
  })
  for (const name of unfinished) outcomes.get(name)?.failed.push('did not come to its end')
  if (leftOpen !== undefined && current) current.leftOpen = `${leftOpen} (or one of ${runs.length - 1} files before it)`
  return { outcomes, waiting: runs.filter(({ name }) => !outcomes.has(name)) }
}
