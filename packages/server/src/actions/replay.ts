import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BodyOf, ReplayReport, Routes } from '@innkeeper/contract'
import { isDay } from '@innkeeper/contract/validate'
import type { Assistant } from '../domain/answering/assistant.ts'
import { composeAnswer, pickAnswer } from '../domain/answering/compose-answer.ts'
import { decideSilence } from '../domain/answering/decide-answer.ts'
import { draftAssistant } from '../domain/answering/draft-assistant.ts'
import { findObstacle } from '../domain/answering/explain-answer.ts'
import {
  longestCooldownMs,
  type Replay,
  type ReplayHit,
  spread,
  startReplay,
} from '../domain/answering/replay-messages.ts'
import { addDays, countDays, dayOf, dayRange } from '../domain/day.ts'
import { invalid } from '../domain/refusal.ts'
import { textsOf } from '../domain/speech.ts'
import { toTimestamp } from '../domain/timestamp.ts'
import type { Clock } from '../ports/clock.ts'
import type { RuleRunner } from '../ports/rule-runner.ts'
import type { ChannelRecord, Place, SaidRecord, Store } from '../ports/store.ts'
import type { ChannelGrant } from './access.ts'
import { refuseUnconfiguredModel } from './assistant.ts'
import { matchTexts } from './match-texts.ts'
import { visibleFrom } from './visible-span.ts'

type Deps = {
  store: Store
  clock: Clock
  runner: RuleRunner
  hasModel: boolean
  retentionCeilingDays: number | null
}
type Wish = BodyOf<Routes['replayAssistant']>

const mostDays = 400
const mostMessages = 200_000
const mostSamples = 50
/** Read at once: some milliseconds, after which others have their turn. */
const readAtOnce = 200
const placesAtOnce = 2000
/** Matched at once, in characters: two hundred patterns go over so much in a moment, and live messages wait no longer. */
const matchAtOnce = 20_000
const matchMs = 5_000
/** For all of it: others wait in line behind it. */
const mostMs = 30_000

/** What a draft would have answered, told in numbers and samples. Changes nothing, sends nothing. */
export async function replayAssistant(deps: Deps, grant: ChannelGrant, wish: Wish): Promise<ReplayReport> {
  const replayed = await inLine(deps.store, () => replay(deps, grant, wish))
  const { from, to, hits, assistant } = replayed
  const { timezone } = grant.channel
  const perDay = Map.groupBy(hits, ({ at }) => dayOf(at, timezone))
  const perRule = [...Map.groupBy(hits, ({ rule }) => rule).entries()]
  return {
    from,
    to,
    messages: replayed.messages,
    hits: hits.length,
    silence: decideSilence(assistant, 0) ?? null,
    daily: Array.from({ length: countDays(from, to) }, (_, index) => {
      const date = addDays(from, index)
      return { date, hits: perDay.get(date)?.length ?? 0 }
    }),
    rules: perRule
      .map(([{ id, question }, own]) => ({ ruleId: id, question, hits: own.length }))
      .sort((one, other) => other.hits - one.hits),
    samples: await listSamples(deps.store, grant.channel.channelNo, replayed),
    skippedModel: replayed.skippedModel,
    isComplete: replayed.isComplete,
  }
}

export type Replayed = Pick<Replay, 'hits' | 'skippedModel'> & {
  from: string
  to: string
  assistant: Assistant
  channel: ChannelRecord
  messages: number
  isComplete: boolean
}

/** Every single hit. Messages are gone through as they arrived, because that is how they were answered. */
export async function replay(deps: Deps, grant: ChannelGrant, wish: Wish, most = mostMessages): Promise<Replayed> {
  const { store, clock, hasModel } = deps
  const { channelNo, timezone } = grant.channel
  const { from, to } = readDays(wish, dayOf(clock(), timezone))
  const channel = await store.getChannel(channelNo)
  const assistant = await loadDraft(deps, channelNo, channel, wish)
  const since = Math.max(dayRange(from, timezone).start, visibleFrom(grant, clock(), deps.retentionCeilingDays))
  const look = {
    // An answer of the evening before may still keep the first morning silent.
    from: Math.max(since - longestCooldownMs(assistant), visibleFrom(grant, clock(), deps.retentionCeilingDays)),
    to: dayRange(to, timezone).end,
  }
  const { places, areAll } = await listPlaces(store, channelNo, { ...look, most })
  const gone = await goThrough(deps, channelNo, places, assistant, { since, hasModel })
  return { from, to, assistant, channel, ...gone, isComplete: areAll && gone.isComplete }
}

function readDays({ rule, assistant, ...days }: Wish, today: string): { from: string; to: string } {
  if (rule && assistant) throw invalid('rule and assistant cannot be tried together; one of them is the draft')
  const to = days.to ?? today
  const from = days.from ?? addDays(to, -29)
  if (!isDay(from) || !isDay(to)) throw invalid('from and to must lie in the years 0000 to 9999')
  const length = countDays(from, to)
  if (length < 1) throw invalid('from must not be after to')
  if (length > mostDays) throw invalid(`from and to must be at most ${mostDays} days apart`)
  return { from, to }
}

