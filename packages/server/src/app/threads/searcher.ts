import type { Worker } from 'node:worker_threads'
import type { ErrorCode } from '@innkeeper/contract'
import type { Search, SearchGrant, SearchWork } from '../../actions/search/search.ts'
import { startThread } from '../../adapters/thread/start-thread.ts'
import { findNextInTurn } from '../../domain/fair-turns.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Clock } from '../../ports/clock.ts'
import { type StoreLocation, searchThreads } from '../storage/open-store.ts'

export type SearcherOptions = { location: StoreLocation }

export type SearchRequest = {
  no: number
  at: number
  baseUrl: string
  retentionCeilingDays: number | null
  grant: SearchGrant
  work: SearchWork
}

/** Plain, because it crosses a thread. */
export type SearchAnswer = { no: number } & (
  | { kind: 'found'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'refused'; code: ErrorCode; detail: string }
  | { kind: 'failed'; message: string; stack: string | undefined }
)

export type Searcher = { search: Search; close(): Promise<void> }

type Asked = { userId: string; resolve(bytes: Buffer): void; reject(error: Error): void }
type Waiting = Asked & Pick<SearchRequest, 'no' | 'grant' | 'work'>
/** `isReady`: it has answered before. Starting one takes longer than most searches. */
type Thread = { worker: Worker; asked: Map<number, Asked>; isReady: boolean }

/** Several searches take turns in a thread, slice by slice, so that a long one doesn't delay short ones for long. */
const mostInThread = 4
/** Half of them, so that one person never keeps all processors or the whole database busy. */
const mostThreadsOfPerson = Math.max(1, searchThreads >> 1)
/** One place is left for someone else, who would otherwise wait until another thread has started. */
const mostOfPerson = mostThreadsOfPerson * (mostInThread - 1)
/** Together with those that run. The budgets of people and channels come first; this bounds memory when very many people search. */
const mostWaiting = 1_000

/** What can change while the service runs. */
type Scene = { clock: Clock; baseUrl: () => string; retentionCeilingDays: () => number | null }

/**
 * Searches in separate threads, so that scanning thousands of messages delays nothing else. A thread is started when all others
 * are busy; a failed one is dropped, and its callers get an error. People take turns: the person with the fewest running searches
 * goes first, and no one uses more than half of the threads. Several searches of a person share a thread, so that it doesn't wait for
 * the next one.
 */
export function createSearcher(options: SearcherOptions, { clock, baseUrl, retentionCeilingDays }: Scene): Searcher {
  const threads: Thread[] = []
  const waiting: Waiting[] = []
  let lastNo = 0
  let isClosed = false

  const start = (): Thread => {
    const worker = startThread(new URL('./search-thread.ts', import.meta.url), { niceness: 10, workerData: options })
    const thread: Thread = { worker, asked: new Map(), isReady: false }
    const end = (why: unknown) => {
      if (threads.includes(thread)) threads.splice(threads.indexOf(thread), 1)
      for (const { reject } of thread.asked.values()) reject(isClosed ? stopping() : failure(why))
      thread.asked.clear()
      startWaiting()
    }
    worker.on('error', end)
    worker.on('exit', (code) => end(`it ended (${code})`))
    worker.on('message', (answer: SearchAnswer) => {
      thread.isReady = true
      const one = thread.asked.get(answer.no)
      thread.asked.delete(answer.no)
      if (one) settle(one, answer)
      startWaiting()
    })
    threads.push(thread)
    return thread
  }

  const threadsOf = (userId: string): Thread[] => {
    const own = threads.filter(({ asked }) => asked.values().some((one) => one.userId === userId))
    return own.length < mostThreadsOfPerson ? threads : own
  }

  const isPlace = (): boolean => threads.length < searchThreads || threads.some(hasPlace)

  const isPlaceFor = (userId: string): boolean => {
    const open = threadsOf(userId)
    return (open === threads && threads.length < searchThreads) || open.some(hasPlace)
  }

  /** The ready thread with the fewest searches, or else any thread with the fewest. Starts another while all are busy. */
  const pickThread = (userId: string): Thread | undefined => {
    const open = threadsOf(userId)
    if (open === threads && threads.length < searchThreads && threads.every(({ asked }) => asked.size > 0)) start()
    const free = open.filter(hasPlace)
    const ready = free.filter(({ isReady }) => isReady)
    const [leastBusy] = (ready.length > 0 ? ready : free).toSorted((one, other) => one.asked.size - other.asked.size)
    return leastBusy
  }

  const startWaiting = (): void => {
    while (!isClosed && waiting.length > 0 && isPlace()) {
      const running = threads.flatMap(({ asked }) => [...asked.values()])
      const startable = waiting.filter(({ userId }) => isPlaceFor(userId))
      const next = findNextInTurn(startable, running, mostOfPerson)
      const thread = next && pickThread(next.userId)
      if (!thread) return
      waiting.splice(waiting.indexOf(next), 1)
      const { no, grant, work } = next
      thread.asked.set(no, next)
      const now = { at: clock(), baseUrl: baseUrl(), retentionCeilingDays: retentionCeilingDays() }
      thread.worker.postMessage({ no, ...now, grant, work } satisfies SearchRequest)
    }
  }

  return {
    search(grant, work) {
      if (isClosed) return Promise.reject(stopping())
      if (waiting.length >= mostWaiting)
        return Promise.reject(new Refusal('unavailable', 'too many searches are waiting'))
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
      waiting.push({ userId: grant.userId, no: ++lastNo, grant, work, resolve, reject })
      startWaiting()
      return promise
    },
    async close() {
      isClosed = true
      for (const { reject } of waiting.splice(0)) reject(stopping())
      await Promise.all(threads.map(({ worker }) => worker.terminate()))
    },
  }
}

function hasPlace({ asked }: Thread): boolean {
  return asked.size < mostInThread
}

function settle({ resolve, reject }: Asked, answer: SearchAnswer): void {
  if (answer.kind === 'found') resolve(Buffer.from(answer.bytes.buffer))
  else if (answer.kind === 'refused') reject(new Refusal(answer.code, answer.detail))
  else {
    const error = new Error(answer.message)
    if (answer.stack !== undefined) error.stack = answer.stack
    reject(error)
  }
}

function failure(why: unknown): Error {
  return new Error('A searching thread failed', { cause: why })
}

function stopping(): Refusal {
  return new Refusal('unavailable', 'the service is stopping')
}
