import type { Message } from '@innkeeper/contract'
import { foldInto } from './fold-search.ts'
import { hasLink } from './links.ts'
import { loosenInto } from './loose-fold.ts'
import type { SearchedType } from './read-query.ts'
import type { SearchedText } from './searched-texts.ts'

/** To this base a pair has at most seven digits, and gets as many, so that no channel's number runs into one. */
const base = 36
const digitsOfPair = 7
const digits = Buffer.from('0123456789abcdefghijklmnopqrstuvwxyz', 'latin1')
const space = 0x20

// Besides pairs, there are terms for what a search can be limited to. They are numbers beyond all pairs.
const pairs32 = 2 ** 32
const senderTerms = pairs32
const flagTerms = 2 * pairs32

/** No document has it. */
export const noTerm = 3 * pairs32

/** Terms of several people may be the same: what the index finds is compared with the message anyway. */
export function senderTerm(userId: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < userId.length; at++) hash = Math.imul(hash ^ userId.charCodeAt(at), 0x01000193)
  return senderTerms + (hash >>> 0)
}

const flags = ['link', 'image', 'video', 'audio', 'file', 'location', 'sticker'] as const
export type Flag = (typeof flags)[number]

/** Nearly all messages are texts, so that has no term. */
export function isFlag(type: SearchedType): type is SearchedType & Flag {
  return (flags as readonly string[]).includes(type)
}

export function flagTerm(flag: Flag): number {
  return flagTerms + flags.indexOf(flag)
}

/** Of a message with these texts: its sender, its type, and whether it has a link. */
export function filterTerms({ sender, type }: Message, texts: readonly SearchedText[]): number[] {
  const found = [senderTerm(sender.id)]
  if (isFlag(type)) found.push(flagTerm(type))
  if (texts.some(({ text }) => hasLink(text))) found.push(flagTerm('link'))
  return found
}

/**
 * The terms of a document, separated by spaces: each pair of neighbouring units of its texts, once, then `others`, as one word
 * of ASCII letters and digits each. They start with the channel, so that other channels make no search slower. Every message
 * goes through here, so it uses arrays of numbers and no intermediate strings.
 */
export function termsOf(channelNo: number, texts: readonly string[], others: readonly number[] = []): string {
  const all = pairsOf(texts)
  const channel = channelNo.toString(base)
  const sizeOfTerm = channel.length + digitsOfPair + 1
  const size = (all.length + others.length) * sizeOfTerm
  if (terms.length < size) terms = Buffer.alloc(2 * size)
  let end = 0
  const add = (term: number) => {
    for (let digit = 0; digit < channel.length; digit++) terms[end++] = channel.charCodeAt(digit)
    end += digitsOfPair
    for (let digit = 1, rest = term; digit <= digitsOfPair; digit++) {
      const higher = (rest / base) >>> 0
      terms[end - digit] = digits[rest - higher * base] as number
      rest = higher
    }
    terms[end++] = space
  }
  let last = -1
  for (let at = 0; at < all.length; at++) {
    const pair = all[at] as number
    if (pair !== last) add(pair)
    last = pair
  }
  for (const other of others) add(other)
  return terms.toString('latin1', 0, Math.max(end - 1, 0))
}

export function encodeTerm(channelNo: number, term: number): string {
  return channelNo.toString(base) + term.toString(base).padStart(digitsOfPair, '0')
}

// Reused buffers, which grow with the longest text.
let terms = Buffer.alloc(0)
let folded: Uint16Array = new Uint16Array(1024)
let units: Uint16Array = new Uint16Array(2048)
let pairs = new Uint32Array(1024)

/** In ascending order. */
function pairsOf(texts: readonly string[]): Uint32Array {
  let count = 0
  for (const text of texts) {
    const { into, length: foldedLength } = foldInto(text, folded)
    folded = into
    if (units.length < 2 * foldedLength) units = new Uint16Array(4 * foldedLength)
    const length = loosenInto(folded, foldedLength, units)
    if (count + length > pairs.length) {
      const larger = new Uint32Array(2 * (count + length))
      larger.set(pairs)
      pairs = larger
    }
    for (let at = 1; at < length; at++) {
      pairs[count++] = (units[at - 1] as number) * 0x10000 + (units[at] as number)
    }
  }
  return pairs.subarray(0, count).sort()
}

/** Increased with every change to how texts are folded or split into terms. A test fails if that is forgotten. */
const rules = 2

/**
 * Identifies how an index was built. Terms are deleted by computing them again, so an index is usable only by code that computes
 * exactly the same terms. Folding depends on the Unicode version of the runtime.
 */
export const indexVersion = `${rules}, Unicode ${process.versions.unicode}`
