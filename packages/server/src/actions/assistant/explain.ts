import type { BodyOf, ChannelStatus, Explanation, Routes, RuleDraft, Send } from '@innkeeper/contract'
import type { Assistant, Found, Question } from '../../domain/assistant/answering/assistant.ts'
import { composeAnswer, pickAnswer } from '../../domain/assistant/answering/compose-answer.ts'
import type { Cooldowns } from '../../domain/assistant/answering/decide-answer.ts'
import { type Explained, explainAnswer, findObstacle } from '../../domain/assistant/answering/explain-answer.ts'
import { listOffers } from '../../domain/assistant/answering/grounding.ts'
import { dataOf, estimateTokens } from '../../domain/assistant/answering/model-question.ts'
import { findReachedLimit, type ModelLimits, type ReachedLimit } from '../../domain/assistant/answering/model-shares.ts'
import { longestCooldownMs } from '../../domain/assistant/answering/replay-messages.ts'
import { textsOf } from '../../domain/assistant/outgoing-message.ts'
import { dayOf } from '../../domain/day.ts'
import { visibleFrom } from '../../domain/messages/retention.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'
import { toTimestamp } from '../../domain/timestamp.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ChannelRecord } from '../../ports/records.ts'
import type { RuleRunner } from '../../ports/rule-runner.ts'
import type { Store } from '../../ports/store.ts'
import { accessRole, accessSubscription, type ChannelGrant } from '../access.ts'
import { loadDraft, nameRules } from './load-draft.ts'
import { matchTexts } from './match-texts.ts'
import { queueExplain } from './trial-queue.ts'

type Deps = {
  store: Store
  clock: Clock
  runner: RuleRunner
  hasModel: boolean
  modelLimits: ModelLimits | null
  timezone: string
  retentionCeilingDays: number | null
}

/** A message, real or hypothetical. `seq`: earlier messages may keep it from being answered. */
type ReceivedText = Omit<Question, 'reply' | 'text'> & {
  text: string | null
  seq: number
  isFromBot: boolean
  status: ChannelStatus
  quietUntil: number | null
  sends: Send[]
}

const mostRulesShown = 1000
const matchMs = 2_000

/** Why a message is answered or not: with the current rules or a draft, but the time and cooldowns of the message. */
export async function explain(
  deps: Deps,
  grant: ChannelGrant,
  request: BodyOf<Routes['explainAnswer']>,
): Promise<Explanation> {
  const { text, messageId, rule } = request
  if (text !== undefined || rule) accessRole(grant, 'admin')
  if (messageId !== undefined) accessSubscription(grant)
  if (text !== undefined && messageId !== undefined) {
    throw invalid('text and messageId cannot be used together; send one of them')
  }
  return await queueExplain(deps.store, grant, () => explainNow(deps, grant, request))
}

async function explainNow(
  deps: Deps,
  grant: ChannelGrant,
  { text, messageId, rule }: BodyOf<Routes['explainAnswer']>,
): Promise<Explanation> {
  const { store } = deps
  const { channelNo } = grant.channel
  const channel = await store.getChannel(channelNo)
  const { assistant, key } = await loadTried(deps, channelNo, channel, rule)
  const said =
    messageId === undefined ? await imagine(deps, grant, channel, text) : await recall(deps, grant, channel, messageId)
  const { at, userId } = said
  const found = said.text === null ? [] : await findRules(deps.runner, grant, { assistant, key }, said.text)
  const explained = explainAnswer(
    { ...assistant, quietUntil: said.quietUntil },
    found,
    { at, userId, text: said.text ?? '' },
    await loadCooldowns(store, channelNo, assistant, said),
    {
      obstacle: findObstacle({ ...said, isChannelActive: said.status === 'active' }),
      hasModel: deps.hasModel,
      // What was left of a budget at an earlier time is unknown; the send log shows it.
      modelLimit: messageId === undefined ? await findModelLimit(deps, grant, assistant, said) : undefined,
    },
  )
  return {
    at: toTimestamp(at),
    silence: explained.silence,
    ruleId: explained.winner?.rule.id ?? null,
    texts: await listTexts(
      deps,
      channelNo,
      channel,
      assistant,
      { said, isDraft: rule !== undefined },
      explained.winner,
    ),
    rules: explained.rules.slice(0, mostRulesShown),
    ruleCount: assistant.rules.length,
    asksModel: explained.asksModel,
    sends: said.sends,
  }
}

/** The current assistant, or the one with a draft. `key`: of its rules. */
async function loadTried(
  deps: Deps,
  channelNo: number,
  channel: ChannelRecord,
  rule: RuleDraft | undefined,
): Promise<{ assistant: Assistant; key: string }> {
  if (rule) {
    const assistant = await loadDraft(deps, channelNo, channel, { rule })
    return { assistant, key: nameRules(assistant).key }
  }
  const { version, assistant } = await deps.store.getAssistant(channelNo)
  return { assistant, key: `${channelNo} ${version}` }
}

/**
 * Matches only the enabled rules, as for real messages, because how similar a text is to one rule depends on the others. What
 * a disabled rule would match is found with all rules together.
 */
