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
  const isReordered = pieces.every(({ kind }) => kind === 'same') && was.join('\n') !== is.join('\n')
  // Compared as a whole.
  return isReordered ? diffValues(was.join(', '), is.join(', '), false).pieces : pieces
}

/** Characters of a text that was removed or added, and of an unchanged passage around it, before they are shortened. */
const mostChanged = 240
const mostSame = 120

/** Long texts with only their beginning, and long passages between changes without their middle. The same pieces if all is short. */
export function shortenPieces(pieces: readonly TextPiece[]): readonly TextPiece[] {
  const shortened = pieces.map((piece) => {
    if (piece.kind !== 'same') return cut(piece, mostChanged, 0)
    return cut(piece, mostSame / 2, mostSame / 2)
  })
  return shortened.every((piece, at) => piece === pieces[at]) ? pieces : shortened
}

function cut(piece: TextPiece, head: number, tail: number): TextPiece {
  // By characters, because half of an emoji is none.
  const characters = [...piece.text]
  // What is only a little longer is shown in full.
  if (characters.length <= (head + tail) * 1.25) return piece
  const end = tail === 0 ? '' : ` ${characters.slice(-tail).join('').trimStart()}`
  return { ...piece, text: `${characters.slice(0, head).join('').trimEnd()} …${end}` }
}

function areFarApart(pieces: readonly TextPiece[]): boolean {
  const length = { same: 0, added: 0, removed: 0 }
  for (const { kind, text } of pieces) length[kind] += text.replace(/[^\p{L}\p{N}]/gu, '').length
  return length.same < leastShared * (length.same + Math.max(length.added, length.removed))
}
