export type OperatorName = 'from' | 'type' | 'has' | 'before' | 'after'

/** A part of a search: words or a phrase, or an operator with its value. `written` is the text in the field. */
type QueryPart = {
  operator: OperatorName | undefined
  /** Without quotes. */
  text: string
  isExcluded: boolean
  written: string
}

const space = /\s*/y
/** Two in a row, or one alone, are part of a word. */
const minus = /[-－](?=[^\s-])/y
const operator = /(from|type|has|before|after)[:：](?=\S)/iy
/** A phone types curly quotes. While the second one is missing, a phrase lasts to the end. */
const quoted = /["“”„＂]([^"“”„＂]*)(?:["“”„＂]|$)/y
const plain = /\S+/y

/** The parts of a search, in order. The service reads it the same way; a test compares the two. */
export function splitQuery(q: string): QueryPart[] {
  const parts: QueryPart[] = []
  for (let at = take(space, q, 0); at < q.length; at += take(space, q, at)) {
    const start = at
    const isExcluded = take(minus, q, at) > 0
    if (isExcluded) at++
    const named = exec(operator, q, at)
    const name = named?.[1]?.toLowerCase() as OperatorName | undefined
    // Days can't be excluded, so it's a word.
    const isOperator = name !== undefined && !(isExcluded && (name === 'before' || name === 'after'))
    if (isOperator) at += named?.[0].length ?? 0
    const phrase = exec(quoted, q, at)
    const whole = phrase?.[0] ?? exec(plain, q, at)?.[0] ?? ''
    at += whole.length
    const text = phrase ? (phrase[1] ?? '') : whole
    if (text.trim() === '') continue
    parts.push({ operator: isOperator ? name : undefined, text, isExcluded, written: q.slice(start, at) })
  }
  return parts
}

/** The search with another value for an operator, at the place of the old one; an empty value removes it. */
export function withOperator(q: string, name: OperatorName, value: string): string {
  const isOld = (part: QueryPart) => part.operator === name && !part.isExcluded
  return replaceParts(q, isOld, value === '' ? [] : [`${name}:${quote(value)}`])
}

/** The search with other excluded words. */
export function withExcluded(q: string, texts: readonly string[]): string {
  const isOld = (part: QueryPart) => part.operator === undefined && part.isExcluded
  return replaceParts(
    q,
    isOld,
    texts.map((text) => `-${quote(text)}`),
  )
}

/** The new parts take the place of the first old one, or come last. */
function replaceParts(q: string, isOld: (part: QueryPart) => boolean, written: readonly string[]): string {
  const parts = splitQuery(q)
  const at = parts.findIndex(isOld)
  const before = at < 0 ? parts : parts.slice(0, at)
  const after = at < 0 ? [] : parts.slice(at).filter((part) => !isOld(part))
  return [...before.map((part) => part.written), ...written, ...after.map((part) => part.written)].join(' ')
}

/** In quotes, unless it's a plain word. A quote can't stand inside quotes. */
function quote(text: string): string {
  const unquoted = text.replaceAll(/["“”„＂]/g, ' ').trim()
  return /\s|^[-－]|[:：]/.test(unquoted) ? `"${unquoted}"` : unquoted
}

function exec(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** How long the match here is. */
function take(pattern: RegExp, text: string, at: number): number {
  return exec(pattern, text, at)?.[0].length ?? 0
}
