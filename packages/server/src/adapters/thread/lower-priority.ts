import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Called by a thread about itself, so that slow work leaves the processors to the threads that take messages in and answer requests,
 * whose niceness is 0. With 10, a thread gets about a tenth of their share where all want the same processor; with 19, a hundredth.
 * On Linux every thread has a priority of its own; elsewhere this does nothing.
 */
export function lowerPriority(niceness: number): void {
  try {
    const [, threadId] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? []
    if (threadId !== undefined) setPriority(Number(threadId), niceness)
  } catch {
    // No such folder, or not allowed: slow work then gets an equal share of the machine.
  }
}
