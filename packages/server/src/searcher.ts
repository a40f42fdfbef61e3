import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { ErrorCode } from '@innkeeper/contract'
import type { ChannelGrant } from './actions/access.ts'
import type { Search, SearchQuery } from './actions/search.ts'
import { Refusal } from './domain/refusal.ts'
import type { Clock } from './ports/clock.ts'
import type { StorePlace } from './store-place.ts'

export type SearcherOptions = { place: StorePlace; retentionCeilingDays: number | null }

export type SearchRequest = { no: number; at: number; baseUrl: string; grant: ChannelGrant; asked: SearchQuery }

/** Plain, because it crosses a thread. */
export type SearchAnswer = { no: number } & (
  | { kind: 'found'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'refused'; code: ErrorCode; detail: string }
  | { kind: 'failed'; message: string; stack: string | undefined }
)

export type Searcher = { search: Search; close(): Promise<void> }

type Asked = { resolve(bytes: Buffer): void; reject(error: Error): void }
type Thread = { worker: Worker; asked: Map<number, Asked> }

const mostThreads = Math.min(availableParallelism(), 4)

/**
 * Searches in threads of their own, so that looking through thousands of messages holds up nobody who does something else.
 * One is started when all others are busy; one that fails is forgotten, and whoever waited for it hears so.
 */
export function createSearcher(
  options: SearcherOptions,
  { clock, baseUrl }: { clock: Clock; baseUrl: () => string },
): Searcher {
  const threads: Thread[] = []
  let lastNo = 0
  let isClosed = false

  const start = (): Thread => {
    const worker = new Worker(new URL('./search-thread.ts', import.meta.url), { workerData: options })
    const thread: Thread = { worker, asked: new Map() }
    const end = (why: unknown) => {
      if (threads.includes(thread)) threads.splice(threads.indexOf(thread), 1)
      for (const { reject } of thread.asked.values()) reject(isClosed ? stopping() : failure(why))
      thread.asked.clear()
    }
    worker.on('error', end)
    worker.on('exit', (code) => end(`it ended (${code})`))
    worker.on('message', (answer: SearchAnswer) => {
      const one = thread.asked.get(answer.no)
      thread.asked.delete(answer.no)
      if (one) settle(one, answer)
    })
    threads.push(thread)
    return thread
  }

  const pick = (): Thread => {
    const [idlest] = threads.toSorted((one, other) => one.asked.size - other.asked.size)
    return idlest && (idlest.asked.size === 0 || threads.length === mostThreads) ? idlest : start()
  }

  return {
    search(grant, asked) {
      if (isClosed) return Promise.reject(stopping())
      const thread = pick()
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
      const no = ++lastNo
      thread.asked.set(no, { resolve, reject })
      thread.worker.postMessage({ no, at: clock(), baseUrl: baseUrl(), grant, asked } satisfies SearchRequest)
      return promise
    },
    async close() {
      isClosed = true
      await Promise.all(threads.map(({ worker }) => worker.terminate()))
    },
  }
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
