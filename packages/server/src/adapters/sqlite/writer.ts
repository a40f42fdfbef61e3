import { Worker } from 'node:worker_threads'
import { Refusal } from '../../domain/refusal.ts'
import type { Command } from '../../ports/commands.ts'
import type { Defaults } from '../sql/sql.ts'
import { openForWriting } from './open-database.ts'
import { type Outcome, runBatch } from './run-batch.ts'

/** Carries commands to the one writing connection and brings their outcomes back. */
export type Writer = {
  write(command: Command): Promise<unknown>
  close(): Promise<void>
}

export type WriterOptions = { dataDir: string; defaults: Defaults }

/** Beyond this many waiting commands, new ones are refused instead of piling up. */
const mostWaiting = 20_000
/** A commit holds at most this many, so that nobody waits for a long one. */
const mostTogether = 500

type Waiting = { command: Command; resolve(value: unknown): void; reject(error: Error): void }

/** Writes off the event loop: what arrives while one commit reaches the disk shares the next. */
export async function openThreadWriter(options: WriterOptions): Promise<Writer> {
  const worker = new Worker(new URL('./writer-thread.ts', import.meta.url), { workerData: options })
  await started(worker)
  let waiting: Waiting[] = []
  let running: Waiting[] | undefined
  let broken: Error | undefined
  let idle = () => {}

  const fail = (error: Error) => {
    broken = error
    for (const one of [...(running ?? []), ...waiting]) one.reject(new Refusal('unavailable', 'the store has stopped'))
    running = undefined
    waiting = []
  }
  worker.on('error', fail)
  worker.on('exit', (code) => fail(new Error(`The writing thread ended (${code})`)))

  const send = () => {
    if (running || waiting.length === 0) return
    running = waiting.splice(0, mostTogether)
    worker.postMessage(running.map((one) => one.command))
  }
  worker.on('message', (outcomes: Outcome[]) => {
    const done = running ?? []
    running = undefined
    send()
    for (const [index, one] of done.entries()) settle(one, outcomes[index])
    if (!running) idle()
  })

  return {
    write(command) {
      if (broken || waiting.length >= mostWaiting) {
        return Promise.reject(
          new Refusal('unavailable', broken ? 'the store has stopped' : 'too many writes are waiting'),
        )
      }
      return new Promise((resolve, reject) => {
        waiting.push({ command, resolve, reject })
        // One turn of the loop gathers what arrived together.
        if (waiting.length === 1 && !running) setImmediate(send)
      })
    },
    async close() {
      if (running || waiting.length > 0) await new Promise<void>((resolve) => (idle = resolve))
      worker.removeAllListeners('exit')
      worker.postMessage('close')
      await new Promise((resolve) => worker.once('exit', resolve))
    },
  }
}

/** Writes on the calling thread: for commands that do one thing and end. */
export async function openInlineWriter({ dataDir, defaults }: WriterOptions): Promise<Writer> {
  const connection = await openForWriting(dataDir)
  let last: Promise<unknown> = Promise.resolve()
  return {
    write(command) {
      const outcome = last.then(() => runBatch(connection, defaults, [command]))
      last = outcome
      return new Promise((resolve, reject) => {
        outcome.then(([one]) => settle({ command, resolve, reject }, one), reject)
      })
    },
    async close() {
      await last
      connection.close()
    },
  }
}

function settle(one: Waiting, outcome: Outcome | undefined): void {
  if (outcome?.kind === 'done') one.resolve(outcome.value)
  else if (outcome?.kind === 'refused') one.reject(new Refusal(outcome.code, outcome.detail))
  else one.reject(failure(one.command, outcome))
}

function failure(command: Command, outcome: { message: string; stack: string | undefined } | undefined): Error {
  const error = new Error(`${command.kind}: ${outcome?.message ?? 'the writing thread answered too little'}`)
  if (outcome?.stack) error.stack = outcome.stack
  return error
}

function started(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', () => {
      worker.off('error', reject)
      resolve()
    })
  })
}
