import { text } from 'node:stream/consumers'
import { type EventData, run } from 'node:test'
import { spec } from 'node:test/reporters'
import { leftOpenMark } from './test-marks.ts'

export type TestLimits = {
  /** For one test. */
  testMs: number
  /** For the process that runs the file: it is killed then, whatever it is doing. */
  lifeMs: number
  /** For what comes after the last test: hooks at the end of the file, and what they close. */
  leavingMs: number
}

/** Of all that the runner tells, what is looked at here. */
export type RunnerEvent =
  | { type: 'test:dequeue'; data: EventData.TestDequeue }
  | { type: 'test:start'; data: EventData.TestStart }
  | { type: 'test:pass'; data: EventData.TestPass }
  | { type: 'test:fail'; data: EventData.TestFail }
  | { type: 'test:stderr'; data: EventData.TestStderr }
  | { type: 'test:summary'; data: EventData.TestSummary }
  | { type: 'test:diagnostic'; data: EventData.TestDiagnostic }

type Program = { file: string; argv?: string[]; env: NodeJS.ProcessEnv; heading: string }

/**
 * Runs one file in a process of its own and prints its report. Comes to an end, whatever the file does, and answers what outlived its
 * last test. `take` hears what happens and answers what of it is to be told.
 */
export async function runTestProcess(
  { file, argv = [], env, heading }: Program,
  cwd: string,
  limits: TestLimits,
  take: (event: RunnerEvent) => RunnerEvent | undefined,
): Promise<string | undefined> {
  let leftOpen: string | undefined
  const patience = new AbortController()
  // A process kills itself in time, but whom it started may hold on to the pipe that is read here.
  let timer = setTimeout(() => patience.abort(), limits.lifeMs + limits.leavingMs)
  let isOver = false

  const execArgv = ['--import', limitModule(limits)]
  const { signal } = patience
  const stream = run({ files: [file], argv, cwd, env, concurrency: 1, timeout: limits.testMs, execArgv, signal })
  const reporter = new spec()
  const report = text(reporter)
  for await (const event of stream as AsyncIterable<RunnerEvent>) {
    if (event.type === 'test:stderr' && event.data.message.startsWith(leftOpenMark)) {
      leftOpen = event.data.message.slice(leftOpenMark.length).trim()
    }
    if (event.type === 'test:summary' && event.data.file !== undefined) {
      isOver = true
      clearTimeout(timer)
      timer = setTimeout(() => patience.abort(), limits.leavingMs)
    }
    if (event.type === 'test:fail' && isOver && patience.signal.aborted) {
      leftOpen ??= 'a process that it started'
      continue
    }
    const told = take(event)
    // The runner's own numbers are of this process alone and would only hide those of the whole run.
    const isTotal = event.type === 'test:diagnostic' && event.data.file === undefined
    if (told && !isTotal) reporter.write(told)
  }
  reporter.end()
  clearTimeout(timer)
  // In one piece, because others have their say at the same time.
  process.stdout.write(heading + (await report))
  return leftOpen
}

function limitModule({ lifeMs, leavingMs }: TestLimits): string {
  const url = new URL('./test-limit.ts', import.meta.url)
  url.searchParams.set('lifeMs', String(lifeMs))
  url.searchParams.set('leavingMs', String(leavingMs))
  return url.href
}
