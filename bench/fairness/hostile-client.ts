import type { Agent, IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { begin, call, createAgent, type HttpAnswer, type HttpCall, webhook } from '../measuring/http-call.ts'
import type { HostileChannels } from './hostile-channels.ts'

/** How often each attack had each outcome: a status, or `cut off` without a response. */
export type Tally = Record<string, Record<string, number>>

export type Asked = Pick<HttpCall, 'method' | 'path' | 'body' | 'mostBytesPerSecond'>

/** The client of one attack: its requests are counted under the attack's name and end when `signal` is aborted. */
export type AttackClient = {
  channels: HostileChannels
  /** All keys of the hostile tenant; attacks that create more add them. */
  keys: string[]
  port: number
  agent: Agent
  signal: AbortSignal
  note(outcome: string | number): void
  /** Uses the next key; undefined without a response. */
  ask(asked: Asked): Promise<HttpAnswer | undefined>
  /** The headers of a live stream, undefined if it was refused. */
  open(path: string): Promise<IncomingMessage | undefined>
  /** Delivers events like the platform. */
  deliver(events: object[]): Promise<void>
}

export type Context = Pick<AttackClient, 'channels' | 'keys' | 'port' | 'signal'> & { tally: Tally }

/**
 * From a separate address, as for remote callers: limits per address must not include the ordinary groups. Only Linux allows all
 * of 127.0.0.0/8.
 */
const ownAddress = process.platform === 'linux' ? '127.0.0.2' : undefined

const ofCaller = createAgent(ownAddress)
const ofPlatform = createAgent()
let turn = 0

export function createAttackClient({ tally, ...context }: Context, attack: string): AttackClient {
  const { port, keys, signal } = context
  const own: Record<string, number> = {}
  tally[attack] = own
  const note = (outcome: string | number) => {
    own[outcome] = (own[outcome] ?? 0) + 1
  }
  const noteFailure = () => {
    // Refusals are immediate, so requests that are still unanswered when the attack ends were accepted.
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

/** Pause between two requests, so that the client does not use the CPU time that it measures. */
const pauseMs = { answered: 5, failed: 250 }

/**
 * Respects `Retry-After`: ignoring it would only use up the request limit of the other attacks. This way every limit is used
 * fully.
 */
function pauseAfter(answer: HttpAnswer | undefined): number {
  if (answer === undefined) return pauseMs.failed
  if (answer.status < 400) return pauseMs.answered
  return (answer.retryAfterSeconds ?? 0) * 1000 || pauseMs.failed
}

/** This many at a time, each repeated as soon as it is answered. */
export async function keepAsking(client: AttackClient, workers: number, make: (count: number) => Asked): Promise<void> {
  let count = 0
  await inParallel(workers, async () => {
    while (!client.signal.aborted) {
      const answer = await client.ask(make(count++))
      await rest(client.signal, pauseAfter(answer))
    }
  })
}

/** At fixed times, whether or not the previous one has ended, as a platform sends webhooks; but at most `most` at a time. */
export async function keepPace(
  client: AttackClient,
  { perSecond, most }: { perSecond: number; most: number },
  act: (count: number) => Promise<void>,
): Promise<void> {
  const underWay = new Set<Promise<void>>()
  for (let count = 0; !client.signal.aborted; count++) {
    if (underWay.size < most) {
      const one = act(count).finally(() => underWay.delete(one))
      underWay.add(one)
    }
    await rest(client.signal, 1000 / perSecond)
  }
  await Promise.all(underWay)
}

export async function inParallel(workers: number, work: (worker: number) => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)))
}

/** Ends immediately when the attack does. */
export async function rest(signal: AbortSignal, ms: number): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => {})
}
