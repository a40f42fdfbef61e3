import type { Assistant, Found, Question } from '../../../domain/answering/assistant.ts'
import { composeAnswer, pickAnswer } from '../../../domain/answering/compose-answer.ts'
import { type Cooldowns, cooldownKeys, decideAnswer } from '../../../domain/answering/decide-answer.ts'
import { asksFor } from '../../../domain/answering/variables.ts'
import type { Job } from '../../../domain/job.ts'
import { modeOf } from '../../../domain/rule-patterns.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import type { Sql } from '../sql.ts'
import type { Writing } from '../writing.ts'
import { planJob } from './jobs.ts'
import { planSend } from './sends.ts'

export type Room = { channelNo: number; channelId: string; plan(job: Job, delayMs?: number): Promise<void> }

/** Decides between the rules that matched and plans the answer, all in the transaction of its cause. */
export async function answerQuestion(
  tx: Sql,
  room: Room,
  assistant: Assistant,
  question: Question,
  found: readonly Found[],
): Promise<'answered' | 'silent'> {
  if (found.length === 0) return 'silent'
  const { channelNo } = room
  const { userId, at } = question
  const { winner } = decideAnswer(
    assistant,
    found,
    { at, userId },
    await loadCooldowns(tx, channelNo, assistant, found, userId),
  )
  if (!winner) return 'silent'
  const { rule } = winner
  const answer = pickAnswer(
    rule,
    question.messageId,
    rule.pick === 'in-order' ? await countHits(tx, channelNo, rule.id) : 0,
  )
  const speech = composeAnswer(assistant, rule, answer, question, await lookAround(tx, channelNo, answer))
  const isNew = await planSend(tx, room, {
    kind: 'answer',
    at,
    speech,
    reply: question.reply,
    messageId: question.messageId,
    userId,
    ruleId: rule.id,
    mode: modeOf(rule, assistant.qa.mode),
  })
  // Answered before: the same question came twice.
  if (!isNew) return 'answered'
  for (const key of cooldownKeys(assistant, rule, userId)) {
    await tx.run(
      `insert into cooldowns (channel, rule_id, user_id, at) values (?, ?, ?, ?)
       on conflict (channel, rule_id, user_id) do update set at = excluded.at`,
      channelNo,
      key.ruleId,
      key.userId,
      at,
    )
  }
  await tx.run(
    `insert into rule_hits (channel, rule_id, hits, last_hit_at) values (?, ?, 1, ?)
     on conflict (channel, rule_id) do update set hits = rule_hits.hits + 1,
       last_hit_at = max(coalesce(rule_hits.last_hit_at, 0), excluded.last_hit_at)`,
    channelNo,
    rule.id,
    at,
  )
  return 'answered'
}

/** The same for a text that was looked at outside: by now the rules may be others, or the channel gone. */
export async function answerFound(
  tx: Sql,
  { assistants }: Writing,
  { at, channelId, question, found }: CommandOf<'answer-question'>,
): Promise<'answered' | 'silent' | 'ask-model'> {
  const channel = await tx.get<{ channelNo: number; version: number }>(
    'select channel as "channelNo", rules_version as version from channels where channel_id = ?',
    channelId,
  )
  if (!channel) return 'silent'
  const { channelNo, version } = channel
  const assistant = await assistants.get(tx, channelNo, version)
  const placeOf = new Map(assistant.rules.map((rule, index) => [rule.id, index]))
  const still = found.flatMap(({ ruleId, ...match }) => {
    const rule = placeOf.get(ruleId)
    return rule === undefined ? [] : [{ ...match, rule }]
  })
  const plan = async (job: Job, delayMs = 0) => void (await planJob(tx, channelNo, job, at, at + delayMs))
  return await answerQuestion(tx, { channelNo, channelId, plan }, assistant, question, still)
}

async function loadCooldowns(
  tx: Sql,
  channelNo: number,
  assistant: Assistant,
  found: readonly Found[],
  userId: string | null,
): Promise<Cooldowns> {
  const known = new Map<string, number | undefined>()
  for (const { rule: index } of found) {
    const rule = assistant.rules[index]
    for (const key of rule ? cooldownKeys(assistant, rule, userId) : []) {
      const name = `${key.ruleId} ${key.userId}`
      if (known.has(name)) continue
      const row = await tx.get<{ at: number }>(
        'select at from cooldowns where channel = ? and rule_id = ? and user_id = ?',
        channelNo,
        key.ruleId,
        key.userId,
      )
      known.set(name, row?.at)
    }
  }
  return { lastAnswerAt: (ruleId, user) => known.get(`${ruleId} ${user}`) }
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
