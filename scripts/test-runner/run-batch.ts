import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { type EventData, run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import type { Batch } from './folders.ts'

/** The result of one test file or check. */
export type TestResult = { name: string; passed: number; failed: string[]; skipped: string[]; seconds: number }

type RunnerEvent =
  | { type: 'test:pass'; data: EventData.TestPass }
  | { type: 'test:fail'; data: EventData.TestFail }
  | { type: 'test:diagnostic'; data: EventData.TestDiagnostic }
  | { type: 'test:summary'; data: EventData.TestSummary }

/** Much longer than a process needs to end, even on a busy machine. */
const exitTimeoutMs = 60_000
/** A test reports its own timeout. Only a process whose event loop is blocked stays silent longer than that. */
const graceMs = 30_000

// As `./innkeeper` has it. One thread collects garbage, because the processors are busy with other tests.
const roomyNursery = ['--max-semi-space-size=32', '--min-semi-space-size=32', '--single-threaded-gc']

const sharedProcess = fileURLToPath(new URL('./shared-process.ts', import.meta.url))

/** Runs a batch in its own process. Prints a line per file, and the full report if something failed. Always ends. */
export async function runBatch({ files, engine, limitSeconds }: Batch, cwd: string): Promise<TestResult[]> {
  const suffix = engine === 'postgres' ? ' on PostgreSQL and S3' : ''
  const results = files.map(
    (file): TestResult => ({ name: file + suffix, passed: 0, failed: [], skipped: [], seconds: 0 }),
  )
  const isShared = files.length > 1
  const startedAt = performance.now()
  const timeout = limitSeconds * 1000
  const ending = new AbortController()
  // Ends a process whose event loop is blocked, which a timeout inside it couldn't.
  let timer = setTimeout(() => ending.abort(), timeout + graceMs)
  const stream = run({
    ...(isShared ? { files: [sharedProcess], argv: files } : { files }),
    cwd,
    env: { ...process.env, INNKEEPER_TEST_ENGINE: engine },
    execArgv: roomyNursery,
    concurrency: 1,
    timeout,
    signal: ending.signal,
  })
  const reporter = new spec()
  const report = text(reporter)
  // A shared process runs its files in order.
  let current = 0
  let hasTimedOut = false
  for await (const event of stream as AsyncIterable<RunnerEvent>) {
    hasTimedOut ||= isTimeout(event)
    // If all tests are done and the process keeps running, a test left something open, which is a failure. After a timeout, what
    // the test was waiting for may keep the process running for ever.
    const isEnding = hasTimedOut || (event.type === 'test:summary' && event.data.file !== undefined)
    clearTimeout(timer)
    timer = setTimeout(() => ending.abort(), isEnding ? Math.min(timeout, exitTimeoutMs) : timeout + graceMs)
    // Skip the totals of this process, because only those of the whole run matter.
    if (event.type === 'test:diagnostic' && event.data.file === undefined) continue
    reporter.write(event)
    const result = results[Math.min(current, results.length - 1)]
    if (!result || (event.type !== 'test:pass' && event.type !== 'test:fail')) continue
    const isFrame = event.data.nesting < 2 && isNameOf(event.data.name, files[current])
    count(result, event, isFrame)
    if (isShared && isFrame && event.data.nesting === 0) {
      result.seconds = event.data.details.duration_ms / 1000
      current++
    }
  }
  clearTimeout(timer)
  reporter.end()
  if (!isShared) for (const one of results) one.seconds = (performance.now() - startedAt) / 1000
  for (const one of isShared ? results.slice(current) : []) one.failed.push('did not run to its end')
  for (const one of results)
    if (one.passed + one.failed.length + one.skipped.length === 0) one.failed.push('has no test')
  print(results, await report)
  return results
}

function isTimeout({ type, data }: RunnerEvent): boolean {
  if (type !== 'test:fail') return false
  const { failureType } = (data as EventData.TestFail).details.error as { failureType?: string }
  return failureType === 'testTimeoutFailure'
}

/** Node's test runner wraps the tests of a file in a test named after the file's path. */
function isNameOf(name: string, file = ''): boolean {
  return name === file || name === resolve(file)
}

/** Suites and the wrappers around files aren't tests. They only count if they failed themselves, in a hook or while loading. */
function count(result: TestResult, { type, data }: RunnerEvent, isFrame: boolean): void {
  if (type !== 'test:pass' && type !== 'test:fail') return
  const { name, skip, details } = data
  const isTest = details.type !== 'suite' && !isFrame
  if (type === 'test:fail') {
    const { failureType } = (details as EventData.TestFail['details']).error as { failureType?: string }
    if (isTest || failureType !== 'subtestsFailed') result.failed.push(name)
    // A skipped test hasn't passed.
  } else if (skip !== undefined && skip !== false)
    result.skipped.push(`${name}: ${skip === true ? 'no reason given' : skip}`)
  else if (isTest) result.passed++
}

function print(results: readonly TestResult[], report: string): void {
  const lines = results.map(({ name, passed, failed, seconds }) => {
    const counts = failed.length > 0 ? `${passed} passed, ${failed.length} failed` : `${passed} passed`
    return `${failed.length > 0 ? '✖' : '✔'} ${name} (${counts}, ${seconds.toFixed(1)} s)\n`
  })
  // Leave out tests that passed. Write everything at once, because other batches print too.
  const details = report.replaceAll(/^\s*[✔▶].*\n/gm, '')
  process.stdout.write(lines.join('') + (results.some(({ failed }) => failed.length > 0) ? details : ''))
}
