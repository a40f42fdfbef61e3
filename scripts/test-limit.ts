import { subscribe } from 'node:diagnostics_channel'
import { writeSync } from 'node:fs'
import { isMainThread, Worker } from 'node:worker_threads'
import { leftOpenMark } from './test-marks.ts'

// Loaded into every test process before its test file, because Node's runner waits for ever for a process that does not end.
// The limits stand in the address it is loaded by, so that no program started by a test inherits them.

if (isMainThread) {
  const limits = new URL(import.meta.url).searchParams
  limitLife(Number(limits.get('lifeMs')))
  limitLeaving(Number(limits.get('leavingMs')))
}

/** A thread of its own sees the end of the time even where a loop without end holds up all others. */
function limitLife(lifeMs: number): void {
  const words = `Killed: this test file was not done within ${lifeMs / 1000} s.\n`
  const program = `setTimeout(() => {
    require('node:fs').writeSync(2, ${JSON.stringify(words)})
    process.kill(process.pid, 'SIGKILL')
  }, ${lifeMs})`
  // Without the options of this process, or it would load this file, too.
  new Worker(program, { eval: true, execArgv: [] }).unref()
}

/** Where tests are done and something is left open, waiting for it would prove nothing more. */
function limitLeaving(leavingMs: number): void {
  let running = 0
  let isClosing = false
  let timer: NodeJS.Timeout | undefined
  subscribe('tracing:node.test:start', (test) => {
    if (isRoot(test)) {
      isClosing = true
      return
    }
    running++
    clearTimeout(timer)
  })
  subscribe('tracing:node.test:end', (test) => {
    if (isRoot(test)) isClosing = false
    else running--
    if (running > 0) return
    clearTimeout(timer)
    timer = setTimeout(leave, leavingMs).unref()
  })

  function leave(): void {
    const open = process.getActiveResourcesInfo().join(', ')
    writeSync(2, `${leftOpenMark}${open}\n`)
    // A hook that does not end may be our program that does not stop: no pass.
    if (isClosing) process.exit(1)
    process.exit()
  }
}

/** The runner's own frame around all tests of a file, which begins when the hooks at its end do. */
function isRoot(test: unknown): boolean {
  return (test as { name?: string }).name === '<root>'
}
