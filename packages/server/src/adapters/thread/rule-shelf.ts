import type { QaMode } from '@innkeeper/contract'
import type { Found } from '../../domain/answering/assistant.ts'
import type { PatternPlace } from '../../domain/answering/patterns.ts'
import { type CompiledRules, compileRules, type MatchingRule } from '../../domain/answering/rule-set.ts'
import { keepRecentlyUsed } from '../../domain/recently-used.ts'

/** `rules`: where they were asked for. `limitMs`: what is left of the time for this call. */
export type MatchRequest = {
  key: string
  mode: QaMode
  rules?: readonly MatchingRule[]
  texts: readonly string[]
  limitMs: number
}

export type MatchAnswer =
  | { kind: 'rules-wanted' }
  /** A turn was over before the rules were ready. */
  | { kind: 'not-ready'; tookMs: number }
  /** Of the first texts, as many as a turn allows, and at least one. */
  | { kind: 'found'; found: Found[][]; tookMs: number }
  | { kind: 'too-slow'; culprit: PatternPlace | null }

/** How long one call may keep others waiting, where it has many texts. */
const turnMs = 50

/**
 * Compiled rules of the channels that spoke last, in so much memory, and those that are being made ready: ask for no others
 * that are not ready until these are. `now`: milliseconds of work, from whenever.
 */
export function createRuleShelf(mostBytes: number, now: () => number): (request: MatchRequest) => MatchAnswer {
  const kept = keepRecentlyUsed<string, CompiledRules>(mostBytes)
  // Apart from the others, which would push it out before it is ready, and again when it has begun anew.
  let unready: { key: string; compiled: CompiledRules } | undefined
  return (request) => {
    const { key, rules, mode } = request
    const begun = unready?.key === key ? unready.compiled : undefined
    const compiled = begun ?? kept.find(key) ?? (rules && compileRules(rules, mode))
    if (!compiled) return { kind: 'rules-wanted' }
    const turnAt = now()
    if (!compiled.makeReady(() => now() - turnAt > turnMs)) {
      unready = { key, compiled }
      return { kind: 'not-ready', tookMs: now() - turnAt }
    }
    if (begun) unready = undefined
    const answer = matchInTurn(compiled, request, now)
    // Afterwards, because patterns learn while they match.
    kept.keep(key, compiled, compiled.sizeBytes())
    return answer
  }
}

function matchInTurn(compiled: CompiledRules, { texts, limitMs }: MatchRequest, now: () => number): MatchAnswer {
  const begunAt = now()
  let at = begunAt
  let slowest: (PatternPlace & { ms: number }) | undefined
  const watch = ({ rule, pattern }: PatternPlace) => {
    const before = at
    at = now()
    if (at - before > (slowest?.ms ?? 0)) slowest = { rule, pattern, ms: at - before }
    if (at - begunAt > limitMs) throw new TimeIsUp()
  }
  const found: Found[][] = []
  try {
    for (const text of texts) {
      found.push(compiled.find(text, watch))
      at = now()
      if (at - begunAt > limitMs) throw new TimeIsUp()
      if (at - begunAt > turnMs) break
    }
    return { kind: 'found', found, tookMs: at - begunAt }
  } catch (error) {
    if (!(error instanceof TimeIsUp)) throw error
    return { kind: 'too-slow', culprit: slowest ? { rule: slowest.rule, pattern: slowest.pattern } : null }
  }
}

class TimeIsUp extends Error {}
