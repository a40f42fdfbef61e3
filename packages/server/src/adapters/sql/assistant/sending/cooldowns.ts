import type { AnsweringRule, Assistant, Question } from '../../../../domain/assistant/answering/assistant.ts'
import { type Cooldowns, decideStop } from '../../../../domain/assistant/answering/decide-answer.ts'
import type { Sql } from '../../sql.ts'

/** Rules whose cooldowns are read together. Usually the first one answers; in the worst case ten thousand are in cooldown. */
const readAtOnce = 31
const marks = Array.from({ length: readAtOnce + 1 }, () => '?').join(', ')

/**
 * The cooldowns that a decision about these rules depends on, the best rule first: once one of them can answer, those of the
 * rest don't matter and aren't read. Includes those of the whole channel, also if there is no rule.
 */
export async function loadCooldowns(
  tx: Sql,
  channelNo: number,
  assistant: Assistant,
  rules: readonly AnsweringRule[],
  { at, userId }: Pick<Question, 'at' | 'userId'>,
): Promise<Cooldowns> {
  const known = new Map<string, number>()
  const cooldowns: Cooldowns = { lastAnswerAt: (ruleId, user) => known.get(`${ruleId} ${user}`) }
  const mayAnswer = (rule: AnsweringRule) => !decideStop(assistant, rule, at, userId, cooldowns)
  const read = async (batch: readonly AnsweringRule[]) => {
    // Always the same number, so that there is one statement; the empty rule id is the channel.
    const ruleIds = Array.from({ length: readAtOnce + 1 }, (_, index) => batch[index]?.id ?? '')
    const rows = await tx.all<{ ruleId: string; userId: string; at: number }>(
      `select rule_id as "ruleId", user_id as "userId", at from cooldowns
       where channel = ? and rule_id in (${marks}) and user_id in ('', ?)`,
      channelNo,
      ...ruleIds,
      userId ?? '',
    )
    for (const row of rows) known.set(`${row.ruleId} ${row.userId}`, row.at)
  }
  let batch: AnsweringRule[] = []
  for (const rule of rules) {
    if (!mayAnswer(rule)) continue
    if (!hasCooldown(rule)) break
    batch.push(rule)
    if (batch.length < readAtOnce) continue
    await read(batch)
    if (batch.some(mayAnswer)) return cooldowns
    batch = []
  }
  if (batch.length > 0 || hasCooldown(assistant.qa)) await read(batch)
  return cooldowns
}

function hasCooldown(one: { cooldownSeconds: number; memberCooldownSeconds: number }): boolean {
  return one.cooldownSeconds > 0 || one.memberCooldownSeconds > 0
}

export async function startCooldowns(
  tx: Sql,
  channelNo: number,
  keys: readonly { ruleId: string; userId: string }[],
  at: number,
): Promise<void> {
  await tx.run(
    `insert into cooldowns (channel, rule_id, user_id, at) values ${keys.map(() => '(?, ?, ?, ?)').join(', ')}
     on conflict (channel, rule_id, user_id) do update set at = excluded.at`,
    ...keys.flatMap(({ ruleId, userId }) => [channelNo, ruleId, userId, at]),
  )
}
