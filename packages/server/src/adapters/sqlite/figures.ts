import { Worker } from 'node:worker_threads'
import type { CountFigures, Figures } from '../../ports/figures.ts'

export type FiguresOrder = { dataDir: string; since: readonly string[] }

/** In a thread that lives as long as it counts: nobody who does something else waits for a walk over whole tables. */
export function createFigureCounter(dataDir: string): { count: CountFigures; close(): Promise<void> } {
  const workers = new Set<Worker>()
  return {
    async count(since) {
      const workerData: FiguresOrder = { dataDir, since }
      const worker = new Worker(new URL('./figures-thread.ts', import.meta.url), { workerData })
      workers.add(worker)
      try {
        return await new Promise<Figures>((resolve, reject) => {
          worker.once('message', resolve)
          worker.once('error', reject)
          worker.once('exit', () => reject(new Error('The counting ended without an answer')))
        })
      } finally {
        workers.delete(worker)
        await worker.terminate()
      }
    },
    async close() {
      await Promise.all([...workers].map((worker) => worker.terminate()))
    },
  }
}
