import type { Silence, Stop } from '@innkeeper/contract'
import type { AnsweringRule, Assistant, Found } from './assistant.ts'
import { decideInForce } from './schedule.ts'

/** Who was answered when. The empty rule means any rule, the empty user anyone. */
export type Cooldowns = { lastAnswerAt(ruleId: string, userId: string): number | undefined }

export type Verdict = { found: Found; rule: AnsweringRule; stoppedBy: Stop | null }

/**
 * `verdicts`: of every rule that matched, the best first. If nothing silences all of them, the first without an obstacle
 * answers.
 */
export type Decision = { silence: Silence | null; winner: Verdict | undefined; verdicts: Verdict[] }

/**
 * A message gets at most one answer: the rule with the highest priority, then the longest match, then the oldest. If a rule
 * can't answer now, the next one is tried.
 */
export function decideAnswer(
  assistant: Assistant,
  found: readonly Found[],
  { at, userId }: { at: number; userId: string | null },
  cooldowns: Cooldowns,
): Decision {
  const verdicts: Verdict[] = []
  let winner: Verdict | undefined
  for (const { one, rule } of rankFound(assistant, found)) {
    const stoppedBy = decideStop(assistant, rule, at, userId, cooldowns) ?? (winner ? 'lower-priority' : null)
    const verdict = { found: one, rule, stoppedBy }
    verdicts.push(verdict)
    winner ??= stoppedBy === null ? verdict : undefined
  }
  const silence = decideSilence(assistant, at) ?? decideChannelCooldown(assistant, at, userId, cooldowns)
  if (silence) return { silence, winner: undefined, verdicts }
  return { silence: winner ? null : 'no-rule', winner, verdicts }
}

/** Why nothing is answered at this moment; undefined: it may be. */
export function decideSilence({ enabled, qa, quietUntil }: Assistant, at: number): Silence | undefined {
  if (!enabled) return 'assistant-off'
  if (!qa.enabled) return 'qa-off'
  return quietUntil !== null && at < quietUntil ? 'quiet' : undefined
}

/**
 * Every pair of rule and user that an answer of this rule counts for, whatever cooldowns there are: one that is set later
 * applies retroactively. Without a rule, as when the group rules are quoted, only those of the whole channel.
 */
export function cooldownKeys(
  rule: Pick<AnsweringRule, 'id'> | null,
  userId: string | null,
): { ruleId: string; userId: string }[] {
  const users = userId === null ? [''] : ['', userId]
  return ['', ...(rule ? [rule.id] : [])].flatMap((ruleId) => users.map((user) => ({ ruleId, userId: user })))
}

/** In the order in which they can answer. */
export function rankFound({ rules }: Assistant, found: readonly Found[]): { one: Found; rule: AnsweringRule }[] {
  return found
    .flatMap((one) => {
      const rule = rules[one.rule]
      return rule ? [{ one, rule }] : []
    })
    .sort((a, b) => b.rule.priority - a.rule.priority || b.one.length - a.one.length || a.one.rule - b.one.rule)
}

/** What keeps a rule from answering at this time, whatever the message. */
export function decideStop(
  { timezone }: Assistant,
  rule: AnsweringRule,
  at: number,
  userId: string | null,
  cooldowns: Cooldowns,
): Stop | undefined {
  if (!rule.enabled) return 'disabled'
  const inForce = decideInForce(rule, at, timezone)
  if (inForce !== 'in-force') return inForce
  if (isCooling(rule.cooldownSeconds, at, cooldowns.lastAnswerAt(rule.id, ''))) return 'cooldown'
  if (userId !== null && isCooling(rule.memberCooldownSeconds, at, cooldowns.lastAnswerAt(rule.id, userId))) {
    return 'member-cooldown'
  }
  return undefined
}

function decideChannelCooldown(
  { qa }: Assistant,
  at: number,
  userId: string | null,
  cooldowns: Cooldowns,
): Silence | undefined {
  if (isCooling(qa.cooldownSeconds, at, cooldowns.lastAnswerAt('', ''))) return 'channel-cooldown'
  if (userId !== null && isCooling(qa.memberCooldownSeconds, at, cooldowns.lastAnswerAt('', userId))) {
    return 'member-cooldown'
  }
  return undefined
}

/** Messages may arrive out of order: a message sent shortly before an answer is as close to it as one sent after. */
function isCooling(seconds: number, at: number, lastAnswerAt: number | undefined): boolean {
  return seconds > 0 && lastAnswerAt !== undefined && Math.abs(at - lastAnswerAt) < seconds * 1000
}
