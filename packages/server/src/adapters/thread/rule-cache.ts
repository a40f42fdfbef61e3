import type { QaMode } from '@innkeeper/contract'
import type { Found } from '../../domain/assistant/answering/assistant.ts'
import type { PartlyFound, PatternPosition } from '../../domain/assistant/matching/patterns.ts'
import { type CompiledRules, compileRules, type MatchingRule } from '../../domain/assistant/matching/rule-set.ts'
import { keepRecentlyUsed } from '../../domain/recently-used.ts'

/** `rules`: if the thread asked for them. `from`: the pattern with which the first text continues. */
export type MatchRequest = {
  key: string
  mode: QaMode
  rules?: readonly MatchingRule[]
  texts: readonly string[]
  from: number
}

export type SlowestPattern = PatternPosition & { ms: number }

export type MatchAnswer =
  | { kind: 'rules-wanted' }
  /** A turn was over before the rules were ready. */
  | { kind: 'not-ready'; tookMs: number }
  /** Of the first texts, as many as a turn allows. `part`: of the next text, if the turn ended in the middle of it. */
  | { kind: 'found'; found: Found[][]; part: PartlyFound | null; slowest: SlowestPattern | null; tookMs: number }

/** How long one call can keep others waiting, plus its current pattern. */
const turnMs = 50
/** Rule sets compiled at the same time. More would evict each other from memory before any is done. */
export const mostUnready = 4

/**
 * Compiled rules of recently active channels, within a memory limit, and a few that are being compiled. `now`: milliseconds of
 * work, from any starting point.
 */
export function createRuleCache(mostBytes: number, now: () => number): (request: MatchRequest) => MatchAnswer {
  const kept = keepRecentlyUsed<string, CompiledRules>(mostBytes)
  // Separate, because the others would evict them before they are ready.
  const unready = keepRecentlyUsed<string, CompiledRules>(mostUnready)
  return (request) => {
    const { key, rules, mode } = request
    const compiled = unready.find(key) ?? kept.find(key) ?? (rules && compileRules(rules, mode))
    if (!compiled) return { kind: 'rules-wanted' }
    const turnAt = now()
    if (!compiled.makeReady(() => now() - turnAt > turnMs)) {
      unready.keep(key, compiled, 1)
      return { kind: 'not-ready', tookMs: now() - turnAt }
    }
    unready.drop(key)
    const answer = matchInTurn(compiled, request, now)
    // Afterwards, because patterns learn while they match.
    kept.keep(key, compiled, compiled.sizeBytes())
    return answer
  }
}

function matchInTurn(compiled: CompiledRules, { texts, from }: MatchRequest, now: () => number): MatchAnswer {
  const begunAt = now()
  let at = begunAt
  let slowest: SlowestPattern | null = null
  const isOver = ({ rule, pattern }: PatternPosition) => {
    const ms = now() - at
    at += ms
    if (ms > (slowest?.ms ?? 0)) slowest = { rule, pattern, ms }
    return at - begunAt > turnMs
  }
  const found: Found[][] = []
  let part: PartlyFound | null = null
  for (const [index, text] of texts.entries()) {
    const one = compiled.find(text, isOver, index === 0 ? from : 0)
    if (one.next === null) found.push(one.found)
    else part = one
    at = now()
    if (part || at - begunAt > turnMs) break
  }
  // The caller has what was found earlier for the first text.
  return { kind: 'found', found, part, slowest, tookMs: at - begunAt }
}
