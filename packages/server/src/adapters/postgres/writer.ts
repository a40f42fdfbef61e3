import { Refusal } from '../../domain/refusal.ts'
import type { Command } from '../../ports/commands.ts'
import { type Outcome, settle, type Waiting, type Writer } from '../sql/outcome.ts'
import type { Defaults } from '../sql/sql.ts'
import { openInThread, returnWritingThread, takeWritingThread } from '../sql/writing-threads.ts'
import { createCommit } from './commit.ts'
import type { Address } from './connections/client.ts'
import { openTransactions } from './connections/transactions.ts'
import type { Turn } from './ingest/turns.ts'

export type WriterOptions = Address & {
  defaults: Defaults
  /** Most connections. */
  connections: number
}

/** Commands and outcomes cross between the threads in lists, because every message costs as much as a short list. */
export type Asked = [id: number, command: Command][]
export type Answered = [id: number, outcome: Outcome][]

/** Beyond this many waiting commands, new ones are refused instead of piling up. */
const mostWaiting = 20_000

/** A writer that can be told when its node's turn is. */
export type TurnTaker = Writer & { setTurn(turn: Turn): void }

const threadFile = new URL('./writer-thread.ts', import.meta.url)

/** Writes off the event loop: a command is many round trips, and requests must not wait for them, nor they for requests. */
export async function openThreadWriter(options: WriterOptions): Promise<TurnTaker> {
  const worker = takeWritingThread(threadFile)
  await openInThread(worker, options)
  const waiting = new Map<number, Waiting>()
  let asked: Asked = []
  let lastId = 0
  let isBroken = false
  let onIdle = () => {}

  const fail = () => {
    isBroken = true
    for (const one of waiting.values()) one.reject(new Refusal('unavailable', 'the store has stopped'))
    waiting.clear()
    onIdle()
  }
  worker.on('error', fail)
  worker.on('exit', fail)
  worker.on('message', (answered: Answered) => {
    for (const [id, outcome] of answered) {
      const one = waiting.get(id)
      waiting.delete(id)
      if (one) settle(one, outcome)
    }
    if (waiting.size === 0) onIdle()
  })

  const send = () => {
    worker.postMessage(asked)
    asked = []
  }

  return {
    write(command) {
      if (isBroken) return Promise.reject(new Refusal('unavailable', 'the store has stopped'))
      if (waiting.size >= mostWaiting) return Promise.reject(tooMany())
      return new Promise((resolve, reject) => {
        waiting.set(++lastId, { command, resolve, reject })
        if (asked.push([lastId, command]) === 1) setImmediate(send)
      })
    },
    setTurn: (turn) => worker.postMessage({ turn }),
    async close() {
      if (waiting.size > 0) await new Promise<void>((resolve) => (onIdle = resolve))
      if (isBroken) return
      worker.removeAllListeners('message')
      const closed = new Promise((resolve) => worker.once('message', resolve).once('exit', resolve))
      worker.postMessage('close')
      await closed
      await returnWritingThread(threadFile, worker)
    },
  }
}

/** Writes on the calling thread: for commands that do one thing and exit. */
export function openInlineWriter({ url, defaults, connections }: WriterOptions): TurnTaker {
  const transactions = openTransactions({ url }, connections)
  const commit = createCommit(transactions, defaults)
  const underWay = new Set<Promise<Outcome>>()
  return {
    async write(command) {
      if (underWay.size >= mostWaiting) throw tooMany()
      const work = commit(command)
      underWay.add(work)
      const outcome = await work
      underWay.delete(work)
      return await new Promise((resolve, reject) => settle({ command, resolve, reject }, outcome))
    },
    setTurn() {},
    async close() {
      await Promise.all(underWay)
      await transactions.close()
    },
  }
}

function tooMany(): Refusal {
  return new Refusal('unavailable', 'too many writes are waiting')
}
