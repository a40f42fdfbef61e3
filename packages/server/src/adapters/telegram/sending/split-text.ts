import type { Mention } from '../../../domain/assistant/outgoing-message.ts'

export type Piece = string | Mention

/**
 * Texts of at most this many UTF-16 units each: split at the end of a line if there is one in the second half, otherwise between
 * two characters, never inside a mention. Blank ones are left out.
 */
export function splitText(pieces: readonly Piece[], mostLength: number): Piece[][] {
  const parts: Piece[][] = []
  let part: Piece[] = []
  let length = 0
  const close = (rest: Piece[] = []) => {
    parts.push(part)
    part = rest
    length = sizeOf(rest)
  }
  for (const atom of pieces.flatMap(atomsOf)) {
    if (length + sizeOf([atom]) > mostLength && part.length > 0) {
      const lineEnd = atom === '\n' ? part.length : part.lastIndexOf('\n')
      const isLate = lineEnd >= 0 && sizeOf(part.slice(0, lineEnd)) >= mostLength / 2
      close(isLate ? part.splice(lineEnd).slice(1) : [])
      if (isLate && atom === '\n') continue
    }
    part.push(atom)
    length += sizeOf([atom])
  }
  close()
  return parts.filter((one) => one.some((piece) => typeof piece !== 'string' || piece.trim() !== '')).map(join)
}

/** Characters, so that none is cut in half. */
function atomsOf(piece: Piece): Piece[] {
  return typeof piece === 'string' ? [...piece.toWellFormed()] : [piece]
}

export function textOf(piece: Piece): string {
  return typeof piece === 'string' ? piece : piece.name
}

function sizeOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + textOf(piece).length, 0)
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
