import type { TextLine } from './text-lines.ts'

/** What belongs together by its line ends: a line, or the lines of a whole record. */
export type Unit = { text: string; line: number; lines: number; problem?: 'too-long' | 'not-text' }

/** A record that is longer than this isn't kept. */
const mostUnitLength = 1024 * 1024

/**
 * If records end with CRLF, a LF alone is a line break inside a message. The first line shows it, because it's never inside one. So a
 * message that contains a chat history is still read as one message.
 */
export type UnitMaker = {
  add(line: TextLine): Unit | undefined
  close(): Unit | undefined
  /** Whether a unit ever had several lines. Then each is a whole record. */
  hasSeveralLines(): boolean
}

export function createUnitMaker(): UnitMaker {
  let endsWithCarriageReturn: boolean | undefined
  let hasSeveral = false
  let count = 0
  let unit: Unit | undefined
  return {
    hasSeveralLines: () => hasSeveral,
    add(line) {
      count++
      endsWithCarriageReturn ??= line.end === '\r\n'
      unit = unit ? join(unit, line) : unitOf(line, count)
      if (unit.lines > 1) hasSeveral = true
      if (endsWithCarriageReturn && line.end === '\n') return undefined
      const whole = unit
      unit = undefined
      return whole
    },
    close() {
      const last = unit
      unit = undefined
      return last
    },
  }
}

const unitOf = ({ text, problem }: TextLine, line: number): Unit => ({
  text,
  line,
  lines: 1,
  ...(problem && { problem }),
})

function join(unit: Unit, { text, problem }: TextLine): Unit {
  const { line } = unit
  const lines = unit.lines + 1
  const found = unit.problem ?? problem ?? (unit.text.length + text.length > mostUnitLength ? 'too-long' : undefined)
  return found ? { text: '', line, lines, problem: found } : { text: `${unit.text}\n${text}`, line, lines }
}
