import type { Worker } from 'node:worker_threads'
import { bytesOf } from '../../actions/imports/open-order.ts'
import { startThread } from '../../adapters/thread/start-thread.ts'
import { uploadedZips } from '../../adapters/zip/open-uploaded-zip.ts'
import type { Config } from '../../config/config.ts'
import { invalid } from '../../domain/refusal.ts'
import type { HistoryOrder, HistoryReader, HistorySlice, UnreadPlace } from '../../ports/history-reader.ts'
import type { BlobStore } from '../../ports/storage/blob-store.ts'

/** Several times what the largest file needs. A file that needs more fails alone, and not the service with it. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 }

/** Plain, because it crosses a thread. */
export type HistoryThreadOrder = {
  config: Config
  task:
    | { kind: 'preview' | 'list-unread'; order: HistoryOrder }
    | { kind: 'compare'; order: HistoryOrder & { after: number } }
}

export type HistoryAnswer =
  | { kind: 'slice'; slice: HistorySlice }
  | { kind: 'unread'; places: UnreadPlace[] }
  | { kind: 'reading'; share: number }
  | { kind: 'previewed'; result: Awaited<ReturnType<HistoryReader['preview']>> }
  | { kind: 'compared'; result: Awaited<ReturnType<HistoryReader['compare']>> }
  | { kind: 'listed'; result: { refused: string } | undefined }
  | { kind: 'failed'; message: string; stack: string | undefined }

/** Reads each file in a thread of its own, with a low priority: messages that arrive meanwhile come first. */
export function createHistoryThreads(config: () => Config, blobs: Pick<BlobStore, 'open'>): HistoryReader {
  return {
    async preview(order, signal, tell) {
      const answer = await run({ config: config(), task: { kind: 'preview', order } }, { tell }, signal)
      if (answer.kind !== 'previewed') throw new Error('The thread answered out of turn')
      return answer.result
    },
    async compare(order, take, signal) {
      const answer = await run({ config: config(), task: { kind: 'compare', order } }, { take }, signal)
      if (answer.kind !== 'compared') throw new Error('The thread answered out of turn')
      return answer.result
    },
    async *listUnread(order) {
      const ended = new AbortController()
      const { readable, writable } = new TransformStream<UnreadPlace[], UnreadPlace[]>()
      const writer = writable.getWriter()
      // The thread waits until these are sent.
      const takeUnread = async (places: UnreadPlace[]) => {
        await writer.write(places)
        return true
      }
      const task = { kind: 'list-unread', order } as const
      const listing = run({ config: config(), task }, { takeUnread }, ended.signal)
        .then(async (answer) => {
          if (answer.kind === 'listed' && answer.result) throw invalid(answer.result.refused)
          await writer.close()
        })
        .catch((error: unknown) => writer.abort(error))
      try {
        yield* readable
      } finally {
        ended.abort()
        await listing
      }
    },
    // Reading takes no thread: the bytes are unpacked in Node's own threads.
    readFile: (order, file) => uploadedZips.readFile(bytesOf(blobs, order), file),
  }
}

/** What is done with what the thread says before its last answer. */
type Listening = {
  take?(slice: HistorySlice): Promise<boolean>
  takeUnread?(places: UnreadPlace[]): Promise<boolean>
  tell?(share: number): void
}

type LastAnswer = Exclude<HistoryAnswer, { kind: 'slice' | 'unread' | 'reading' | 'failed' }>

async function run(workerData: HistoryThreadOrder, listening: Listening, signal: AbortSignal): Promise<LastAnswer> {
  signal.throwIfAborted()
  const worker = startThread(new URL('./history-thread.ts', import.meta.url), {
    niceness: 10,
    workerData,
    resourceLimits,
  })
  const stop = () => void worker.terminate()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await lastAnswer(worker, listening)
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

/** Passes slices on one by one: the thread waits until each is written. */
function lastAnswer(
  worker: Worker,
  { take = async () => false, takeUnread = async () => false, tell = () => {} }: Listening,
): Promise<LastAnswer> {
  return new Promise((resolve, reject) => {
    worker.on('message', (answer: HistoryAnswer) => {
      const reply = (goesOn: boolean) => worker.postMessage(goesOn)
      if (answer.kind === 'slice') take(answer.slice).then(reply, reject)
      else if (answer.kind === 'unread') takeUnread(answer.places).then(reply, reject)
      else if (answer.kind === 'reading') tell(answer.share)
      else if (answer.kind === 'failed')
        reject(Object.assign(new Error(answer.message), { stack: answer.stack ?? answer.message }))
      else resolve(answer)
    })
    worker.on('error', reject)
    worker.on('exit', (code) => reject(new Error(`The thread that reads a chat history ended (${code})`)))
  })
}
