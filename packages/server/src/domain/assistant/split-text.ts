import type { Mention } from './outgoing-message.ts'

export type Piece = string | Mention

/**
 * Texts of at most this size each: split at the end of a line if there is one in the second half, otherwise between two
 * characters, never inside a mention. Blank ones are left out. `sizeOf`: what a character or a mention counts on the platform.
 */
export function splitText(pieces: readonly Piece[], mostSize: number, sizeOf: (atom: Piece) => number): Piece[][] {
  const atoms = pieces.flatMap((piece): Piece[] => (typeof piece === 'string' ? [...piece.toWellFormed()] : [piece]))
  const parts: Piece[][] = []
  let begin = 0
  while (begin < atoms.length) {
    const { end, next } = findEnd(atoms, begin, mostSize, sizeOf)
    parts.push(join(atoms.slice(begin, end)))
    begin = next
  }
  return parts.filter((part) => part.some((piece) => typeof piece !== 'string' || piece.trim() !== ''))
}

/** Where a text that starts here ends, and where the next one starts. */
function findEnd(atoms: readonly Piece[], begin: number, mostSize: number, sizeOf: (atom: Piece) => number) {
  let size = 0
  let lineEnd: number | undefined
  for (let index = begin; index < atoms.length; index++) {
    const atom = atoms[index] ?? ''
    if (atom === '\n' && size >= mostSize / 2) lineEnd = index
    size += sizeOf(atom)
    if (size <= mostSize) continue
    // A single one that is too long can't be split.
    const end = Math.max(index, begin + 1)
    return lineEnd === undefined ? { end, next: end } : { end: lineEnd, next: lineEnd + 1 }
  }
  return { end: atoms.length, next: atoms.length }
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
