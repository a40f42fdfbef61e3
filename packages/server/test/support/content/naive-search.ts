// Search in the simplest way, written without looking at the service's: a slow reference to compare it with.

type Highlight = { start: number; length: number }

/**
 * Compares every part of the text that starts and ends at a character boundary, without accents. If two matches overlap, the first
 * counts. A mark belongs to the letter before it.
 */
export function findNaively(text: string, q: string): Highlight[] {
  const wanted = withoutAccents(q)
  // A mark alone is looked for as it is.
  if (wanted === '') return placesOf(text, q)
  if (!withoutAccents(text).includes(wanted)) return []
  const characters = [...text]
  const part = (from: number, to: number) => characters.slice(from, to).join('')
  const found: Highlight[] = []
  for (let first = 0; first < characters.length; first++) {
    for (let end = first + 1; end <= characters.length; end++) {
      const compared = withoutAccents(part(first, end))
      if (compared.length > wanted.length) break
      if (compared !== wanted) continue
      let from = first
      while (from + 1 < end && withoutAccents(part(from + 1, end)) === wanted) from++
      let to = end
      while (to < characters.length && withoutAccents(part(from, to + 1)) === wanted) to++
      found.push({ start: part(0, from).length, length: part(from, to).length })
      first = to - 1
      break
    }
  }
  return found
}

function placesOf(text: string, q: string): Highlight[] {
  const found: Highlight[] = []
  for (let at = text.indexOf(q); at >= 0; at = text.indexOf(q, at + q.length))
    found.push({ start: at, length: q.length })
  return found
}

const known = new Map<string, string>()

export function withoutAccents(text: string): string {
  const before = known.get(text)
  if (before !== undefined) return before
  if (known.size > 200_000) known.clear()
  const alike = [...text]
    .map((character) => character.toLowerCase().normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD'))
    .join('')
    .replaceAll('ς', 'σ')
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
