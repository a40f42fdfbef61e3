// Search in the simplest way, written without looking at the service's: a slow reference to compare it with.

type Highlight = { start: number; length: number }

/**
 * Compares every part of the text that starts and ends at a character boundary, without accents. If two matches overlap, the first
 * counts. A mark belongs to the letter before it.
 */
export function findNaively(text: string, q: string): Highlight[] {
  return [...placesOf(text, q)]
}

export function occursNaively(text: string, q: string): boolean {
  return !placesOf(text, q).next().done
}

/** Whether one of the places has the accents as typed. */
export function occursAsTyped(text: string, q: string): boolean {
  const typed = withAccents(q)
  for (const { start, length } of placesOf(text, q)) {
    if (withAccents(text.slice(start, start + length)) === typed) return true
  }
  return false
}

function* placesOf(text: string, q: string): Generator<Highlight> {
  const wanted = withoutAccents(q)
  // A mark alone is looked for as it is.
  if (wanted === '') return yield* sameTexts(text, q)
  if (!withoutAccents(text).includes(wanted)) return
  const characters = [...text]
  const part = (from: number, to: number) => characters.slice(from, to).join('')
  for (let first = 0; first < characters.length; first++) {
    for (let end = first + 1; end <= characters.length; end++) {
      const compared = withoutAccents(part(first, end))
      // Another character only adds to it.
      if (!wanted.startsWith(compared)) break
      if (compared !== wanted) continue
      let from = first
      while (from + 1 < end && withoutAccents(part(from + 1, end)) === wanted) from++
      let to = end
      while (to < characters.length && withoutAccents(part(from, to + 1)) === wanted) to++
      yield { start: part(0, from).length, length: part(from, to).length }
      first = to - 1
      break
    }
  }
}

function* sameTexts(text: string, q: string): Generator<Highlight> {
  for (let at = text.indexOf(q); at >= 0; at = text.indexOf(q, at + q.length)) yield { start: at, length: q.length }
}

/** Case and width don't matter. */
function withAccents(text: string): string {
  return [...text]
    .map((character) => character.toLowerCase().normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD'))
    .join('')
    .replaceAll('ς', 'σ')
}

const known = new Map<string, string>()

function withoutAccents(text: string): string {
  const before = known.get(text)
  if (before !== undefined) return before
  if (known.size > 200_000) known.clear()
  const alike = withAccents(text)
    .replace(/[ø]/g, 'o')
    .replace(/đ/g, 'd')
    .replace(/ł/g, 'l')
    .replace(/ħ/g, 'h')
    .replace(/ŧ/g, 't')
    .replace(/æ/g, 'ae')
    .replace(/œ/g, 'oe')
    .replace(/(?<=[еЕ]\p{M}*)\u0308/gu, '')
    .replace(/(?<=\p{Script=Cyrillic}\p{M}*)[\u0300\u0301]/gu, '')
    .replace(/(?<!\p{Script=Cyrillic}[\u0300-\u036f]*)[\u0300-\u036f]/gu, '')
    .replace(/[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/g, '')
    .replace(/[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]/g, '')
  known.set(text, alike)
  return alike
}
