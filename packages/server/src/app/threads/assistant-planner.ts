import { startThread } from '../../adapters/thread/start-thread.ts'
import type { PlanHead, StagedEdit } from '../../domain/assistant/rules/assistant-plan.ts'
import { Refusal, type RefusalParts } from '../../domain/refusal.ts'
import type { AssistantPlanner, PlanOrder } from '../../ports/assistant-planner.ts'
import type { StoreLocation } from '../storage/open-store.ts'

export type PlannerOptions = { location: StoreLocation }

/** A request to the thread. Plain data, because it crosses a thread; so is the response. */
export type PlanRequest = { kind: 'plan'; order: PlanOrder } | { kind: 'next' } | { kind: 'end' }
export type PlanAnswer =
  | { kind: 'planned'; head: PlanHead }
  | { kind: 'slice'; edits: StagedEdit[] | undefined }
  | { kind: 'ended' }
  | ({ kind: 'refused' } & RefusalParts)
  | { kind: 'failed'; message: string; stack: string | undefined }

type Thread = { ask(request: PlanRequest): Promise<PlanAnswer>; stop(): Promise<unknown> }

/** Plans in a separate thread, which is started by the first import, and again after a failure. */
export function createAssistantPlanner(options: PlannerOptions): AssistantPlanner & { close(): Promise<void> } {
  let thread: Thread | undefined
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false

  const planInTurn: AssistantPlanner['withPlan'] = async (order, use) => {
    if (isClosed) throw stopping()
    thread ??= openPlanningThread(options, () => (thread = undefined))
    const { ask } = thread
    const planned = await ask({ kind: 'plan', order })
    if (planned.kind !== 'planned') throw problemOf(planned)
    const nextSlice = async () => {
      const answer = await ask({ kind: 'next' })
      if (answer.kind !== 'slice') throw problemOf(answer)
      return answer.edits
    }
    try {
      return await use({ head: planned.head, nextSlice })
    } finally {
      // Unrequested parts are dropped.
      await ask({ kind: 'end' }).catch(() => undefined)
    }
  }

  return {
    withPlan(order, use) {
      const mine = last.then(() => planInTurn(order, use))
      last = mine.catch(() => {})
      return mine
    },
    async close() {
      isClosed = true
      await thread?.stop()
    },
  }
}

function openPlanningThread(options: PlannerOptions, ended: () => void): Thread {
  const worker = startThread(new URL('./assistant-planner-thread.ts', import.meta.url), {
    niceness: 19,
    workerData: options,
  })
  let asked: PromiseWithResolvers<PlanAnswer> | undefined
  let failure: Error | undefined
  const end = (why: unknown) => {
    failure ??= new Error('The planning thread failed', { cause: why })
    asked?.reject(failure)
    ended()
  }
  worker.on('error', end)
  worker.on('exit', (code) => end(`it ended (${code})`))
  worker.on('message', (answer: PlanAnswer) => asked?.resolve(answer))
  return {
    ask(request) {
      if (failure) return Promise.reject(failure)
      asked = Promise.withResolvers()
      worker.postMessage(request)
      return asked.promise
    },
    stop() {
      failure = stopping()
      asked?.reject(failure)
      return worker.terminate()
    },
  }
}

function problemOf(answer: PlanAnswer): Error {
  if (answer.kind === 'refused') return new Refusal(answer.code, answer.detail, answer.problems)
  if (answer.kind !== 'failed') return new Error(`The planning thread answered ${answer.kind}`)
  const error = new Error(answer.message)
  if (answer.stack !== undefined) error.stack = answer.stack
  return error
}

function stopping(): Refusal {
  return new Refusal('unavailable', 'the service is stopping')
}
