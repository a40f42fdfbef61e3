import { Refusal } from '../../domain/refusal.ts'
import { type Outcome, settle, type Waiting, type Writer } from '../sql/outcome.ts'
import type { Defaults } from '../sql/sql.ts'
import { createWriting } from '../sql/writing.ts'
import { openInThread, returnWritingThread, takeWritingThread } from '../sql/writing-threads.ts'
import { openForWriting } from './open-database.ts'
import { runBatch } from './run-batch.ts'

export type WriterOptions = { dataDir: string; defaults: Defaults }

/** Beyond this many waiting commands, new ones are refused instead of piling up. */
const mostWaiting = 20_000
/** Commands in one commit, so that none waits for a long one. */
const mostTogether = 500

/** While the thread works on one batch, the next one is already queued, so that it never waits for a busy event loop. */
const mostSent = 2
/** With this many it doesn't wait for the end of a long turn: otherwise thread and event loop would idle in turns. */
const enough = 8

const threadFile = new URL('./writer-thread.ts', import.meta.url)

/** Writes off the event loop: what arrives while one commit reaches the disk shares the next. */
export async function openThreadWriter(options: WriterOptions): Promise<Writer> {
  const worker = takeWritingThread(threadFile)
  await openInThread(worker, options)
  let waiting: Waiting[] = []
  const sent: Waiting[][] = []
  let broken: Error | undefined
  let idle = () => {}

  const fail = (error: Error) => {
    broken = error
    for (const one of [...sent.flat(), ...waiting]) one.reject(new Refusal('unavailable', 'the store has stopped'))
    sent.length = 0
    waiting = []
  }
  worker.on('error', fail)
  worker.on('exit', (code) => fail(new Error(`The writer thread ended with code ${code}`)))

  const send = () => {
    if (sent.length >= mostSent || waiting.length === 0) return
    const batch = waiting.splice(0, mostTogether)
    sent.push(batch)
    worker.postMessage(batch.map((one) => one.command))
  }
  worker.on('message', (outcomes: Outcome[]) => {
    const done = sent.shift() ?? []
    send()
    for (const [index, one] of done.entries()) settle(one, outcomes[index])
    if (sent.length === 0) idle()
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
        if (waiting.length === 1) setImmediate(send)
        else if (waiting.length >= enough) send()
      })
    },
    async close() {
      if (sent.length > 0 || waiting.length > 0) await new Promise<void>((resolve) => (idle = resolve))
      if (broken) return
      worker.removeAllListeners('message')
      const closed = new Promise((resolve) => worker.once('message', resolve).once('exit', resolve))
      worker.postMessage('close')
      await closed
      await returnWritingThread(threadFile, worker)
    },
  }
}

/** Writes on the calling thread: for commands that do one thing and exit. */
export async function openInlineWriter({ dataDir, defaults }: WriterOptions): Promise<Writer> {
  const connection = await openForWriting(dataDir)
  const writing = createWriting(defaults)
  let last: Promise<unknown> = Promise.resolve()
  return {
    write(command) {
      const outcome = last.then(() => runBatch(connection, writing, [command]))
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
