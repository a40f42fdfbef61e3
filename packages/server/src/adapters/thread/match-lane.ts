import type { Worker } from 'node:worker_threads'
import type { Found } from '../../domain/assistant/answering/assistant.ts'
import { TooSlow } from '../../domain/assistant/answering/undecided.ts'
import { joinFound, type MatchingRule } from '../../domain/assistant/matching/rule-set.ts'
import type { RuleSet } from '../../ports/rule-runner.ts'
import { type MatchAnswer, type MatchRequest, mostUnready, type SlowestPattern } from './rule-cache.ts'
import { startThread } from './start-thread.ts'

/** A call and its progress. It may move from one lane to another between two turns. */
export type Call = {
  set: RuleSet
  texts: readonly string[]
  limitMs: number
  signal: AbortSignal | undefined
  /** Whose usage it counts as. */
  person: string
  channel: string
  channelNo: number
  /** Results of the texts that are done. */
  found: Found[][]
  /** Of the current text: what was found so far, and the pattern to continue with. */
  part: { found: readonly Found[]; next: number }
  slowest: SlowestPattern | null
  spentMs: number
  /** Whether its rules must be compiled first, in this lane. */
  isUnready: boolean
  preparedMs: number
  /** Whether it belongs in the slow lane. */
  isSlow: boolean
  resolve(found: Found[][]): void
  reject(error: Error): void
}

export type LaneOptions = {
  thread: URL
  /** Memory limit for compiled rules. */
  mostBytes: number
  /** Of its thread: see `startThread`. */
  niceness: number
  graceMs: number
  /** The call with the lowest load is next. */
  loadOf(call: Call): { person: number; channel: number }
  noteUsage(call: Call, ms: number): void
  /** A turn is over and the call is not done. */
  requeue(call: Call): void
}

/** One thread and the calls that wait for it, in turns of about 50 ms. */
export type MatchLane = {
  add(call: Call): void
  /** A call that is running is dropped after its turn. */
  remove(call: Call): void
  /** Counts calls that are waiting or running. */
  count(isWanted?: (call: Call) => boolean): number
  close(): Promise<void>
}

/** More time for rules that are not compiled yet: the keywords of ten thousand rules are compiled in one step. */
const readyMs = 10_000
/** CPU time. The most rules that a channel can have take about half. */
const mostPreparingMs = 10_000
/** Texts sent to the thread at once. */
const mostTexts = 500
const longestTurnMs = 1_000

const stopping = 'the service is stopping'

export function openMatchLane(options: LaneOptions): MatchLane {
  const waiting: Call[] = []
  /** Keys of the rules that are being compiled. */
  const preparing = new Set<string>()
  const thread = openThread(options)
  let working: Promise<void> | undefined
  let current: Call | undefined

  async function work(): Promise<void> {
    for (let call = takeNext(); call; call = takeNext()) {
      current = call
      try {
        const isDone = await takeTurn(call)
        current = undefined
        if (isDone) call.resolve(call.found)
        else if (!call.signal?.aborted) options.requeue(call)
      } catch (error) {
        current = undefined
        preparing.delete(call.set.key)
        call.reject(error instanceof Error ? error : new Error(String(error)))
      }
    }
    working = undefined
  }

  /** The caller with the least recent usage. Skips those whose rules must wait until others are compiled. */
  function takeNext(): Call | undefined {
    for (const key of preparing) if (!waiting.some(({ set }) => set.key === key)) preparing.delete(key)
    const mayBegin = ({ isUnready, set }: Call) => !isUnready || preparing.size < mostUnready || preparing.has(set.key)
    // The first call of each person and channel, in the order of arrival, so that their calls take turns.
    const firsts = new Map<string, Call>()
    for (const call of waiting.filter(mayBegin)) {
      const payer = `${call.person} ${call.channel}`
      if (!firsts.has(payer)) firsts.set(payer, call)
    }
    const [next] = [...firsts.values()]
      .map((call) => ({ call, load: options.loadOf(call) }))
      .sort((one, other) => one.load.person - other.load.person || one.load.channel - other.load.channel)
    if (next) waiting.splice(waiting.indexOf(next.call), 1)
    return next?.call
  }

  /** True when all its texts are done. */
  async function takeTurn(call: Call): Promise<boolean> {
    const { set, texts, found, part } = call
    const { key, mode } = set
    const request = { key, mode, texts: texts.slice(found.length, found.length + mostTexts), from: part.next }
    let answer = await thread.ask(request, call.isUnready)
    if (answer.kind === 'rules-wanted') {
      call.isUnready = true
      if (preparing.size >= mostUnready && !preparing.has(key)) return false
      answer = await thread.ask({ ...request, rules: set.rules.map(toMatching) }, true)
    }
    if (answer.kind === 'rules-wanted') throw new Error('the thread asked twice for the same rules')
    options.noteUsage(call, answer.tookMs)
    if (answer.kind === 'not-ready') {
      call.isUnready = true
      preparing.add(key)
      call.preparedMs += answer.tookMs
      if (call.preparedMs <= mostPreparingMs) return false
      throw new TooSlow(`compiling the rules took longer than ${mostPreparingMs} ms`)
    }
    call.isUnready = false
    preparing.delete(key)
    takeFound(call, answer)
    if (call.spentMs > call.limitMs) throw new TooSlow(`matching took longer than ${call.limitMs} ms`, culpritOf(call))
    return found.length === texts.length
  }

  return {
    add(call) {
      waiting.push(call)
      working ??= work()
    },
    remove(call) {
      const at = waiting.indexOf(call)
      if (at !== -1) waiting.splice(at, 1)
    },
    count: (isWanted = () => true) => [...waiting, ...(current ? [current] : [])].filter(isWanted).length,
    async close() {
      await thread.close()
      await working
    },
  }
}

