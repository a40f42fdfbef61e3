import { findClosestName } from './closest-name.ts'

/** What the bot fills in where an answer has it in braces. */
export const answerPlaceholders = ['name', 'group', 'count', 'date', 'time', 'rules'] as const

/**
 * Something in braces that looks like a placeholder and is none. `isDoubled`: it is one between two pairs of braces, of which one
 * would be sent.
 */
export type UnknownPlaceholder = { written: string; closest: string | null; isDoubled: boolean }

/** Each once, in the order in which they appear. Code and other braces in a text are left alone. */
export function findUnknownPlaceholders(text: string, known: readonly string[]): UnknownPlaceholder[] {
  const found = new Map<string, UnknownPlaceholder>()
  for (const [written, outer = '', word = ''] of text.matchAll(/(\{?)\{ *(\p{L}[\p{L}\d_-]{0,30}) *\}\}?/gu)) {
    if (written === `{${word}}` && known.includes(word)) continue
    const isKnown = known.includes(word)
    const closest = isKnown ? word : (findClosestName(word, known) ?? null)
    found.set(written, { written, closest, isDoubled: isKnown && outer !== '' })
  }
  return [...found.values()]
}
