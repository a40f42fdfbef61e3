import { isDay } from '@innkeeper/contract/formats'
import type { Assistant, Found } from '../../domain/assistant/answering/assistant.ts'
import type { Draft } from '../../domain/assistant/answering/draft-assistant.ts'
import { findObstacle } from '../../domain/assistant/answering/explain-answer.ts'
import { longestCooldownMs, type Past } from '../../domain/assistant/answering/replay-messages.ts'
import { addDays, countDays, dayOf, dayRange } from '../../domain/day.ts'
import { isImportedId } from '../../domain/imports/imported-id.ts'
import { nextSlice } from '../../domain/long-work.ts'
import { visibleFrom } from '../../domain/messages/retention.ts'
import { invalid } from '../../domain/refusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { MessagePosition } from '../../ports/reading.ts'
import type { ChannelRecord, SentMessageRecord } from '../../ports/records.ts'
import type { RuleRunner } from '../../ports/rule-runner.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'
import { loadDraft, nameRules } from './load-draft.ts'
import { matchTexts } from './match-texts.ts'

export type PastDeps = {
  store: Store
  clock: Clock
  runner: RuleRunner
  hasModel: boolean
  retentionCeilingDays: number | null
}

/** The draft to try, and over which days. */
type PastRequest = Draft & { from?: string; to?: string }

/** Receives the messages in order of arrival, each with the rules it matches. */
type Taker = { take(message: Past, found: readonly Found[]): void }

const mostDays = 400
const mostMessages = 200_000
/** Messages per read, which takes a few milliseconds before others get their turn. */
const readAtOnce = 200
const positionsAtOnce = 2000
/** Characters per match call. Even two hundred patterns take only a moment for this many, so live messages don't wait long. */
const matchAtOnce = 20_000
const matchMs = 5_000
/** Time limit for the whole run, because others are waiting in the queue. */
const mostMs = 30_000

export type Gone = {
  from: string
  to: string
  assistant: Assistant
  channel: ChannelRecord
  messages: number
  isComplete: boolean
}

/** Runs a draft over past messages: matches each one and passes it to the taker that `start` creates. */
export async function goThroughPast<T extends Taker>(
  deps: PastDeps,
  grant: ChannelGrant,
  request: PastRequest,
  start: (assistant: Assistant, options: { since: number; hasModel: boolean }) => T,
  { most = mostMessages, late = AbortSignal.timeout(mostMs) } = {},
): Promise<Gone & { taker: T }> {
  const { store, clock, hasModel } = deps
  const { channelNo, timezone } = grant.channel
  const { from, to } = readDays(request, dayOf(clock(), timezone))
  const channel = await store.getChannel(channelNo)
  const assistant = await loadDraft(deps, channelNo, channel, request)
  const since = Math.max(dayRange(from, timezone).start, visibleFrom(grant, clock(), deps.retentionCeilingDays))
  const look = {
    // A reply from the evening before may still put the first morning into a cooldown.
    from: Math.max(since - longestCooldownMs(assistant), visibleFrom(grant, clock(), deps.retentionCeilingDays)),
    to: dayRange(to, timezone).end,
  }
  const { places, areAll } = await listPositions(store, channelNo, { ...look, most })
  const inForce = { ...assistant, rules: assistant.rules.filter(({ enabled }) => enabled) }
  const taker = start(inForce, { since, hasModel })
  const gone = await goThrough(deps, grant, places, { inForce, taker, since, late })
  return { from, to, assistant, channel, taker, messages: gone.messages, isComplete: areAll && gone.isComplete }
}

function readDays({ rule, assistant, ...days }: PastRequest, today: string): { from: string; to: string } {
  if (rule && assistant) throw invalid('rule and assistant cannot be tried together; send one of them')
  const to = days.to ?? today
  const from = days.from ?? addDays(to, -29)
  if (!isDay(from) || !isDay(to)) throw invalid('from and to must be in the years 0000 to 9999')
  const length = countDays(from, to)
  if (length < 1) throw invalid('from must not be after to')
  if (length > mostDays) throw invalid(`from and to must be at most ${mostDays} days apart`)
  return { from, to }
}

/** In order of arrival; if there are too many, only the latest. */
async function listPositions(
  store: Store,
  channelNo: number,
  { from, to, most }: { from: number; to: number; most: number },
): Promise<{ places: MessagePosition[]; areAll: boolean }> {
  const places: MessagePosition[] = []
  let before: MessagePosition | undefined = { time: to, seq: 0 }
  while (before && places.length <= most) {
    const slice: MessagePosition[] = await store.listPositions(channelNo, { from, before, limit: positionsAtOnce })
    for (const place of slice) places.push(place)
    before = slice.length === positionsAtOnce ? slice.at(-1) : undefined
    await nextSlice()
  }
  const areAll = places.length <= most
  return { places: places.slice(0, most).sort((one, other) => one.seq - other.seq), areAll }
}

async function goThrough(
  { store, runner }: PastDeps,
  grant: ChannelGrant,
  places: readonly MessagePosition[],
  { inForce, taker, since, late }: { inForce: Assistant; taker: Taker; since: number; late: AbortSignal },
): Promise<{ messages: number; isComplete: boolean }> {
  const set = nameRules(inForce)
  let messages = 0
  for (let start = 0; start < places.length; start += readAtOnce) {
    const all = await store.listSentMessages(grant.channel.channelNo, places.slice(start, start + readAtOnce))
    // What is only known from a chat history was never the assistant's to answer.
    const said = all.filter(({ messageId }) => !isImportedId(messageId))
    for (const chunk of chunksOf(said)) {
      const asked = chunk.filter(isAnswerable)
      const found = await unlessLate(late, async () => {
        const texts = asked.map(({ question }) => question)
        return await matchTexts(runner, grant, set, texts, { limitMs: matchMs, signal: late })
      })
      if (!found) return { messages, isComplete: false }
      messages += chunk.filter(({ sentAt }) => sentAt >= since).length
      for (const [index, { messageId, sentAt: at, question: text, sender }] of asked.entries()) {
        taker.take({ messageId, at, text, userId: sender.id === '' ? null : sender.id }, found[index] ?? [])
      }
    }
    await nextSlice()
  }
  return { messages, isComplete: true }
}

async function unlessLate<T>(late: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return late.aborted ? undefined : await work()
  } catch (error) {
    if (late.aborted) return undefined
    throw error
  }
}

type PastText = SentMessageRecord & { text: string; question: string }

function isAnswerable(said: SentMessageRecord): said is PastText {
  return findObstacle({ ...said, isChannelActive: true }) === undefined
}

function chunksOf(said: readonly SentMessageRecord[]): SentMessageRecord[][] {
  const chunks: SentMessageRecord[][] = []
  let room = 0
  for (const one of said) {
    const length = one.text?.length ?? 0
    room -= length
    if (room < 0 || chunks.length === 0) {
      chunks.push([])
      room = matchAtOnce - length
    }
    chunks.at(-1)?.push(one)
  }
  return chunks
}
