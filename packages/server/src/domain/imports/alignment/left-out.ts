import { comparableText } from '../comparable.ts'
import { type FileLine, type LeftOutReason, type LeftOutRules, minuteMs } from './history-side.ts'
import type { OpenLine, OpenSend } from './open-entries.ts'

/**
 * Why a line that is missing here must not come in. The file's clock and ours may be a minute apart, so a line counts as private, erased
 * or expired if it may have been sent in that time.
 */
export function whyLeftOut(line: FileLine, rules: LeftOutRules): LeftOutReason | undefined {
  const { at, precisionMs, person, sourcePerson } = line
  const earliest = at - minuteMs
  const latest = at + precisionMs - 1 + minuteMs
  const { expiredBefore, erasedUntil, privateSince, excluded, undecided } = rules
  if (isBot(line, rules)) return 'bot'
  if (undecided?.has(person)) return 'undecided'
  if (excluded?.has(person)) return 'excluded'
  for (const id of sourcePerson === undefined ? [person] : [person, sourcePerson]) {
    if (earliest <= (erasedUntil?.get(id) ?? Number.NEGATIVE_INFINITY)) return 'erased'
    if (latest >= (privateSince?.get(id) ?? Number.POSITIVE_INFINITY)) return 'private'
  }
  if (expiredBefore !== undefined && earliest < expiredBefore) return 'expired'
  return undefined
}

export const isBot = ({ person, sourcePerson }: FileLine, { ownId }: LeftOutRules) =>
  ownId !== undefined && (person === ownId || sourcePerson === ownId)

/**
 * Leaves out lines that repeat what the bot sent in that minute, if the file's name for the bot isn't known. What known people say isn't
 * the bot's, even if they quote it.
 */
export function leaveOutBot(lines: readonly OpenLine[], sends: readonly OpenSend[], rules: LeftOutRules): void {
  const minutes = new Set(sends.map(({ minute, text }) => `${minute}\n${text}`))
  if (minutes.size === 0) return
  for (const open of lines) {
    const { line, minute } = open
    if (open.decision || line.kind !== 'text' || rules.known?.has(line.person)) continue
    const text = comparableText(line.text)
    if ([minute - 1, minute, minute + 1].some((at) => minutes.has(`${at}\n${text}`)))
      open.decision = { index: line.index, kind: 'left-out', why: 'bot' }
  }
}
