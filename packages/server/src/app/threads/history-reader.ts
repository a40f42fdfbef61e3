import type { Worker } from 'node:worker_threads'
import { bytesOf } from '../../actions/imports/open-order.ts'
import { startThread } from '../../adapters/thread/start-thread.ts'
import { uploadedZips } from '../../adapters/zip/open-uploaded-zip.ts'
import type { Config } from '../../config/config.ts'
import type { HistoryOrder, HistoryReader, HistorySlice } from '../../ports/history-reader.ts'
import type { BlobStore } from '../../ports/storage/blob-store.ts'

/** Plain, because it crosses a thread. Without `after`, it's a preview. */
export type HistoryThreadOrder = { config: Config; order: HistoryOrder & { after?: number } }

export type HistoryAnswer =
  | { kind: 'slice'; slice: HistorySlice }
  | { kind: 'previewed'; result: Awaited<ReturnType<HistoryReader['preview']>> }
  | { kind: 'compared'; result: Awaited<ReturnType<HistoryReader['compare']>> }
  | { kind: 'failed'; message: string; stack: string | undefined }

/** Reads each file in a thread of its own, with a low priority: messages that arrive meanwhile come first. */
export function createHistoryThreads(config: () => Config, blobs: Pick<BlobStore, 'open'>): HistoryReader {
  return {
    async preview(order, signal) {
      const answer = await run({ config: config(), order }, async () => false, signal)
      if (answer.kind !== 'previewed') throw new Error('The thread answered out of turn')
      return answer.result
    },
    async compare(order, take, signal) {
      const answer = await run({ config: config(), order }, take, signal)
      if (answer.kind !== 'compared') throw new Error('The thread answered out of turn')
      return answer.result
    },
    // Reading takes no thread: the bytes are unpacked in Node's own threads.
    readFile: (order, file) => uploadedZips.readFile(bytesOf(blobs, order), file),
  }
}

type Take = (slice: HistorySlice) => Promise<boolean>

async function run(
  workerData: HistoryThreadOrder,
  take: Take,
  signal: AbortSignal,
): Promise<Exclude<HistoryAnswer, { kind: 'slice' | 'failed' }>> {
  signal.throwIfAborted()
  const worker = startThread(new URL('./history-thread.ts', import.meta.url), { niceness: 10, workerData })
  const stop = () => void worker.terminate()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await lastAnswer(worker, take)
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

/** Passes slices on one by one: the thread waits until each is written. */
function lastAnswer(worker: Worker, take: Take): Promise<Exclude<HistoryAnswer, { kind: 'slice' | 'failed' }>> {
  return new Promise((resolve, reject) => {
    worker.on('message', (answer: HistoryAnswer) => {
      if (answer.kind === 'slice') take(answer.slice).then((goesOn) => worker.postMessage(goesOn), reject)
      else if (answer.kind === 'failed')
        reject(Object.assign(new Error(answer.message), { stack: answer.stack ?? answer.message }))
      else resolve(answer)
    })
    worker.on('error', reject)
    worker.on('exit', (code) => reject(new Error(`The thread that reads a chat history ended (${code})`)))
  })
}
