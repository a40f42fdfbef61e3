import { RE2Set } from 're2js'

/** A pattern, and how far it was read. */
export type PatternText = { pattern: string; at: number; unicodeClasses: number }

export class PatternProblem extends Error {
  readonly at: number
  constructor(at: number, message: string) {
    super(message)
    this.at = at
  }
}

const bracketClasses = /\[:\^?(alnum|alpha|ascii|blank|cntrl|digit|graph|lower|print|punct|space|upper|word|xdigit):\]/y

export function readClass(reader: PatternText): void {
  const { pattern, at: start } = reader
  reader.at += pattern[start + 1] === '^' ? 2 : 1
  const first = reader.at
  for (;;) {
    const { at } = reader
    const character = next(reader)
    if (character === undefined) throw openClass(start)
    if (character === ']' && at > first) break
    if (pattern.startsWith('[:', at) && pattern.includes(':]', at)) {
      bracketClasses.lastIndex = at
      const name = bracketClasses.exec(pattern)?.[0]
      if (name === undefined) throw new PatternProblem(at, 'there is no class of this name; use one such as [:alpha:]')
      reader.at += name.length
    } else if (!readWrittenClass(reader)) readRange(reader, start)
  }
  reader.at++
}

/** A character, or two with a dash between. */
function readRange(reader: PatternText, start: number): void {
  const { at } = reader
  const from = readClassCharacter(reader, start)
  if (next(reader) !== '-' || reader.pattern[reader.at + 1] === ']') return
  reader.at++
  const to = readClassCharacter(reader, start)
  if (to < from) throw new PatternProblem(at, 'the range ends before it begins; write the smaller character first')
}

function readClassCharacter(reader: PatternText, start: number): number {
  const character = next(reader)
  if (character === undefined) throw openClass(start)
  if (character === '\\') return readCharacter(reader)
  reader.at += character.length
  return character.codePointAt(0) ?? 0
}

function openClass(start: number): PatternProblem {
  return new PatternProblem(start, 'the "[" is never closed; write \\[ for the character itself')
}

/** Such as `\d` and `\p{Han}`. */
export function readWrittenClass(reader: PatternText): boolean {
  const { pattern, at } = reader
  const letter = pattern[at] === '\\' ? pattern[at + 1] : undefined
  if (letter === undefined || !'dDsSwWpP'.includes(letter)) return false
  reader.at += 2
  if (letter !== 'p' && letter !== 'P') return true
  const [text, braced, bare] = /^(?:\{\^?([^}]*)\}|(.))/su.exec(pattern.slice(at + 2)) ?? []
  const name = braced ?? bare
  if (text === undefined || name === undefined || !isUnicodeClass(name)) {
    throw new PatternProblem(at, 'there is no class of this name; use one such as \\p{Han}, \\p{Thai} or \\p{L}')
  }
  reader.at += text.length
  reader.unicodeClasses++
  return true
}

/** Valid names that were requested: at most as many as Unicode has. */
const known = new Set<string>()

function isUnicodeClass(name: string): boolean {
  if (known.has(name)) return true
  if (!/^\w+$/.test(name)) return false
  try {
    new RE2Set().add(`\\p{${name}}`)
    known.add(name)
    return true
  } catch {
    return false
  }
}

const written: Record<string, string> = { a: '\x07', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** A single character that is written with a backslash. */
export function readCharacter(reader: PatternText): number {
  const { pattern, at } = reader
  const rest = pattern.slice(at + 1)
  if (rest === '') throw new PatternProblem(at, 'there is nothing after the "\\"; write \\\\ for the character itself')
  const [octal] = /^(0[0-7]{0,2}|[1-7][0-7]{1,2})/.exec(rest) ?? []
  if (octal !== undefined) return take(reader, octal, Number.parseInt(octal, 8))
  const [hex, short, long] = /^x(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]+)\})/.exec(rest) ?? []
  const code = Number.parseInt(short ?? long ?? '', 16)
  if (hex !== undefined && code <= 0x10ffff) return take(reader, hex, code)
  const [letter = ''] = rest
  if (/[1-9k]/.test(letter)) {
    const problem = `"\\${letter}" is a backreference, which is not supported; write the text again`
    throw new PatternProblem(at, problem)
  }
  const character = written[letter] ?? (/[!-/:-@[-`{-~\0- \x7f]/.test(letter) ? letter : undefined)
  if (character === undefined) {
    throw new PatternProblem(at, `"\\${letter}" has no meaning here; leave out the "\\" for the character itself`)
  }
  return take(reader, letter, character.charCodeAt(0))
}

function take(reader: PatternText, text: string, code: number): number {
  reader.at += 1 + text.length
  return code
}

/** The character that comes next, also one of two units. */
export function next({ pattern, at }: PatternText): string | undefined {
  const code = pattern.codePointAt(at)
  return code === undefined ? undefined : String.fromCodePoint(code)
}
