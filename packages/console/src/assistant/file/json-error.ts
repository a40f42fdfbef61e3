/** The position of the first JSON syntax error, counted from 1. Browsers report it inconsistently or not at all. */
export function findJsonBreak(text: string): { line: number; column: number } {
  const before = text.slice(0, findBreak(text)).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

const space = /[ \t\r\n]*/y
const key = /"(?:[^"\\\n]+|\\.)*"[ \t\r\n]*:/y
const scalar = /"(?:[^"\\\n]+|\\.)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

function findBreak(text: string): number {
  const open: string[] = []
  let at = skip(space, text, 0)
  // True right after an opening bracket, where an empty object or array can be closed.
  let mayClose = false
  for (;;) {
    if (!mayClose || text[at] !== open.at(-1)) {
      if (open.at(-1) === '}') {
        const end = skip(key, text, at)
        if (end === at) return at
        at = skip(space, text, end)
      }
      const closing = { '{': '}', '[': ']' }[text[at] ?? '']
      if (closing) {
        open.push(closing)
        at = skip(space, text, at + 1)
        mayClose = true
        continue
      }
      const end = skip(scalar, text, at)
      if (end === at) return at
      at = skip(space, text, end)
    }
    while (open.length > 0 && text[at] === open.at(-1)) {
      open.pop()
      at = skip(space, text, at + 1)
    }
    if (open.length === 0 || text[at] !== ',') return at
    at = skip(space, text, at + 1)
    mayClose = false
  }
}

/** The position after the pattern, or the same position if it does not match. */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}
