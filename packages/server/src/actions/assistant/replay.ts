import type { BodyOf, ReplayReport, Routes } from '@innkeeper/contract'
import { composeAnswer, pickAnswer } from '../../domain/assistant/answering/compose-answer.ts'
import { decideSilence } from '../../domain/assistant/answering/decide-answer.ts'
import { type Replay, type ReplayHit, spread, startReplay } from '../../domain/assistant/answering/replay-messages.ts'
import { textsOf } from '../../domain/assistant/outgoing-message.ts'
import { addDays, countDays, dayOf } from '../../domain/day.ts'
import { toTimestamp } from '../../domain/timestamp.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'
import { type Gone, goThroughPast, type PastDeps } from './past-messages.ts'
import { queueReplay } from './trial-queue.ts'

type ReplayBody = BodyOf<Routes['replayAssistant']>

const mostSamples = 50

/** What a draft would have answered, as counts and samples. Changes nothing, sends nothing. */
export async function replayAssistant(deps: PastDeps, grant: ChannelGrant, request: ReplayBody): Promise<ReplayReport> {
  const replayed = await queueReplay(deps.store, grant, () => replay(deps, grant, request))
  const { from, to, hits, assistant } = replayed
  const { timezone } = grant.channel
  const perDay = Map.groupBy(hits, ({ at }) => dayOf(at, timezone))
  const draftId = request.rule && (request.rule.id ?? 'draft')
  const perRule = [...Map.groupBy(hits, ({ rule }) => rule).entries()]
  return {
    from,
    to,
    messages: replayed.messages,
    hits: hits.length,
    ...(draftId !== undefined && { draftMatched: replayed.matched.has(draftId) }),
    silence: decideSilence(assistant, 0) ?? null,
    daily: Array.from({ length: countDays(from, to) }, (_, index) => {
      const date = addDays(from, index)
      const own = perDay.get(date) ?? []
      const ofDraft = draftId === undefined ? {} : { draftHits: own.filter(({ rule }) => rule.id === draftId).length }
      return { date, hits: own.length, ...ofDraft }
    }),
    rules: perRule
      .map(([{ id, question }, own]) => ({ ruleId: id, question, hits: own.length }))
      .sort((one, other) => other.hits - one.hits),
    samples: await listSamples(deps.store, grant.channel.channelNo, replayed, draftId),
    skippedModel: replayed.skippedModel,
    isComplete: replayed.isComplete,
  }
}

export type Replayed = Gone & Pick<Replay, 'hits' | 'matched' | 'skippedModel'>

/** Every single hit. Messages are processed in the order of arrival, because that is how they were answered. */
export async function replay(
  deps: PastDeps,
  grant: ChannelGrant,
  request: ReplayBody,
  limits?: { most?: number; late?: AbortSignal },
): Promise<Replayed> {
  const { taker, ...gone } = await goThroughPast(deps, grant, request, startReplay, limits)
  const { hits, matched, skippedModel } = taker
  return { ...gone, hits, matched, skippedModel }
}

/** Reads their texts again, because the texts of all answered messages would take too much memory. */
async function listSamples(
  store: Store,
  channelNo: number,
  { hits, assistant, channel }: Replayed,
  draftId: string | undefined,
): Promise<ReplayReport['samples']> {
  const samples: ReplayReport['samples'] = []
  const surroundings = { groupName: channel.name, memberCount: channel.memberCount }
  for (const { messageId, at, rule, by, nth } of chooseSamples(hits, draftId)) {
    const said = await store.findSentMessage(channelNo, messageId)
    if (!said || said.text === null) continue
    const { sender, text: content } = said
    const answer = pickAnswer(rule, messageId, nth)
    const texts = textsOf(composeAnswer(assistant, rule, answer, { at, name: sender.name }, surroundings))
    const timestamp = toTimestamp(at)
    samples.push({ messageId, timestamp, sender, content, ruleId: rule.id, matchedBy: by, texts })
  }
  return samples
}

/** Hits of the drafted rule come first, because the trial is about that rule. */
function chooseSamples(hits: readonly ReplayHit[], draftId: string | undefined): ReplayHit[] {
  const own = spread(
    hits.filter(({ rule }) => rule.id === draftId),
    mostSamples,
  )
  const others = spread(
    hits.filter(({ rule }) => rule.id !== draftId),
    mostSamples - own.length,
  )
  return [...own, ...others].sort((one, other) => one.at - other.at)
}
