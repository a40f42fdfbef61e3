import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { createRuleShelf, type MatchRequest } from './rule-shelf.ts'

// The thread in which rules are looked for: takes one request at a time, and answers it.
if (!parentPort) throw new Error('This file runs as a thread')
const port = parentPort
const { mostBytes, isLowPriority } = workerData as { mostBytes: number; isLowPriority: boolean }
if (isLowPriority) lowerPriority()

/** On Linux a thread has a priority of its own. Elsewhere it works at that of the process. */
function lowerPriority(): void {
  try {
    const [, threadId] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? []
    if (threadId !== undefined) setPriority(Number(threadId), 5)
  } catch {
    // No such folder, or not allowed: slow work then gets an equal share of the machine.
  }
}

/** What this thread alone has worked: a busy machine makes no pattern slow. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const answer = createRuleShelf(mostBytes, workedMs)
port.on('message', (request: MatchRequest) => port.postMessage(answer(request)))