async function findRules(
  runner: RuleRunner,
  grant: ChannelGrant,
  { assistant: { qa, rules }, key }: { assistant: Assistant; key: string },
  text: string,
): Promise<Found[]> {
  const limits = { limitMs: matchMs }
  const [ofAll = []] = await matchTexts(runner, grant, { key, mode: qa.mode, rules }, [text], limits)
  const places = rules.flatMap(({ enabled }, place) => (enabled ? [place] : []))
  if (places.length === rules.length) return ofAll
  const inForce = { key: `${key} enabled`, mode: qa.mode, rules: rules.filter(({ enabled }) => enabled) }
  const [found = []] = await matchTexts(runner, grant, inForce, [text], limits)
  return [
    ...found.map((one) => ({ ...one, rule: places[one.rule] ?? one.rule })),
    ...ofAll.filter(({ rule }) => !rules[rule]?.enabled),
  ]
}

/** The limit that asking the model now would exceed. */
async function findModelLimit(
  { store, modelLimits, timezone }: Deps,
  { userId, channel: { channelNo } }: ChannelGrant,
  assistant: Assistant,
  { at, text }: ReceivedText,
): Promise<ReachedLimit | undefined> {
  if (!modelLimits || text === null) return undefined
  const offers = listOffers(assistant, at, text)
  if (offers.length === 0) return undefined
  const spent = await store.getModelTokens({ day: dayOf(at, timezone), channelNo, userId })
  return findReachedLimit(modelLimits, spent, estimateTokens(dataOf(offers, text)))
}

/** A text as if the caller had just sent it. */
async function imagine(
  { store, clock }: Deps,
  { userId }: ChannelGrant,
  { status, assistant }: ChannelRecord,
  text: string | undefined,
): Promise<ReceivedText> {
  if (text === undefined) throw invalid('text or messageId is missing; send one of them')
  const { displayName } = await store.getProfile(userId)
  const quietUntil = assistant.quietUntil === null ? null : Date.parse(assistant.quietUntil)
  const seq = Number.MAX_SAFE_INTEGER
  const common = { messageId: '', isFromBot: false, sends: [] }
  return { ...common, at: clock(), text, userId, name: displayName ?? userId, seq, status, quietUntil }
}

/** A message of the backup as it was sent. It was stored, so the channel was active then. */
async function recall(
  { store, clock, retentionCeilingDays }: Deps,
  grant: ChannelGrant,
  { assistant }: ChannelRecord,
  messageId: string,
): Promise<ReceivedText> {
  const { channelNo } = grant.channel
  const message = await store.findSentMessage(channelNo, messageId)
  if (!message || message.sentAt < visibleFrom(grant, clock(), retentionCeilingDays)) {
    throw new Refusal('message-not-found')
  }
  const { sentAt: at, sender, question: text, seq, isFromBot } = message
  // Whether the bot was silenced earlier is unknown. The current settings apply since they were last changed.
  const isSince = assistant.updatedAt !== null && at >= Date.parse(assistant.updatedAt)
  const quietUntil = isSince && assistant.quietUntil !== null ? Date.parse(assistant.quietUntil) : null
  const userId = sender.id === '' ? null : sender.id
  const sends = await store.listSendsTo(channelNo, { messageId, sentAt: at })
  return { messageId, at, text, userId, name: sender.name, seq, isFromBot, status: 'active', quietUntil, sends }
}

/** Cooldowns as they were when this message was sent, from the answers given by then. */
async function loadCooldowns(
  store: Store,
  channelNo: number,
  assistant: Assistant,
  said: ReceivedText,
): Promise<Cooldowns> {
  const answeredAt = new Map<string, number>()
  const message = { sentAt: said.at, seq: said.seq }
  for (const { at, ruleId, userId } of await store.listAnswersBefore(
    channelNo,
    message,
    longestCooldownMs(assistant),
  )) {
    for (const rule of ['', ruleId]) for (const user of ['', userId]) answeredAt.set(`${rule} ${user}`, at)
  }
  return { lastAnswerAt: (ruleId, userId) => answeredAt.get(`${ruleId} ${userId}`) }
}

/** What was actually sent if the same rule answered, otherwise what would be sent. */
async function listTexts(
  { store }: Deps,
  channelNo: number,
  { name: groupName, memberCount }: ChannelRecord,
  assistant: Assistant,
  { said, isDraft }: { said: ReceivedText; isDraft: boolean },
  winner: Explained['winner'],
): Promise<string[]> {
  if (!winner) return []
  const { rule } = winner
  const real = said.sends.find((send) => send.kind === 'answer' && send.ruleId === rule.id)
  if (real && !isDraft && real.texts.length > 0) return real.texts
  const hits = rule.pick === 'in-order' ? ((await store.findRule(channelNo, rule.id))?.hits ?? 0) : 0
  const answer = pickAnswer(rule, said.messageId, hits)
  return textsOf(composeAnswer(assistant, rule, answer, said, { groupName, memberCount }))
}
