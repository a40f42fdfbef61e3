import type { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { createRandom } from '@innkeeper/testdata'
import { call, createAgent, type HttpCall, webhook } from '../measuring/http-call.ts'
import type { Platform } from '../servers/platform.ts'
import { event, text, token } from '../traffic/deliveries.ts'
import { keepListening } from './live-listener.ts'
import { createSamples, type Measure, type Samples } from './measure.ts'
import { type OrdinaryGroup, questions } from './ordinary-groups.ts'

// What the ordinary groups do all the time: every group sends a message every two seconds, a fifth of them questions with an
// answer, and people read. It follows the clock, so a slow service can't slow it down.

const talkEveryMs = 40
const askPercent = 20
const readEveryMs = 100
const listenerCount = 5
/** How long to wait for answers after the last question. */
const patienceMs = 20_000

const measureOf = { keyword: 'keyword answer', pattern: 'pattern answer', AI: 'AI answer' } as const
const readsInTurn = [
  'message page',
  'timeline',
  'channel list',
  'message page',
  'timeline',
  'search',
  'message page',
  'timeline',
  'channel list',
  'media file',
] as const satisfies Measure[]

export type OrdinaryTraffic = {
  /** Runs everything for this many seconds. */
  run(seconds: number): Promise<Samples>
  /** Waits until questions are answered immediately again, or for `mostSeconds`, and returns how many seconds it took. */
  settle(mostSeconds: number): Promise<number>
  close(): void
}

type Awaited = { measure: Measure; sentAt: number; samples: Samples }
type Traffic = { port: number; agent: Agent; groups: OrdinaryGroup[]; replies: Map<string, Awaited> }

export function openOrdinaryTraffic(port: number, groups: OrdinaryGroup[], platform: Platform): OrdinaryTraffic {
  const traffic: Traffic = { port, groups, agent: createAgent(), replies: new Map() }
  platform.watchReplies((replyToken) => {
    const one = traffic.replies.get(replyToken)
    if (!one) return
    traffic.replies.delete(replyToken)
    one.samples.took(one.measure, performance.now() - one.sentAt)
  })
  return {
    run: (seconds) => run(traffic, seconds),
    settle: (mostSeconds) => settle(traffic, mostSeconds),
    close: () => traffic.agent.destroy(),
  }
}

async function run(traffic: Traffic, seconds: number): Promise<Samples> {
  const samples = createSamples()
  const random = createRandom('fairness/ordinary')
  const inFlight = new Set<Promise<void>>()
  const track = (work: Promise<void>) => {
    inFlight.add(work)
    void work.finally(() => inFlight.delete(work))
  }
  const listeners = traffic.groups
    .filter((_, index) => index % (traffic.groups.length / listenerCount) === 0)
    .map((group) => keepListening(traffic, group, samples))
  const byGroup = new Map(listeners.map((listener) => [listener.groupId, listener]))
  let said = 0
  let read = 0
  const talking = setInterval(() => {
    const group = traffic.groups[said++ % traffic.groups.length]
    if (group) track(say(traffic, group, { samples, asks: random.chance(askPercent), heard: byGroup }))
  }, talkEveryMs)
  const reading = setInterval(() => {
    const measure = readsInTurn[read % readsInTurn.length]
    // A different group each time, and a different kind for each in the next pass.
    const group = traffic.groups[(read++ * 7) % traffic.groups.length]
    if (measure && group) track(measureCall(samples, measure, readOf(traffic, measure, group)))
  }, readEveryMs)
  await pause(seconds * 1000)
  clearInterval(talking)
  clearInterval(reading)
  await waitFor(() => inFlight.size === 0 && traffic.replies.size === 0 && listeners.every(({ isQuiet }) => isQuiet()))
  for (const listener of listeners) listener.close()
  for (const { measure } of traffic.replies.values()) samples.failed(measure)
  traffic.replies.clear()
  return samples
}

type Saying = { samples: Samples; asks: boolean; heard: Map<string, { expect(messageId: string): void }> }

async function say(traffic: Traffic, group: OrdinaryGroup, { samples, asks, heard }: Saying): Promise<void> {
  const { port, agent, replies } = traffic
  const replyToken = token()
  const message = text(asks ? questions[group.answering] : 'I will be there a little later, start without me')
  const userId = group.people[Math.floor(Math.random() * group.people.length)]
  const sending = webhook(port, agent, [event(group.groupId, { type: 'message', replyToken, message, userId })])
  const sentAt = performance.now()
  if (asks) replies.set(replyToken, { measure: measureOf[group.answering], sentAt, samples })
  heard.get(group.groupId)?.expect(message.id)
  await measureCall(samples, 'webhook', sending)
}

async function measureCall(samples: Samples, measure: Measure, wanted: HttpCall): Promise<void> {
  const sentAt = performance.now()
  try {
    const { status } = await call({ ...wanted, timeoutMs: patienceMs })
    if (status === 200) samples.took(measure, performance.now() - sentAt)
    else samples.failed(measure)
  } catch {
    samples.failed(measure)
  }
}

function readOf({ port, agent }: Traffic, measure: (typeof readsInTurn)[number], group: OrdinaryGroup): HttpCall {
  const channel = `/api/channels/${group.groupId}`
  const paths = {
    'message page': `${channel}/backup/messages?limit=50&order=desc`,
    timeline: `${channel}/backup/timeline`,
    'channel list': '/api/channels',
    search: `${channel}/backup/search?q=umbrella&limit=20`,
    'media file': `${channel}/backup/media/${group.mediaId}`,
  }
  const headers = { authorization: `Bearer ${group.owner.key}` }
  return { port, agent, method: 'GET', path: paths[measure], headers }
}

const settledMs = 250
const settledInARow = 3

async function settle(traffic: Traffic, mostSeconds: number): Promise<number> {
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  const asked = traffic.groups.filter(({ answering }) => answering === 'pattern')
  for (let good = 0, at = 0; good < settledInARow && seconds() < mostSeconds; at++) {
    const samples = createSamples()
    const group = asked[at % asked.length]
    if (!group) break
    await say(traffic, group, { samples, asks: true, heard: new Map() })
    await waitFor(() => traffic.replies.size === 0, 2_000)
    traffic.replies.clear()
    const took = samples.of('pattern answer').tookMs[0] ?? Number.POSITIVE_INFINITY
    good = took < settledMs ? good + 1 : 0
    await pause(200)
  }
  return seconds()
}

async function waitFor(isOver: () => boolean, mostMs = patienceMs): Promise<void> {
  const until = performance.now() + mostMs
  while (!isOver() && performance.now() < until) await pause(20)
}