/** Whether somebody silenced the bot for a while says nothing about another time. */
async function loadDraft(
  { store, clock, hasModel }: Deps,
  channelNo: number,
  channel: ChannelRecord,
  wish: Wish,
): Promise<Assistant> {
  refuseUnconfiguredModel(hasModel, 'rule.match', wish.rule?.match)
  const [{ assistant }, rules] = await Promise.all([
    store.getAssistant(channelNo),
    store.listRules(channelNo, undefined),
  ])
  const state = {
    config: channel.assistant,
    welcome: channel.welcome,
    groupRules: channel.groupRules,
    rules: rules.map(({ rule, place }) => ({ ...rule, createdAt: place.createdAt })),
  }
  return draftAssistant({ assistant: { ...assistant, quietUntil: null }, state, hasModel, at: clock() }, wish)
}

/** In the order of arrival; where there are too many, the latest of them. */
async function listPlaces(
  store: Store,
  channelNo: number,
  { from, to, most }: { from: number; to: number; most: number },
): Promise<{ places: Place[]; areAll: boolean }> {
  const places: Place[] = []
  let before: Place | undefined = { time: to, seq: 0 }
  while (before && places.length <= most) {
    const slice: Place[] = await store.listPlaces(channelNo, { from, before, limit: placesAtOnce })
    for (const place of slice) places.push(place)
    before = slice.length === placesAtOnce ? slice.at(-1) : undefined
    await nextTurn()
  }
  const areAll = places.length <= most
  return { places: places.slice(0, most).sort((one, other) => one.seq - other.seq), areAll }
}

async function goThrough(
  { store, runner }: Deps,
  channelNo: number,
  places: readonly Place[],
  assistant: Assistant,
  options: { since: number; hasModel: boolean },
): Promise<Pick<Replayed, 'hits' | 'skippedModel' | 'messages' | 'isComplete'>> {
  const going = startReplay(assistant, options)
  const set = { key: `replay ${randomUUID()}`, mode: assistant.qa.mode, rules: assistant.rules }
  const deadline = performance.now() + mostMs
  let messages = 0
  let start = 0
  for (; start < places.length && performance.now() < deadline; start += readAtOnce) {
    const said = await store.listSaid(channelNo, places.slice(start, start + readAtOnce))
    messages += said.filter(({ sentAt }) => sentAt >= options.since).length
    for (const chunk of chunksOf(said.filter(isAnswerable))) {
      const texts = chunk.map(({ text }) => text)
      const found = await matchTexts(runner, set, texts, matchMs)
      for (const [index, { messageId, sentAt: at, text, sender }] of chunk.entries()) {
        going.take({ messageId, at, text, userId: sender.id === '' ? null : sender.id }, found[index] ?? [])
      }
    }
    await nextTurn()
  }
  return { hits: going.hits, skippedModel: going.skippedModel, messages, isComplete: start >= places.length }
}

type SaidText = SaidRecord & { text: string }

function isAnswerable(said: SaidRecord): said is SaidText {
  return findObstacle({ ...said, isChannelActive: true }) === undefined
}

function chunksOf(said: readonly SaidText[]): SaidText[][] {
  const chunks: SaidText[][] = []
  let room = 0
  for (const one of said) {
    room -= one.text.length
    if (room < 0 || chunks.length === 0) {
      chunks.push([])
      room = matchAtOnce - one.text.length
    }
    chunks.at(-1)?.push(one)
  }
  return chunks
}

/** Their texts are read again: all that would have been answered are too many to be held. */
async function listSamples(
  store: Store,
  channelNo: number,
  { hits, assistant, channel }: Replayed,
): Promise<ReplayReport['samples']> {
  const samples: ReplayReport['samples'] = []
  const surroundings = { groupName: channel.name, memberCount: channel.memberCount }
  for (const { messageId, at, rule, nth } of spread<ReplayHit>(hits, mostSamples)) {
    const said = await store.findSaid(channelNo, messageId)
    if (!said || said.text === null) continue
    const { sender, text: content } = said
    const answer = pickAnswer(rule, messageId, nth)
    const texts = textsOf(composeAnswer(assistant, rule, answer, { at, name: sender.name }, surroundings))
    samples.push({ messageId, timestamp: toTimestamp(at), sender, content, ruleId: rule.id, texts })
  }
  return samples
}

const lines = new WeakMap<Store, Promise<unknown>>()

/** One at a time: two would not be ready sooner, and would take twice the share of everything else. */
async function inLine<T>(store: Store, work: () => Promise<T>): Promise<T> {
  const mine = (lines.get(store) ?? Promise.resolve()).then(work)
  lines.set(
    store,
    mine.catch(() => {}),
  )
  return await mine
}
