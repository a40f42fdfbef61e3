import { parentPort } from 'node:worker_threads'
import { createRuleCache, type MatchRequest } from '../../../../src/adapters/thread/rule-cache.ts'

// In the place of the thread that looks for rules: has room for one channel's, and whatever it does takes a whole turn.
let now = 0
const answer = createRuleCache(1, () => (now += 60))
parentPort?.on('message', (request: MatchRequest) => parentPort?.postMessage(answer(request)))
