import { Worker } from 'node:worker_threads'
import type { FigureCounter, Figures, MeasuredChannel } from '../../../ports/storage/figures.ts'

/** `since`: the days to count from; undefined if channels are measured. */
export type FiguresOrder = { dataDir: string; since: readonly string[] | undefined }

/** Counts in its own thread, so that a scan of whole tables delays no one else. */
export function createFigureCounter(dataDir: string): FigureCounter {
  const workers = new Set<Worker>()
  const run = async <T>(workerData: FiguresOrder): Promise<T> => {
    const worker = new Worker(new URL('./figures-thread.ts', import.meta.url), { workerData })
    workers.add(worker)
    try {
      return await new Promise<T>((resolve, reject) => {
        worker.once('message', resolve)
        worker.once('error', reject)
        worker.once('exit', () => reject(new Error('The counting thread ended without a result')))
      })
    } finally {
      workers.delete(worker)
      await worker.terminate()
    }
  }
  return {
    count: (since) => run<Figures>({ dataDir, since }),
    measure: () => run<MeasuredChannel[]>({ dataDir, since: undefined }),
    async close() {
      await Promise.all([...workers].map((worker) => worker.terminate()))
    },
  }
}
