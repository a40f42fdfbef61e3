import type { Agent, IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { HostileChannels } from './hostile-channels.ts'
import { begin, call, createAgent, type HttpAnswer, type HttpCall, webhook } from './http-call.ts'

/** How often each attack came to each end: a status, or `cut off` where no answer came. */
export type Tally = Record<string, Record<string, number>>

export type Asked = Pick<HttpCall, 'method' | 'path' | 'body' | 'mostBytesPerSecond'>

/** One attack's hands: whatever they do is counted under its name, and ends when `signal` is aborted. */
export type Hands = {
  channels: HostileChannels
  /** All keys of the hostile person; attacks that mint more add them. */
  keys: string[]
  port: number
  agent: Agent
  signal: AbortSignal
  note(outcome: string | number): void
  /** With the next of the keys; undefined where no answer came. */
  ask(asked: Asked): Promise<HttpAnswer | undefined>
  /** The head of a live stream, undefined where it was refused. */
  open(path: string): Promise<IncomingMessage | undefined>
  /** As the platform delivers it. */
  deliver(events: object[]): Promise<void>
}

export type Context = Pick<Hands, 'channels' | 'keys' | 'port' | 'signal'> & { tally: Tally }

/**
 * From an address of their own, as callers from elsewhere have: limits for each address must not count the ordinary groups with them.
 * Only Linux lets everyone use the whole of 127.0.0.0/8.
 */
const ownAddress = process.platform === 'linux' ? '127.0.0.2' : undefined

const ofCaller = createAgent(ownAddress)
const ofPlatform = createAgent()
let turn = 0

export function createHands({ tally, ...context }: Context, attack: string): Hands {
  const { port, keys, signal } = context
  const own: Record<string, number> = {}
  tally[attack] = own
  const note = (outcome: string | number) => {
    own[outcome] = (own[outcome] ?? 0) + 1
  }
  const noteFailure = () => {
    // Refusals come at once, so what is still unanswered when the attack ends was let in.
    note(signal.aborted ? 'let in' : 'cut off')
    return undefined
  }
  const headers = () => ({
    authorization: `Bearer ${keys[turn++ % keys.length]}`,
    'content-type': 'application/json',
  })
  return {
    ...context,
    agent: ofCaller,
    note,
    async ask(asked) {
      try {
        const answer = await call({ ...asked, port, agent: ofCaller, signal, headers: headers() })
        note(answer.status)
        return answer
      } catch {
        return noteFailure()
      }
    },
    async open(path) {
      try {
        const stream = await begin({ port, agent: ofCaller, signal, method: 'GET', path, headers: headers() })
        note(stream.statusCode ?? 0)
        stream.on('error', () => {})
        if (stream.statusCode === 200) return stream
        stream.resume()
      } catch {
        noteFailure()
      }
      return undefined
    },
    async deliver(events) {
      try {
        const { status } = await call({ ...webhook(port, ofPlatform, events), signal })
        note(status)
      } catch {
        noteFailure()
      }
    },
  }
}

/** Between two requests, so that the generator does not take the processor time that it measures. */
const pauseMs = { answered: 5, failed: 250 }

/**
 * Someone who ignores `Retry-After` only spends the requests of all their other attacks: this one uses every limit to the full.
 */
function pauseAfter(answer: HttpAnswer | undefined): number {
  if (answer === undefined) return pauseMs.failed
  if (answer.status < 400) return pauseMs.answered
  return (answer.retryAfterSeconds ?? 0) * 1000 || pauseMs.failed
}

/** So many at a time, each again as soon as it is answered. */
export async function keepAsking(hands: Hands, workers: number, make: (count: number) => Asked): Promise<void> {
  let count = 0
  await inParallel(workers, async () => {
    while (!hands.signal.aborted) {
      const answer = await hands.ask(make(count++))
      await rest(hands.signal, pauseAfter(answer))
    }
  })
}

/** By the clock, whether or not the last one is over, as a platform delivers; but no more than `most` at a time. */
export async function keepPace(
  hands: Hands,
  { perSecond, most }: { perSecond: number; most: number },
  act: (count: number) => Promise<void>,
): Promise<void> {
  const underWay = new Set<Promise<void>>()
  for (let count = 0; !hands.signal.aborted; count++) {
    if (underWay.size < most) {
      const one = act(count).finally(() => underWay.delete(one))
      underWay.add(one)
    }
    await rest(hands.signal, 1000 / perSecond)
  }
  await Promise.all(underWay)
}

export async function inParallel(workers: number, work: (worker: number) => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)))
}

/** Ends at once when the attack does. */
export async function rest(signal: AbortSignal, ms: number): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => {})
}
