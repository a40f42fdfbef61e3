import { readDateLine } from './calendar.ts'
import { readTimedLine } from './clock.ts'
import { isSavedLine, readTitle } from './title.ts'

/** Whether the beginning of a text is that of a chat history that LINE saved. */
export function looksLikeLine([first = '', second = '', ...others]: readonly string[]): boolean {
  if (first.startsWith('[LINE] ') || (readTitle(first) !== undefined && isSavedLine(second))) return true
  // On a computer, or without its title: a date line, and a record right after it.
  const lines = [first, second, ...others]
  const date = lines.findIndex((line) => readDateLine(line) !== undefined)
  if (date >= 0 && date < mostLinesBefore && readTimedLine(lines[date + 1] ?? '') !== undefined) return true
  // With the date on each line.
  return lines.slice(0, mostLinesBefore).some((line) => {
    const timed = readTimedLine(line)
    return timed?.date !== undefined && timed.separator === '\t'
  })
}
const mostLinesBefore = 10
