import type { QaMode } from '@innkeeper/contract'
import { RE2JS } from 're2js'
import type { AnsweringRule, Found } from '../answering/assistant.ts'
import { readPattern } from './pattern-reader.ts'
import { modeOf } from './rule-patterns.ts'

/** Size of a compiled pattern, in steps. This many take about a tenth of a second on the longest message. */
const mostPatternSize = 500
/** Length of a message, in UTF-16 units. Platforms allow no more. */
const mostText = 5_000

/** Why this isn't a valid pattern, where it goes wrong, and how to fix it; undefined: it is valid. */
export function findPatternProblem(pattern: string): string | undefined {
  const reading = readPattern(pattern)
  if ('problem' in reading) return `at character ${reading.at + 1}, ${reading.problem}`
  if (reading.size <= mostPatternSize) return undefined
  return `it expands to ${reading.size} steps, and at most ${mostPatternSize} are allowed; repeat less, or use fewer classes such as \\p{L}`
}

/** One pattern of one rule, by its index in the list of rules. */
export type PatternPosition = { rule: number; pattern: string }

/** `next`: the pattern to continue with, if the turn ended before all were tried; null: all were. */
export type PartlyFound = { found: Found[]; next: number | null }

export type Patterns = {
  /** Compiles patterns until `isOver`, at least one; true when all are compiled. Hundreds take a while. */
  makeReady(isOver: () => boolean): boolean
  /**
   * Each rule once, by its longest match. Starts with pattern number `from`, and checks after each one whether its turn is
   * over.
   */
  find(text: string, isOver: (place: PatternPosition) => boolean, from?: number): PartlyFound
  /** About how much memory it takes now, including the states cached while matching. */
  sizeBytes(): number
}

type Compiled = PatternPosition & { sizeBytes: number; regexp: RE2JS | undefined }

export function compilePatterns(
  rules: readonly Pick<AnsweringRule, 'keywords' | 'match'>[],
  channelMode: QaMode,
): Patterns {
  const all: Compiled[] = []
  for (const [rule, { keywords, match }] of rules.entries()) {
    if (modeOf({ match }, channelMode) !== 'regex') continue
    for (const pattern of keywords) {
      const reading = readPattern(pattern)
      // Saved by a version that allowed more: it might block on a message.
      if ('problem' in reading || reading.size > mostPatternSize) continue
      all.push({ rule, pattern, sizeBytes: reading.size * bytesPerStep, regexp: undefined })
    }
  }
  const mostMemory = Math.max(leastMemory, Math.floor(allMemory / Math.max(all.length, 1)))
  return {
    makeReady(isOver) {
      for (const one of all) {
        if (one.regexp) continue
        one.regexp = compile(one.pattern, mostMemory)
        if (isOver()) break
      }
      return all.every(({ regexp }) => regexp)
    },
    find(text, isOver, from = 0) {
      if (from >= all.length) return { found: [], next: null }
      const normal = text.slice(0, mostText).normalize('NFKC').slice(0, mostText)
      const found = new Map<number, Found>()
      for (const [index, one] of all.entries()) {
        if (index < from) continue
        one.regexp ??= compile(one.pattern, mostMemory)
        const length = measureMatch(one.regexp, normal)
        if (length !== undefined && length > (found.get(one.rule)?.length ?? -1)) {
          found.set(one.rule, { rule: one.rule, by: one.pattern, length, score: null })
        }
        if (isOver(one) && index + 1 < all.length) return { found: [...found.values()], next: index + 1 }
      }
      return { found: [...found.values()], next: null }
    },
    sizeBytes: () =>
      all.reduce((sum, { sizeBytes, regexp }) => sum + sizeBytes + (regexp ? learntBytes(regexp) : 0), 0),
  }
}

const bytesPerStep = 300
const kib = 1024
/** For the states cached while matching, of all patterns of a channel; each has at least its share of a full channel. */
const allMemory = 32 * kib * kib
const leastMemory = 256 * kib

/** The library lets each pattern cache 8 MiB of states; two hundred of them would fill a machine. */
function compile(pattern: string, mostMemory: number): RE2JS {
  const regexp = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
  const { dfa } = regexp.re2()
  dfa.stateBudget = mostMemory
  dfa.memBudget = mostMemory
  return regexp
}

function learntBytes(regexp: RE2JS): number {
  const { dfa } = regexp.re2()
  return dfa.stateBudget - dfa.memBudget
}

/** How long the first match is. Whether there is one is found much faster than where. */
function measureMatch(regexp: RE2JS, text: string): number | undefined {
  if (!regexp.test(text)) return undefined
  const matcher = regexp.matcher(text)
  return matcher.find() ? matcher.end() - matcher.start() : 0
}
