import {
  next,
  PatternProblem,
  type PatternText,
  readCharacter,
  readClass,
  readWrittenClass,
} from './pattern-characters.ts'

/** The size of a compiled pattern, in steps; or what is wrong with it, and where (from 0). */
export type PatternReading = { size: number } | { problem: string; at: number }

/**
 * Parses RE2 syntax without compiling it: in a few microseconds, whatever the pattern. The matching library would report what
 * is wrong, but rarely where, and only after doing much of the work.
 */
export function readPattern(pattern: string): PatternReading {
  const reader: Reader = { pattern, at: 0, unicodeClasses: 0, depth: 0, names: new Set() }
  try {
    const { size } = readAlternatives(reader)
    return { size: size + ends + reader.unicodeClasses * unicodeClassCost }
  } catch (error) {
    if (error instanceof PatternProblem) return { problem: error.message, at: error.at }
    throw error
  }
}

type Reader = PatternText & { depth: number; names: Set<string> }

/** `times`: how often its innermost part is repeated, at most. */
type Piece = { size: number; times: number }

/** Every program has a step to succeed and one to fail. */
const ends = 2
/** A Unicode class has hundreds of ranges, which take time to prepare. */
const unicodeClassCost = 9
/** The syntax allows no higher counts, single or nested. */
const mostTimes = 1000

function readAlternatives(reader: Reader): Piece {
  let whole = readBranch(reader)
  while (next(reader) === '|') {
    reader.at++
    const branch = readBranch(reader)
    whole = { size: whole.size + branch.size + 1, times: Math.max(whole.times, branch.times) }
  }
  return whole
}

function readBranch(reader: Reader): Piece {
  const pieces: Piece[] = []
  let isRepeated = false
  for (;;) {
    const { at } = reader
    const character = next(reader)
    if (character === undefined || character === '|') break
    if (character === ')') {
      if (reader.depth > 0) break
      throw new PatternProblem(at, 'the ")" has no matching "("; write \\) for the character itself')
    }
    const counts = readCounts(reader)
    if (counts) {
      const last = pieces.pop()
      if (!last) throw new PatternProblem(at, `there is nothing before "${character}" to repeat`)
      if (isRepeated) throw new PatternProblem(at, 'a repetition cannot be repeated directly; put (…) around it first')
      pieces.push(repeat(last, counts, at))
    } else pieces.push(...readPieces(reader, character))
    isRepeated = counts !== undefined
  }
  return {
    size: pieces.length === 0 ? 1 : pieces.reduce((sum, { size }) => sum + size, 0),
    times: Math.max(1, ...pieces.map(({ times }) => times)),
  }
}

const one: Piece = { size: 1, times: 1 }

/** Usually one; none if only flags are set, several if text is quoted. */
function readPieces(reader: Reader, character: string): Piece[] {
  switch (character) {
    case '(':
      return readGroup(reader)
    case '[':
      readClass(reader)
      return [one]
    case '\\':
      return readEscaped(reader)
    default:
      reader.at += character.length
      return [one]
  }
}

type Counts = { min: number; max: number }

/** `max` is infinite if there is no upper bound. Undefined if nothing is repeated here: `{` may be a literal character, too. */
function readCounts(reader: Reader): Counts | undefined {
  const { pattern, at } = reader
  const sign = /[*+?]|\{(0|[1-9]\d*)(,(0|[1-9]\d*)?)?\}/y
  sign.lastIndex = at
  const match = sign.exec(pattern)
  if (!match) return undefined
  const [text, from, comma, to] = match
  reader.at = at + text.length
  // Lazy instead of greedy, which makes no difference here.
  if (next(reader) === '?') reader.at++
  if (from === undefined) return { min: text === '+' ? 1 : 0, max: text === '?' ? 1 : Number.POSITIVE_INFINITY }
  const min = Number(from)
  const max = comma === undefined ? min : to === undefined ? Number.POSITIVE_INFINITY : Number(to)
  if (min > mostTimes || (max > mostTimes && max !== Number.POSITIVE_INFINITY)) {
    throw new PatternProblem(at, `${text} repeats too often; at most ${mostTimes} times are allowed`)
  }
  if (min > max) throw new PatternProblem(at, `${text} ends before it begins; write the smaller number first`)
  return { min, max }
}

function repeat({ size, times }: Piece, { min, max }: Counts, at: number): Piece {
  if (max === 0) return one
  const isEndless = max === Number.POSITIVE_INFINITY
  const most = isEndless ? Math.max(min, 1) : max
  if (most > 1 && most * times > mostTimes) {
    throw new PatternProblem(at, `nested repetitions come to more than ${mostTimes} times; use smaller numbers`)
  }
  return { size: most * size + (isEndless ? 2 : max - min), times: most * times }
}

function readGroup(reader: Reader): Piece[] {
  const { at } = reader
  const kind = groupKind(reader)
  if (kind === 'flags') return []
  reader.depth++
  const { size, times } = readAlternatives(reader)
  if (next(reader) !== ')') throw new PatternProblem(at, 'the "(" is never closed; write \\( for the character itself')
  reader.at++
  reader.depth--
  return [{ size: size + (kind === 'captured' ? 2 : 0), times }]
}

function groupKind(reader: Reader): 'captured' | 'plain' | 'flags' {
  const { pattern, at } = reader
  const rest = pattern.slice(at)
  if (!rest.startsWith('(?')) {
    reader.at++
    return 'captured'
  }
  const around = /^\(\?<?[=!]/.exec(rest)?.[0]
  if (around) throw new PatternProblem(at, `"${around}" is a lookaround, which is not supported; leave it out`)
  if (rest.startsWith('(?>')) throw new PatternProblem(at, '"(?>" is not supported; use "(?:"')
  const named = /^\(\?P?<(\w+)>/.exec(rest)
  if (named) {
    const [text, name = ''] = named
    if (reader.names.has(name)) throw new PatternProblem(at, `the name "${name}" is already used; choose another`)
    reader.names.add(name)
    reader.at += text.length
    return 'captured'
  }
  const flags = /^\(\?([imsU]*|[imsU]*-[imsU]+)([:)])/.exec(rest)
  if (!flags) throw new PatternProblem(at, 'this kind of group is not supported; use "(…)", "(?:…)" or "(?i)"')
  reader.at += flags[0].length
  return flags[2] === ':' ? 'plain' : 'flags'
}

function readEscaped(reader: Reader): Piece[] {
  const { pattern, at } = reader
  const letter = pattern[at + 1]
  if (letter === 'Q') {
    const end = pattern.indexOf('\\E', at + 2)
    const text = pattern.slice(at + 2, end < 0 ? undefined : end)
    reader.at = end < 0 ? pattern.length : end + 2
    return Array.from(text, () => one)
  }
  if (letter !== undefined && 'AbBz'.includes(letter)) reader.at += 2
  else if (!readWrittenClass(reader)) readCharacter(reader)
  return [one]
}
