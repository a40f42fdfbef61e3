import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { planAssistant } from '../../actions/assistant/plan-assistant.ts'
import type { StagedEdit } from '../../domain/assistant/rules/assistant-plan.ts'
import { Refusal, refusalParts } from '../../domain/refusal.ts'
import { openReadingStore } from '../storage/open-store.ts'
import type { PlanAnswer, PlannerOptions, PlanRequest } from './assistant-planner.ts'

// A thread that plans imports, one at a time.
if (!parentPort) throw new Error('This file runs as a thread')
const port = parentPort
const { location } = workerData as PlannerOptions
// A replica may lag behind, and a plan for an older version would be rejected.
const store = await openReadingStore({ ...location, databaseReadUrl: null })
let slices: StagedEdit[][] = []

// Never rejects: every failure is a response.
port.on('message', (request: PlanRequest) => void answer(request).then((one) => port.postMessage(one)))

async function answer(request: PlanRequest): Promise<PlanAnswer> {
  if (request.kind === 'next') return { kind: 'slice', edits: slices.shift() }
  slices = []
  if (request.kind === 'end') return { kind: 'ended' }
  // In a new turn of the event loop: while messages arrive, a turn never ends, and so keeps its snapshot of the store.
  await nextTurn()
  try {
    const plan = await planAssistant(store, request.order)
    slices = plan.slices
    return { kind: 'planned', head: plan.head }
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', ...refusalParts(error) }
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    return { kind: 'failed', message, stack }
  }
}
