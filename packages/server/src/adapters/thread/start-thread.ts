import { Worker, type WorkerOptions } from 'node:worker_threads'

/** What the thread's `workerData` contains besides its own. */
export type LoweredThread = { file: string; niceness: number }

/**
 * Starts a thread with a lower priority than those that receive messages and serve requests, whose niceness is 0. With 10 it
 * gets about a tenth of their share when all want the same CPU; with 19, a hundredth.
 */
export function startThread(
  file: URL,
  { niceness, workerData, ...options }: WorkerOptions & { niceness: number; workerData: object },
): Worker {
  if (niceness === 0) return new Worker(file, { ...options, workerData })
  const lowered: LoweredThread = { file: file.href, niceness }
  return new Worker(new URL('./lowered-thread.ts', import.meta.url), {
    ...options,
    workerData: { ...workerData, ...lowered },
  })
}
