import { diffArrays } from 'diff'

export type TextPiece = { kind: 'same' | 'added' | 'removed'; text: string }

/** Texts that differ more are better read one after the other. This also limits the time. */
const mostEdits = 400

/** Compares texts word by word; in scripts without spaces, by the browser's word segmentation. */
export function compareTexts(from: string, to: string): TextPiece[] {
  const pieces = diffArrays(wordsOf(from), wordsOf(to), { maxEditLength: mostEdits })
  if (!pieces) return [removed(from), added(to)].filter(({ text }) => text !== '')
  return pieces.map(({ added: isNew, removed: isOld, value }) => {
    const text = value.join('')
    if (isNew) return added(text)
    return isOld ? removed(text) : { kind: 'same', text }
  })
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

function wordsOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

function added(text: string): TextPiece {
  return { kind: 'added', text }
}

function removed(text: string): TextPiece {
  return { kind: 'removed', text }
}
