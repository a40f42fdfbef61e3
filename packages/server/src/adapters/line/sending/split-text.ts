import { type Piece, splitText as splitBySize } from '../../../domain/assistant/split-text.ts'

/** Texts of at most this length each, as LINE counts it. */
export function splitText(pieces: readonly Piece[], mostLength: number): Piece[][] {
  const hasMentions = pieces.some((piece) => typeof piece !== 'string')
  return splitBySize(pieces, mostLength, (atom) => sizeOf(atom, hasMentions))
}

/** A mention counts as a name or a placeholder, whichever is longer: that is decided later. Placeholders need doubled braces. */
function sizeOf(atom: Piece, hasMentions: boolean): number {
  if (typeof atom !== 'string') return Math.max(doubled(`@${atom.name}`), '{m00}'.length)
  return hasMentions ? doubled(atom) : atom.length
}

function doubled(text: string): number {
  return text.length + text.replace(/[^{}]/g, '').length
}
