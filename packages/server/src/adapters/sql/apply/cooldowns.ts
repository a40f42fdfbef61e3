import type { Assistant, Found } from '../../../domain/answering/assistant.ts'
import { type Cooldowns, cooldownKeys } from '../../../domain/answering/decide-answer.ts'
import type { Sql } from '../sql.ts'

/** Those that a decision about these rules depends on. */
export async function loadCooldowns(
  tx: Sql,
  channelNo: number,
  assistant: Assistant,
  found: readonly Pick<Found, 'rule'>[],
  userId: string | null,
): Promise<Cooldowns> {
  const known = new Map<string, number | undefined>()
  // Those of the whole channel also where no rule was found.
  for (const rule of [null, ...found.map(({ rule: index }) => assistant.rules[index] ?? null)]) {
    for (const key of cooldownKeys(assistant, rule, userId)) {
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

export async function startCooldowns(
  tx: Sql,
  channelNo: number,
  keys: readonly { ruleId: string; userId: string }[],
  at: number,
): Promise<void> {
  for (const { ruleId, userId } of keys) {
    await tx.run(
      `insert into cooldowns (channel, rule_id, user_id, at) values (?, ?, ?, ?)
       on conflict (channel, rule_id, user_id) do update set at = excluded.at`,
      channelNo,
      ruleId,
      userId,
      at,
    )
  }
}
