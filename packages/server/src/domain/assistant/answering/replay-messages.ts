import type { AnsweringRule, Assistant, Found, Question } from './assistant.ts'
import { type Cooldowns, cooldownKeys, decideAnswer } from './decide-answer.ts'
import { decideToAsk, isGrounded } from './grounding.ts'

/** A message that would have been answered. `nth`: its index among the hits of its rule, from 0. */
/** `by`: the keyword, pattern or question that matched. */
export type ReplayHit = { messageId: string; at: number; rule: AnsweringRule; by: string; nth: number }

/** A past message, which may have been answered. */
export type Past = Pick<Question, 'messageId' | 'at' | 'text' | 'userId'>

export type Replay = {
  /** Messages in the order in which they arrived, each with the rules it matches. */
  take(message: Past, found: readonly Found[]): void
  /** In that order. */
  hits: ReplayHit[]
  /** The rules that matched any message, even where another one answered. */
  matched: Set<string>
  /** For how many messages a model would have been asked. */
  skippedModel: number
}

/**
 * Decides about past messages like the live engine, with its own cooldowns. `since`: earlier messages are processed only for
 * the cooldowns that reach beyond it.
 */
export function startReplay(assistant: Assistant, { since, hasModel }: { since: number; hasModel: boolean }): Replay {
  const answeredAt = new Map<string, number>()
  const counts = new Map<string, number>()
  const cooldowns: Cooldowns = { lastAnswerAt: (ruleId, userId) => answeredAt.get(`${ruleId} ${userId}`) }
  const isAsking = hasModel && isGrounded(assistant)
  const replay: Replay = {
    hits: [],
    matched: new Set(),
    skippedModel: 0,
    take(message, matches) {
      const { messageId, at, userId } = message
      for (const { rule } of at < since ? [] : matches) replay.matched.add(assistant.rules[rule]?.id ?? '')
      const decision = decideAnswer(assistant, matches, message, cooldowns)
      if (!decision.winner) {
        if (isAsking && at >= since && decideToAsk(assistant, decision, message, cooldowns)) replay.skippedModel++
        return
      }
      const { rule, found } = decision.winner
      for (const key of cooldownKeys(rule, userId)) answeredAt.set(`${key.ruleId} ${key.userId}`, at)
      const nth = counts.get(rule.id) ?? 0
      counts.set(rule.id, nth + 1)
      if (at >= since) replay.hits.push({ messageId, at, rule, by: found.by, nth })
    },
  }
  return replay
}

/** How long an answer can keep another one from being given. */
export function longestCooldownMs({ qa, rules }: Pick<Assistant, 'qa' | 'rules'>): number {
  const longest = rules.reduce(
    (most, rule) => Math.max(most, rule.cooldownSeconds, rule.memberCooldownSeconds),
    Math.max(qa.cooldownSeconds, qa.memberCooldownSeconds),
  )
  return longest * 1000
}

/** At most `most` of them, spread evenly over their order. */
export function spread<T>(items: readonly T[], most: number): T[] {
  if (items.length <= most) return [...items]
  return Array.from({ length: most }, (_, index) => items[Math.floor((index * items.length) / most)] as T)
}
