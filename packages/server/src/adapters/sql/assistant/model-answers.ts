import type { Assistant } from '../../../domain/assistant/answering/assistant.ts'
import { cooldownKeys, decideAnswer } from '../../../domain/assistant/answering/decide-answer.ts'
import { passagesOf } from '../../../domain/assistant/answering/grounding.ts'
import { findReachedLimit, type ReachedLimit } from '../../../domain/assistant/answering/model-shares.ts'
import { modeOf } from '../../../domain/assistant/matching/rule-patterns.ts'
import { say } from '../../../domain/assistant/outgoing-message.ts'
import { dayOf } from '../../../domain/day.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import type { Defaults, Sql } from '../sql.ts'
import { isBeingErased } from '../storage/past-erasures.ts'
import { getModelTokens } from '../usage/usage-reads.ts'
import type { Writing } from '../writing.ts'
import { type AnsweringChannel, answerQuestion, reopenQuestion } from './answers.ts'
import { loadCooldowns, startCooldowns } from './sending/cooldowns.ts'
import { planSend } from './sending/sends.ts'

/** Less than any keyword match. */
const lengthOfChoice = 0.5

/**
 * A model's choice is sent like any other answer: schedules and cooldowns apply, and the text is the owner's current one. What
 * has changed since it was offered isn't sent.
 */
export async function answerChosen(
  tx: Sql,
  command: CommandOf<'answer-chosen'>,
  writing: Writing,
): Promise<'answered' | 'silent'> {
  const { question, chosen } = command
  const { choice, offered, tokens } = chosen
  const ruleIds = choice.kind === 'rule' ? [choice.ruleId] : []
  const open = await reopenQuestion(tx, writing, command, ruleIds)
  if (!open) return 'silent'
  const { answering, assistant } = open
  if (choice.kind === 'passage') return await quotePassage(tx, answering, assistant, command, choice.text)
  const rule = assistant.rules.findIndex(({ id }) => id === choice.ruleId)
  const found = assistant.rules[rule]
  if (!found || modeOf(found, assistant.qa.mode) !== 'ai') return 'silent'
  const match = { rule, by: found.question, length: lengthOfChoice, score: null }
  const { winner } = await answerQuestion(tx, answering, assistant, question, [match], { offered, tokens })
  return winner ? 'answered' : 'silent'
}

async function quotePassage(
  tx: Sql,
  answering: AnsweringChannel,
  assistant: Assistant,
  { question, chosen }: CommandOf<'answer-chosen'>,
  text: string,
): Promise<'answered' | 'silent'> {
  const passage = passagesOf(assistant.groupRules).indexOf(text)
  if (passage === -1) return 'silent'
  const { channelNo } = answering
  const { at, userId, messageId, reply } = question
  const cooldowns = await loadCooldowns(tx, channelNo, assistant, [], question)
  // Only a missing rule is expected here; any other reason for silence still applies.
  if (decideAnswer(assistant, [], { at, userId }, cooldowns).silence !== 'no-rule') return 'silent'
  const isNew = await planSend(tx, answering, {
    kind: 'answer',
    at,
    speech: say(text),
    reply,
    messageId,
    userId,
    mode: 'ai',
    detail: { cited: 'group-rules', passage: passage + 1, offered: chosen.offered, tokens: chosen.tokens },
  })
  if (isNew && reply) await startCooldowns(tx, channelNo, cooldownKeys(null, userId), at)
  return 'answered'
}

/** The limits also hold for concurrent questions: see `adapters/postgres/locks.ts`. */
export async function countTokens(
  tx: Sql,
  { at, channelId, userId, requests, tokens, limits }: CommandOf<'count-tokens'>,
  { timezone }: Defaults,
): Promise<'counted' | ReachedLimit> {
  const day = dayOf(at, timezone)
  const channel = await tx.get<{ channelNo: number; ownerId: string | null }>(
    `select channel as "channelNo", (select user_id from members o where o.channel = c.channel and o.role = 'owner') as "ownerId"
     from channels c where channel_id = ?`,
    channelId,
  )
  if (!channel) return 'counted'
  const { channelNo } = channel
  const payer = userId ?? channel.ownerId
  if (limits) {
    const reached = findReachedLimit(limits, await getModelTokens(tx, { day, channelNo, userId: payer }), tokens)
    if (reached) return reached
  }
  await tx.run(
    `insert into model_days (channel, day, requests, tokens) values (?, ?, ?, ?)
     on conflict (channel, day) do update set requests = model_days.requests + excluded.requests,
       tokens = model_days.tokens + excluded.tokens`,
    channelNo,
    day,
    requests,
    tokens,
  )
  // Not for someone who was erased since they asked.
  if (payer === null || (await isBeingErased(tx, payer))) return 'counted'
  await tx.run(
    `insert into model_people (day, user_id, requests, tokens)
     select ?, user_id, ?, ? from members where channel = ? and user_id = ?
     on conflict (day, user_id) do update set requests = model_people.requests + excluded.requests,
       tokens = model_people.tokens + excluded.tokens`,
    day,
    requests,
    tokens,
    channelNo,
    payer,
  )
  return 'counted'
}
