import { compareTexts, type TextPiece } from '../../ui/editing/compare-texts.ts'

/** Texts that share less than this are read one after the other: what they have in common are small words. */
const leastShared = 0.4

/**
 * What a value was and what it is. `isWoven`: as one text, with what went and what came where it did; else one after the
 * other. Empty: there was none, or there is none.
 */
export function diffValues(
  was: string,
  is: string,
  isText: boolean,
): { pieces: readonly TextPiece[]; isInline: boolean } {
  const inline = isText && was !== '' && is !== '' ? compareTexts(was, is) : []
  if (inline.length > 0 && !areFarApart(inline)) return { pieces: inline, isInline: true }
  const apart: TextPiece[] = [
    { kind: 'removed', text: was },
    { kind: 'added', text: is },
  ]
  return { pieces: apart.filter(({ text }) => text !== ''), isInline: false }
}

/** Of a list, which items went, stayed and came. */
export function diffLists(was: readonly string[], is: readonly string[]): readonly TextPiece[] {
  const pieces: TextPiece[] = [
    ...was.filter((item) => !is.includes(item)).map((text) => ({ kind: 'removed' as const, text })),
    ...is.map((text) => ({ kind: was.includes(text) ? ('same' as const) : ('added' as const), text })),
  ]
  // In another order: told as a whole.
  return pieces.every(({ kind }) => kind === 'same') ? diffValues(was.join(', '), is.join(', '), false).pieces : pieces
}

function areFarApart(pieces: readonly TextPiece[]): boolean {
  const length = { same: 0, added: 0, removed: 0 }
  for (const { kind, text } of pieces) length[kind] += text.replace(/[^\p{L}\p{N}]/gu, '').length
  return length.same < leastShared * (length.same + Math.max(length.added, length.removed))
}
