import { foldInto } from './fold-search.ts'

/** To this base a pair has at most seven digits, and gets as many, so that no channel's number runs into one. */
const base = 36
const digitsOfPair = 7
const digits = Buffer.from('0123456789abcdefghijklmnopqrstuvwxyz', 'latin1')
const space = 0x20

/**
 * The terms of a document, separated by spaces: each pair of neighbouring units of its texts, once, as one word of ASCII
 * letters and digits. They start with the channel, so that other channels make no search slower. Every message goes through
 * here, so it uses arrays of numbers and no intermediate strings.
 */
export function termsOf(channelNo: number, texts: readonly string[]): string {
  const all = pairsOf(texts)
  const channel = channelNo.toString(base)
  const sizeOfTerm = channel.length + digitsOfPair + 1
  if (terms.length < all.length * sizeOfTerm) terms = Buffer.alloc(2 * all.length * sizeOfTerm)
  let end = 0
  let last = -1
  for (let at = 0; at < all.length; at++) {
    const pair = all[at] as number
    if (pair === last) continue
    last = pair
    for (let digit = 0; digit < channel.length; digit++) terms[end++] = channel.charCodeAt(digit)
    end += digitsOfPair
    for (let digit = 1, rest = pair; digit <= digitsOfPair; digit++) {
      const higher = (rest / base) >>> 0
      terms[end - digit] = digits[rest - higher * base] as number
      rest = higher
    }
    terms[end++] = space
  }
  return terms.toString('latin1', 0, Math.max(end - 1, 0))
}

export function encodeTerm(channelNo: number, pair: number): string {
  return channelNo.toString(base) + pair.toString(base).padStart(digitsOfPair, '0')
}

// Reused buffers, which grow with the longest text.
let terms = Buffer.alloc(0)
let units: Uint16Array = new Uint16Array(1024)
let pairs = new Uint32Array(1024)

/** In ascending order. */
function pairsOf(texts: readonly string[]): Uint32Array {
  let count = 0
  for (const text of texts) {
    const folded = foldInto(text, units)
    units = folded.into
    if (count + folded.length > pairs.length) {
      const larger = new Uint32Array(2 * (count + folded.length))
      larger.set(pairs)
      pairs = larger
    }
    for (let at = 1; at < folded.length; at++) {
      pairs[count++] = (units[at - 1] as number) * 0x10000 + (units[at] as number)
    }
  }
  return pairs.subarray(0, count).sort()
}

/** Increased with every change to how texts are folded or split into terms. A test fails if that is forgotten. */
const rules = 1

/**
 * Identifies how an index was built. Terms are deleted by computing them again, so an index is usable only by code that computes
 * exactly the same terms. Folding depends on the Unicode version of the runtime.
 */
export const indexVersion = `${rules}, Unicode ${process.versions.unicode}`
