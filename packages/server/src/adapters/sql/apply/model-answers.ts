import type { Assistant } from '../../../domain/answering/assistant.ts'
import { cooldownKeys, decideAnswer } from '../../../domain/answering/decide-answer.ts'
import { passagesOf } from '../../../domain/answering/grounding.ts'
import { dayOf } from '../../../domain/day.ts'
import { modeOf } from '../../../domain/rule-patterns.ts'
import { say } from '../../../domain/speech.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import type { Defaults, Sql } from '../sql.ts'
import type { Writing } from '../writing.ts'
import { answerQuestion, type Room, reopenQuestion } from './answers.ts'
import { loadCooldowns, startCooldowns } from './cooldowns.ts'
import { planSend } from './sends.ts'

/** Less than any match of words. */
const lengthOfChoice = 0.5

/**
 * What a model chose is said like any other answer: schedules and cooldowns count, and the words are the owner's of this
 * moment. What has changed since it was offered is not said.
 */
export async function answerChosen(
  tx: Sql,
  writing: Writing,
  command: CommandOf<'answer-chosen'>,
): Promise<'answered' | 'silent'> {
  const open = await reopenQuestion(tx, writing, command)
  if (!open) return 'silent'
  const { room, assistant } = open
  const { question, chosen } = command
  const { choice, offered, tokens } = chosen
  if (choice.kind === 'passage') return await quotePassage(tx, room, assistant, command, choice.text)
  const rule = assistant.rules.findIndex(({ id }) => id === choice.ruleId)
  const found = assistant.rules[rule]
  if (!found || modeOf(found, assistant.qa.mode) !== 'ai') return 'silent'
  const match = { rule, by: found.question, length: lengthOfChoice, score: null }
  const { winner } = await answerQuestion(tx, room, assistant, question, [match], { offered, tokens })
  return winner ? 'answered' : 'silent'
}

async function quotePassage(
  tx: Sql,
  room: Room,
  assistant: Assistant,
  { question, chosen }: CommandOf<'answer-chosen'>,
  text: string,
): Promise<'answered' | 'silent'> {
  const passage = passagesOf(assistant.groupRules).indexOf(text)
  if (passage === -1) return 'silent'
  const { channelNo } = room
  const { at, userId, messageId, reply } = question
  const cooldowns = await loadCooldowns(tx, channelNo, assistant, [], question)
  // For want of a rule is how it should be; any other silence is kept.
  if (decideAnswer(assistant, [], { at, userId }, cooldowns).silence !== 'no-rule') return 'silent'
  const isNew = await planSend(tx, room, {
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

/** The limit is the operator's, over all channels, and holds also where several questions are put at once. */
export async function countTokens(
  tx: Sql,
  { timezone }: Defaults,
  { at, channelId, requests, tokens, mostADay }: CommandOf<'count-tokens'>,
): Promise<'counted' | 'too-many'> {
  const day = dayOf(at, timezone)
  if (requests > 0 && mostADay !== null) {
    const sum = await tx.get<{ tokens: number | null }>(
      'select sum(tokens) as tokens from model_days where day = ?',
      day,
    )
    if ((sum?.tokens ?? 0) + tokens > mostADay) return 'too-many'
  }
  await tx.run(
    `insert into model_days (channel, day, requests, tokens)
     select channel, ?, ?, ? from channels where channel_id = ?
     on conflict (channel, day) do update set requests = model_days.requests + excluded.requests,
       tokens = model_days.tokens + excluded.tokens`,
    day,
    requests,
    tokens,
    channelId,
  )
  return 'counted'
}
