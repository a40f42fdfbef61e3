import { parentPort, workerData } from 'node:worker_threads'
import { createPictures } from '../../actions/media/pictures.ts'
import { runSearch } from '../../actions/search/search.ts'
import { createSenderNames } from '../../actions/search/sender-names.ts'
import { withoutData } from '../../domain/error-without-data.ts'
import { Refusal } from '../../domain/refusal.ts'
import { openReadingStore } from '../storage/open-store.ts'
import type { SearchAnswer, SearcherOptions, SearchRequest } from './searcher.ts'

// A thread in which messages are searched. Several searches take turns in it, slice by slice.
if (!parentPort) throw new Error('This file runs as a thread')
const port = parentPort
const { location } = workerData as SearcherOptions
const store = await openReadingStore(location)
const names = createSenderNames(store)

let waiting: SearchRequest[] = []

// Started in a new turn of the event loop: while messages arrive, a turn never ends, and so keeps its snapshot of the store.
port.on('message', (request: SearchRequest) => {
  waiting.push(request)
  if (waiting.length === 1) setImmediate(begin)
})

function begin(): void {
  const begun = waiting
  waiting = []
  // Never rejects: every failure is a response.
  for (const request of begun) void answer(request).then(send)
}

async function answer(request: SearchRequest): Promise<SearchAnswer> {
  const { no, at, baseUrl, retentionCeilingDays, grant, work } = request
  const deps = { store, names, clock: () => at, pictures: createPictures(() => baseUrl), retentionCeilingDays }
  try {
    return { no, kind: 'found', bytes: alone(await runSearch(deps, grant, work)) }
  } catch (error) {
    if (error instanceof Refusal) return { no, kind: 'refused', code: error.code, detail: error.detail }
    return { no, kind: 'failed', ...withoutData(error) }
  }
}

/** In a buffer of its own, which can be transferred. Only short ones share theirs. */
function alone(bytes: Buffer<ArrayBufferLike>): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
    ? new Uint8Array(buffer)
    : new Uint8Array(bytes)
}

function send(answer: SearchAnswer): void {
  port.postMessage(answer, answer.kind === 'found' ? [answer.bytes.buffer] : [])
}
