import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'
import type { LoweredThread } from './start-thread.ts'

// Entry point of a thread with a lower priority. Loading what it needs is already slow work.
const { file, niceness } = workerData as LoweredThread
lowerPriority(niceness)
await import(file)

/** On Linux every thread has its own priority. Elsewhere it has that of the process. */
function lowerPriority(niceness: number): void {
  try {
    const [, threadId] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? []
    if (threadId !== undefined) setPriority(Number(threadId), niceness)
  } catch {
    // No such folder, or not allowed: slow work then gets an equal share of the machine.
  }
}