/** The worker thread of a lane. It is started when it is first needed, and replaced when it had to be terminated. */
function openThread({ thread: file, mostBytes, niceness, graceMs }: LaneOptions) {
  let thread: Worker | undefined
  let isClosed = false

  function start(): Worker {
    // Enough for the cache. A pattern that needs more ends only this thread.
    const resourceLimits = { maxOldGenerationSizeMb: 512 }
    const started = startThread(file, { niceness, resourceLimits, workerData: { mostBytes } })
    started.on('error', () => {})
    return started
  }

  return {
    async ask(request: MatchRequest, isUnready: boolean): Promise<MatchAnswer> {
      if (isClosed) throw new Error(stopping)
      thread ??= start()
      const asked = thread
      asked.ref()
      asked.postMessage(request)
      try {
        return await answerOf(asked, longestTurnMs + graceMs + (isUnready || request.rules ? readyMs : 0))
      } catch (error) {
        thread = undefined
        await asked.terminate()
        throw isClosed ? new Error(stopping) : error
      } finally {
        asked.unref()
      }
    },
    async close(): Promise<void> {
      isClosed = true
      await thread?.terminate()
    },
  }
}

function takeFound(call: Call, { found, part, slowest, tookMs }: Extract<MatchAnswer, { kind: 'found' }>): void {
  const [first, ...others] = found
  if (first) {
    call.found.push(joinFound(call.part.found, first), ...others)
    call.part = { found: [], next: 0 }
  }
  if (part) call.part = { found: joinFound(call.part.found, part.found), next: part.next ?? 0 }
  if (slowest && slowest.ms > (call.slowest?.ms ?? 0)) call.slowest = slowest
  call.spentMs += tookMs
}

function culpritOf({ slowest }: Call): TooSlow['culprit'] {
  return slowest && { rule: slowest.rule, pattern: slowest.pattern }
}

/** Without answers and pictures, which may be megabytes. */
function toMatching({ keywords, question, match }: MatchingRule): MatchingRule {
  return { keywords, question, match }
}

function answerOf(thread: Worker, withinMs: number): Promise<MatchAnswer> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => settle(() => reject(new TooSlow(`the thread that matches rules ${why}`)))
    const timer = setTimeout(() => fail('did not answer'), withinMs)
    const onMessage = (answer: MatchAnswer) => settle(() => resolve(answer))
    // Its message may quote a pattern.
    const onError = (error: NodeJS.ErrnoException) => fail(`failed: ${error?.code ?? error?.name ?? 'unknown error'}`)
    const onExit = (code: number) => fail(`ended with code ${code}`)
    function settle(end: () => void): void {
      clearTimeout(timer)
      thread.off('message', onMessage)
      thread.off('error', onError)
      thread.off('exit', onExit)
      end()
    }
    thread.once('message', onMessage)
    thread.once('error', onError)
    thread.once('exit', onExit)
  })
}
