import type { Assistant, Found, Question } from '../../../domain/assistant/answering/assistant.ts'
import { composeAnswer, pickAnswer } from '../../../domain/assistant/answering/compose-answer.ts'
import {
  cooldownKeys,
  type Decision,
  decideAnswer,
  rankFound,
} from '../../../domain/assistant/answering/decide-answer.ts'
import { decideToAsk } from '../../../domain/assistant/answering/grounding.ts'
import { asksFor } from '../../../domain/assistant/answering/variables.ts'
import { modeOf } from '../../../domain/assistant/matching/rule-patterns.ts'
import type { Job } from '../../../domain/jobs/job.ts'
import type { FoundRule } from '../../../ports/commands/assistant.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { ofRequest, planJob } from '../jobs/jobs.ts'
import type { Sql } from '../sql.ts'
import { wasErased } from '../storage/past-erasures.ts'
import type { Writing } from '../writing.ts'
import { loadFoundRules } from './assistants.ts'
import { loadCooldowns, startCooldowns } from './sending/cooldowns.ts'
import { planSend } from './sending/sends.ts'

export type AnsweringChannel = { channelNo: number; channelId: string; plan(job: Job, delayMs?: number): Promise<void> }

/** Decides between the rules that matched and plans the answer, all in the transaction of the message. */
export async function answerQuestion(
  tx: Sql,
  answering: AnsweringChannel,
  assistant: Assistant,
  question: Question,
  found: readonly Found[],
  detail?: Record<string, unknown>,
): Promise<Decision> {
  const { channelNo } = answering
  const { userId, at } = question
  const ranked = rankFound(assistant, found).map(({ rule }) => rule)
  const cooldowns = await loadCooldowns(tx, channelNo, assistant, ranked, question)
  const decision = decideAnswer(assistant, found, { at, userId }, cooldowns)
  if (!decision.winner) return decision
  const { rule } = decision.winner
  const answer = pickAnswer(
    rule,
    question.messageId,
    rule.pick === 'in-order' ? await countHits(tx, channelNo, rule.id) : 0,
  )
  const speech = composeAnswer(assistant, rule, answer, question, await lookAround(tx, channelNo, answer))
  const isNew = await planSend(tx, answering, {
    kind: 'answer',
    at,
    speech,
    reply: question.reply,
    messageId: question.messageId,
    userId,
    ruleId: rule.id,
    mode: modeOf(rule, assistant.qa.mode),
    ...(detail && { detail }),
  })
  // Already answered, because the same question was processed twice; or nothing can be sent, and then nothing counts as sent.
  if (!isNew || !question.reply) return decision
  await startCooldowns(tx, channelNo, cooldownKeys(rule, userId), at)
  await tx.run(
    `insert into rule_hits (channel, rule_id, hits, last_hit_at) values (?, ?, 1, ?)
     on conflict (channel, rule_id) do update set hits = rule_hits.hits + 1,
       last_hit_at = case when rule_hits.last_hit_at > excluded.last_hit_at then rule_hits.last_hit_at
         else excluded.last_hit_at end`,
    channelNo,
    rule.id,
    at,
  )
  return decision
}

/** The same for a text that was matched outside the transaction. If no rule answers, a model may be asked. */
export async function answerFound(
  tx: Sql,
  { at, channelId, question, found, mayAskModel, modelRuleIds = [] }: CommandOf<'answer-question'>,
  writing: Writing,
): Promise<'answered' | 'silent' | 'ask-model'> {
  const wanted = [...found.map(({ ruleId }) => ruleId), ...modelRuleIds]
  const open = await reopenQuestion(tx, writing, { at, channelId, question }, wanted)
  if (!open) return 'silent'
  const { answering, assistant } = open
  const decision = await answerQuestion(tx, answering, assistant, question, placesOf(assistant, found))
  if (decision.winner) return 'answered'
  if (!mayAskModel || !question.reply) return 'silent'
  const { channelNo } = answering
  const leftToAsk = assistant.rules.filter((rule) => modeOf(rule, assistant.qa.mode) === 'ai')
  const cooldowns = await loadCooldowns(tx, channelNo, assistant, leftToAsk, question)
  if (!decideToAsk(assistant, decision, question, cooldowns)) return 'silent'
  if (await wasAnswered(tx, channelNo, question.messageId)) return 'silent'
  await answering.plan({ kind: 'ask-model', channelId, question })
  return 'ask-model'
}

