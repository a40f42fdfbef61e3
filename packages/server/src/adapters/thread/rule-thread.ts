import { parentPort, workerData } from 'node:worker_threads'
import { createRuleCache, type MatchRequest } from './rule-cache.ts'

// The thread that matches rules: handles one request at a time.
if (!parentPort) throw new Error('This file must run as a worker thread')
const port = parentPort
const { mostBytes } = workerData as { mostBytes: number }

/** The CPU time of this thread alone, so that a busy machine doesn't make a pattern look slow. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const answer = createRuleCache(mostBytes, workedMs)
port.on('message', (request: MatchRequest) => port.postMessage(answer(request)))
