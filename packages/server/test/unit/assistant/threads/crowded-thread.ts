import { parentPort } from 'node:worker_threads'
import { createRuleCache, type MatchRequest } from '../../../../src/adapters/thread/rule-cache.ts'

// Stands in for the rule-matching thread: it has room for the rules of one channel, and every step takes a whole turn.
let now = 0
const answer = createRuleCache(1, () => (now += 60))
parentPort?.on('message', (request: MatchRequest) => parentPort?.postMessage(answer(request)))
