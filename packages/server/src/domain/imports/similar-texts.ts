/** Texts of which more is the same than this may be two wordings of one message. */
const leastShared = 0.6
/** Characters of a text that are compared, so that long texts cost no more. */
const mostCompared = 200

/**
 * How much two texts have in common, from 0 to 1. Case, spaces and punctuation don't count. The measure is the share of pairs of
 * neighbouring characters that both have, which works in every script.
 */
export function areSimilar(one: string, other: string): boolean {
  const [first, second] = [charactersOf(one), charactersOf(other)]
  if (first.length === 0 || second.length === 0) return false
  if (first.join('') === second.join('')) return true
  const pairs = first.length + second.length - 2
  if (2 * Math.min(first.length - 1, second.length - 1) < leastShared * pairs) return false
  const left = new Map<string, number>()
  for (const pair of pairsOf(first)) left.set(pair, (left.get(pair) ?? 0) + 1)
  let shared = 0
  for (const pair of pairsOf(second)) {
    const count = left.get(pair) ?? 0
    if (count === 0) continue
    left.set(pair, count - 1)
    shared++
  }
  return pairs > 0 && 2 * shared >= leastShared * pairs
}

function charactersOf(text: string): string[] {
  const start = text
    .slice(0, 4 * mostCompared)
    .normalize('NFKC')
    .toLowerCase()
  return [...start.replace(/[^\p{L}\p{M}\p{N}]/gu, '')].slice(0, mostCompared)
}

function* pairsOf(characters: readonly string[]): Generator<string> {
  for (let at = 1; at < characters.length; at++) yield `${characters[at - 1]}${characters[at]}`
}
