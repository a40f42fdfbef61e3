import { createRandom, type Random } from '../random.ts'

/** The ids of one channel's events. Numbers count events within the channel, so that no id depends on the clock. */
export type Ids = {
  eventId(number: number, random: Random): string
  messageId(number: number, random: Random): string
}

// Crockford's base 32, as in a ULID. Pairs of digits come from a table, because a million ids are created at a time.
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const pairs = Array.from({ length: 1024 }, (_, value) => `${digits[value >>> 5]}${digits[value & 31]}`)

/**
 * Unique across the channels of a seed by construction: an event id holds the event's number and the channel's index,
 * a message id the event's number and a permutation of the index.
 */
export function createIds(seed: string | number, index: number): Ids {
  // The same for all channels of a seed, so that only the index distinguishes them.
  const ofSeed = createRandom(`${seed}/ids`)
  const [shift, start] = [ofSeed.below(100_000), ofSeed.below(30_000_000)]
  const head = `01${base32(ofSeed.next() & 1023, 1)}`
  const tail = base32(index, 2) + base32(createRandom(`${seed}/ids/${index}`).next() & 0x3fff_ffff, 3)
  // 7919 has no factor in common with 100,000, so no two channels below that number share these digits.
  const middle = String((index * 7919 + shift) % 100_000).padStart(5, '0')
  return {
    eventId: (number, random) => `${head}${base32(number, 3)}${tail}${base32(random.next() & 0x3fff_ffff, 3)}`,
    messageId: (number, random) => {
      const drawn = random.next()
      return `${500_000_000 + start + number * 4 + (drawn & 3)}${middle}${1000 + ((drawn >>> 2) % 9000)}`
    },
  }
}

/** Two digits a pair, ten bits each, the largest first. */
function base32(value: number, pairCount: 1 | 2 | 3): string {
  const low = pairs[value & 1023] as string
  if (pairCount === 1) return low
  const middle = pairs[(value >>> 10) & 1023] as string
  return pairCount === 2 ? middle + low : (pairs[(value >>> 20) & 1023] as string) + middle + low
}
