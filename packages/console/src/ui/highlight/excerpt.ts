/** In UTF-16 units. */
export type Highlight = { start: number; length: number }

/** A piece of text, where it begins, and whether it is a hit. */
export type Piece = { at: number; text: string; isHit: boolean }

/** About this much text is shown before the first hit. */
const leadLength = 32
const excerptLength = 240

/**
 * The text in pieces with its hits marked; of a long text, the part around the first hit, with `…` where text was left out.
 * Positions are in UTF-16 units and may be wrong, because the text may have been edited since. Even then, the
 * pieces are always part of the text and no character is split.
 */
export function cutExcerpt(text: string, highlights: readonly Highlight[], length = excerptLength): Piece[] {
  const hits = orderly(highlights, text.length)
  const [start, end] = text.length <= length ? [0, text.length] : windowAround(text, hits[0]?.start ?? 0, length)
  const pieces: Piece[] = []
  const put = (from: number, to: number, isHit: boolean) => {
    if (to > from) pieces.push({ at: from, text: text.slice(from, to), isHit })
  }
  if (start > 0) pieces.push({ at: start - 1, text: '…', isHit: false })
  let done = start
  for (const hit of hits) {
    const [from, to] = [Math.max(whole(text, hit.start), done), Math.min(wholeEnd(text, hit.start + hit.length), end)]
    if (to <= from) continue
    put(done, from, false)
    put(from, to, true)
    done = to
  }
  put(done, end, false)
  if (end < text.length) pieces.push({ at: end, text: '…', isHit: false })
  return pieces
}

/** The highlights within a part of a text, counted from where the part starts. */
export function highlightsWithin(highlights: readonly Highlight[], from: number, to: number): Highlight[] {
  return highlights.flatMap(({ start, length }) => {
    const [first, end] = [Math.max(start, from), Math.min(start + length, to)]
    return end > first ? [{ start: first - from, length: end - first }] : []
  })
}

function orderly(highlights: readonly Highlight[], length: number): Highlight[] {
  return highlights.filter(({ start }) => start < length).toSorted((one, other) => one.start - other.start)
}

function windowAround(text: string, hit: number, length: number): [start: number, end: number] {
  const wanted = Math.min(Math.max(0, hit - leadLength), text.length - length)
  const start = wanted === 0 ? 0 : whole(text, atWord(text, wanted, hit))
  return [start, whole(text, Math.min(text.length, start + length))]
}

/** Starts at a word rather than inside one, if there is a space before the hit. */
function atWord(text: string, start: number, hit: number): number {
  const space = text.slice(start, hit).search(/\s/)
  return space < 0 ? start : start + space + 1
}

/** Moves back to the start of a character. */
function whole(text: string, at: number): number {
  return isInside(text, at) ? at - 1 : at
}

/** Moves on to the end of a character. */
function wholeEnd(text: string, at: number): number {
  return isInside(text, at) ? at + 1 : at
}

function isInside(text: string, at: number): boolean {
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)]
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000
}