/** It is recorded as the answer, so that there is one row per message, however often this is retried. */
export async function leaveUnanswered(
  tx: Sql,
  { at, channelId, question, failure, reason, ruleId }: CommandOf<'leave-unanswered'>,
  writing: Writing,
): Promise<null> {
  const open = await reopenQuestion(tx, writing, { at, channelId, question })
  if (!open) return null
  const { at: askedAt, messageId, userId } = question
  await planSend(tx, open.answering, {
    kind: 'answer',
    at: askedAt,
    speech: { parts: [] },
    reply: null,
    refusal: { failure, reason },
    messageId,
    userId,
    ...(ruleId !== undefined && { ruleId }),
  })
  return null
}

/**
 * By now the rules may have changed, the message may be unsent, or the channel may be gone: undefined if nothing should be sent
 * any more.
 */
export async function reopenQuestion(
  tx: Sql,
  { assistants }: Writing,
  {
    at,
    channelId,
    question,
    requestId,
  }: { at: number; channelId: string; question: Question; requestId?: string | undefined },
  ruleIds: readonly string[] = [],
): Promise<{ answering: AnsweringChannel; assistant: Assistant } | undefined> {
  const channel = await tx.get<{ channelNo: number; version: number }>(
    `select channel as "channelNo", rules_version as version from channels
     where channel_id = ? and bot_present = 1 and owner_disabled = 0`,
    channelId,
  )
  if (!channel) return undefined
  const { channelNo, version } = channel
  if (await wasUnsent(tx, channelNo, question.messageId)) return undefined
  if (await wasForgotten(tx, { channelNo, channelId }, question)) return undefined
  const plan = async (job: Job, delayMs = 0) =>
    void (await planJob(tx, channelNo, ofRequest(job, requestId), at, at + delayMs))
  const assistant = await loadFoundRules(tx, channelNo, await assistants.get(tx, channelNo, version), ruleIds)
  return { answering: { channelNo, channelId, plan }, assistant }
}

/** Rules that are still there. */
function placesOf(assistant: Assistant, found: readonly FoundRule[]): Found[] {
  const placeOf = new Map(assistant.rules.map((rule, index) => [rule.id, index]))
  return found.flatMap(({ ruleId, ...match }) => {
    const rule = placeOf.get(ruleId)
    return rule === undefined ? [] : [{ ...match, rule }]
  })
}

async function wasAnswered(tx: Sql, channelNo: number, messageId: string): Promise<boolean> {
  const answer = "select 1 from sends where channel = ? and message_id = ? and kind = 'answer'"
  return (await tx.get(answer, channelNo, messageId)) !== undefined
}

async function wasUnsent(tx: Sql, channelNo: number, messageId: string): Promise<boolean> {
  const row = await tx.get<{ unsent: number }>(
    'select unsent from message_ids where channel = ? and message_id = ?',
    channelNo,
    messageId,
  )
  return row?.unsent === 1
}

/** Whether the sender was erased since. */
async function wasForgotten(
  tx: Sql,
  { channelNo, channelId }: { channelNo: number; channelId: string },
  { userId, at }: Question,
): Promise<boolean> {
  if (userId === null) return false
  const member = await tx.get('select 1 from members where channel = ? and user_id = ?', channelNo, userId)
  return member === undefined && (await wasErased(tx, channelId, userId, at))
}

async function countHits(tx: Sql, channelNo: number, ruleId: string): Promise<number> {
  const row = await tx.get<{ hits: number }>(
    'select hits from rule_hits where channel = ? and rule_id = ?',
    channelNo,
    ruleId,
  )
  return row?.hits ?? 0
}

async function lookAround(
  tx: Sql,
  channelNo: number,
  answer: string,
): Promise<{ groupName: string; memberCount: number }> {
  if (!asksFor(answer, 'group') && !asksFor(answer, 'count')) return { groupName: '', memberCount: 0 }
  const row = await tx.get<{ groupName: string; memberCount: number }>(
    `select c.name as "groupName", coalesce(
       c.member_count,
       (select count(*) from members p where p.channel = c.channel and p.left_at is null)
     ) as "memberCount"
     from channels c where c.channel = ?`,
    channelNo,
  )
  return row ?? { groupName: '', memberCount: 0 }
}
