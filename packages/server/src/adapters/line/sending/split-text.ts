import type { Mention } from '../../../domain/assistant/outgoing-message.ts'

type Piece = string | Mention

/**
 * Texts of at most this length each: split at the end of a line if there is one in the second half, otherwise between two
 * characters, never inside a mention. Blank ones are left out.
 */
export function splitText(pieces: Piece[], mostLength: number): Piece[][] {
  const atoms = pieces.flatMap((piece): Piece[] => (typeof piece === 'string' ? [...piece.toWellFormed()] : [piece]))
  const hasMentions = pieces.some((piece) => typeof piece !== 'string')
  const parts: Piece[][] = []
  let begin = 0
  while (begin < atoms.length) {
    const { end, next } = findEnd(atoms, begin, mostLength, hasMentions)
    parts.push(join(atoms.slice(begin, end)))
    begin = next
  }
  return parts.filter((part) => part.some((piece) => typeof piece !== 'string' || piece.trim() !== ''))
}

/** Where a text that starts here ends, and where the next one starts. */
function findEnd(atoms: Piece[], begin: number, mostLength: number, hasMentions: boolean) {
  let length = 0
  let lineEnd: number | undefined
  for (let index = begin; index < atoms.length; index++) {
    const atom = atoms[index] ?? ''
    if (atom === '\n' && length >= mostLength / 2) lineEnd = index
    length += sizeOf(atom, hasMentions)
    if (length <= mostLength) continue
    // A single one that is too long can't be split.
    const end = Math.max(index, begin + 1)
    return lineEnd === undefined ? { end, next: end } : { end: lineEnd, next: lineEnd + 1 }
  }
  return { end: atoms.length, next: atoms.length }
}

/** A mention counts as a name or a placeholder, whichever is longer: that is decided later. Placeholders need doubled braces. */
function sizeOf(atom: Piece, hasMentions: boolean): number {
  if (typeof atom !== 'string') return Math.max(doubled(`@${atom.name}`), '{m00}'.length)
  return hasMentions ? doubled(atom) : atom.length
}

function doubled(text: string): number {
  return text.length + text.replace(/[^{}]/g, '').length
}

function join(atoms: Piece[]): Piece[] {
  const pieces: Piece[] = []
  for (const atom of atoms) {
    const last = pieces.at(-1)
    if (typeof atom === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + atom
    else pieces.push(atom)
  }
  return pieces
}
