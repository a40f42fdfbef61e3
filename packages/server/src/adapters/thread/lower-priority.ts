import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** How far behind the threads that take messages in and answer requests. */
const niceness = { somewhat: 5, far: 10 }

/**
 * Called by a thread about itself, so that slow work leaves the processors to those who wait for an answer. On Linux every thread has a
 * priority of its own; elsewhere this does nothing.
 */
export function lowerPriority(howFar: keyof typeof niceness): void {
  try {
    const [, threadId] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? []
    if (threadId !== undefined) setPriority(Number(threadId), niceness[howFar])
  } catch {
    // No such folder, or not allowed: slow work then gets an equal share of the machine.
  }
}
