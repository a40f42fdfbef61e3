import { Worker } from 'node:worker_threads'
import type { Found } from '../../domain/answering/assistant.ts'
import type { MatchingRule } from '../../domain/answering/rule-set.ts'
import { type RuleRunner, type RuleSet, TooSlow } from '../../ports/rule-runner.ts'
import type { MatchAnswer, MatchRequest } from './rule-shelf.ts'

type Call = {
  set: RuleSet
  texts: readonly string[]
  limitMs: number
  signal: AbortSignal | undefined
  found: Found[][]
  spentMs: number
  /** Its rules must be made ready first. */
  isUnready: boolean
  preparedMs: number
  resolve(found: Found[][]): void
  reject(error: Error): void
}

/** A thread that has not answered so long after its time was up is ended; it looks at the clock itself between patterns. */
const standardGraceMs = 4_000
/** More of that for rules that are not ready: the keywords of ten thousand are made ready in one step. */
const readyMs = 10_000
/** Of a processor's time. The most that a channel may have takes about half. */
const mostPreparingMs = 10_000
/** Texts that travel at once. */
const mostTexts = 500

const stopping = 'the service is stopping'

/**
 * One thread for all channels, started when it is first needed; calls take turns. The rules of one call at a time are made
 * ready: were all begun at once, they would push each other out of memory before any is done.
 */
export function createRuleRunner(options: { thread?: URL; graceMs?: number } = {}): RuleRunner {
  const { thread: file = new URL('./rule-thread.ts', import.meta.url), graceMs = standardGraceMs } = options
  const waiting: Call[] = []
  let thread: Worker | undefined
  let working: Promise<void> | undefined
  let isClosed = false
  /** The key of the rules that are being made ready. */
  let preparing: string | undefined

  async function work(): Promise<void> {
    for (let call = takeNext(); call; call = takeNext()) {
      try {
        const isDone = await takeTurn(call)
        if (isDone) call.resolve(call.found)
        else if (!call.signal?.aborted) waiting.push(call)
      } catch (error) {
        call.reject(error instanceof Error ? error : new Error(String(error)))
      }
    }
    working = undefined
  }

  /** Passes over those whose rules must wait until others are ready. */
  function takeNext(): Call | undefined {
    if (!waiting.some(({ set }) => set.key === preparing)) preparing = undefined
    const at = waiting.findIndex(({ isUnready, set }) => !isUnready || preparing === undefined || set.key === preparing)
    return waiting.splice(at, 1)[0]
  }

  /** True when all its texts are done. */
  async function takeTurn(call: Call): Promise<boolean> {
    if (isClosed) throw new Error(stopping)
    const { set, texts, found } = call
    const limitMs = call.limitMs - call.spentMs
    const request = {
      key: set.key,
      mode: set.mode,
      texts: texts.slice(found.length, found.length + mostTexts),
      limitMs,
    }
    let answer = await ask(request, limitMs + graceMs + (call.isUnready ? readyMs : 0))
    if (answer.kind === 'rules-wanted') {
      call.isUnready = true
      if (preparing !== undefined && preparing !== set.key) return false
      answer = await ask({ ...request, rules: set.rules.map(toMatching) }, limitMs + graceMs + readyMs)
    }
    if (answer.kind === 'rules-wanted') throw new Error('the thread asked twice for the same rules')
    if (answer.kind === 'not-ready') {
      call.isUnready = true
      preparing = set.key
      call.preparedMs += answer.tookMs
      if (call.preparedMs <= mostPreparingMs) return false
      throw new TooSlow(`making the rules ready took longer than ${mostPreparingMs} ms`)
    }
    call.isUnready = false
    if (preparing === set.key) preparing = undefined
    if (answer.kind === 'too-slow') throw new TooSlow(`matching took longer than ${call.limitMs} ms`, answer.culprit)
    found.push(...answer.found)
    call.spentMs += answer.tookMs
    return found.length === texts.length
  }

  /** Whatever waits behind a thread that must be ended is asked of the next one. */
  async function ask(request: MatchRequest, withinMs: number): Promise<MatchAnswer> {
    thread ??= start()
    const asked = thread
    asked.ref()
    asked.postMessage(request)
    try {
      return await answerOf(asked, withinMs)
    } catch (error) {
      thread = undefined
      await asked.terminate()
      throw isClosed ? new Error(stopping) : error
    } finally {
      asked.unref()
    }
  }

  function start(): Worker {
    // Enough for all that is kept; a pattern that wants more ends its thread and nothing else.
    const started = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: 512 } })
    started.on('error', () => {})
    return started
  }

  return {
    async match(set, texts, limitMs, signal) {
      signal?.throwIfAborted()
      if (texts.length === 0) return []
      const { promise, resolve, reject } = Promise.withResolvers<Found[][]>()
      const state = { found: [], spentMs: 0, isUnready: false, preparedMs: 0 }
      const call: Call = { set, texts, limitMs, signal, ...state, resolve, reject }
      const leave = () => {
        const at = waiting.indexOf(call)
        if (at !== -1) waiting.splice(at, 1)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
      waiting.push(call)
      working ??= work()
      return await promise.finally(() => signal?.removeEventListener('abort', leave))
    },
    async close() {
      isClosed = true
      await thread?.terminate()
      await working
    },
  }
}

/** Without answers and pictures, which may be megabytes. */
function toMatching({ keywords, question, match }: MatchingRule): MatchingRule {
  return { keywords, question, match }
}

function answerOf(thread: Worker, withinMs: number): Promise<MatchAnswer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => settle(() => reject(new TooSlow('the thread that looks for rules stood still'))),
      withinMs,
    )
    const onMessage = (answer: MatchAnswer) => settle(() => resolve(answer))
    const onEnd = (why: unknown) => {
      const reason = why instanceof Error ? why.message : `it ended (${String(why)})`
      settle(() => reject(new TooSlow(`the thread that looks for rules failed: ${reason}`)))
    }
    function settle(end: () => void): void {
      clearTimeout(timer)
      thread.off('message', onMessage)
      thread.off('error', onEnd)
      thread.off('exit', onEnd)
      end()
    }
    thread.once('message', onMessage)
    thread.once('error', onEnd)
    thread.once('exit', onEnd)
  })
}
