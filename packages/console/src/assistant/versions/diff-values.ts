import { compareTexts, type TextPiece } from '../../ui/editing/compare-texts.ts'

/** Texts that share less than this are shown one after the other, because they only have small words in common. */
const leastShared = 0.4

/**
 * How a value changed. `isInline`: as one text with deletions and insertions in place; otherwise the old text, then the new
 * one. An empty text means that there was or is none.
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

/** Which items of a list were removed, kept and added. */
export function diffLists(was: readonly string[], is: readonly string[]): readonly TextPiece[] {
  const pieces: TextPiece[] = [
    ...was.filter((item) => !is.includes(item)).map((text) => ({ kind: 'removed' as const, text })),
    ...is.map((text) => ({ kind: was.includes(text) ? ('same' as const) : ('added' as const), text })),
  ]
  // Only the order changed: compared as a whole.
  return pieces.every(({ kind }) => kind === 'same') ? diffValues(was.join(', '), is.join(', '), false).pieces : pieces
}

function areFarApart(pieces: readonly TextPiece[]): boolean {
  const length = { same: 0, added: 0, removed: 0 }
  for (const { kind, text } of pieces) length[kind] += text.replace(/[^\p{L}\p{N}]/gu, '').length
  return length.same < leastShared * (length.same + Math.max(length.added, length.removed))
}
