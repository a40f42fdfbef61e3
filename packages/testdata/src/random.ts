/**
 * A stream of pseudorandom numbers that is the same for the same seed, on every machine and in every version of the runtime. For
 * test data, never for secrets.
 */
export type Random = {
  /** A whole number from 0 to 2^32 − 1. */
  next(): number
  /** A whole number from 0 to `limit` − 1. */
  below(limit: number): number
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  /** True in `percent` of a hundred cases. */
  chance(percent: number): boolean
  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T
  /** A shuffled copy of the list. */
  shuffle<T>(list: readonly T[]): T[]
  /** Lower-case hexadecimal digits, eight for each number drawn. */
  hex(digits: number): string
}

/**
 * The generator is sfc32 (Chris Doty-Humphrey's "small fast counting", 128 bits of state, whole-number arithmetic
 * only), started from four hashes of the seed's text. Seeds that differ in one character give unrelated streams.
 */
export function createRandom(seed: string | number): Random {
  const text = String(seed)
  let a = hashText(text, 0x9e3779b1)
  let b = hashText(text, 0x85ebca6b)
  let c = hashText(text, 0xc2b2ae35)
  let counter = hashText(text, 0x27d4eb2f)

  const next = (): number => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }
  // The first numbers still show the seed.
  for (let round = 0; round < 12; round++) next()

  const below = (limit: number) => Math.floor((next() / 0x1_0000_0000) * limit)
  return {
    next,
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (percent) => below(10_000) < percent * 100,
    pick: <T>(list: readonly T[]) => list[below(list.length)] as T,
    shuffle<T>(list: readonly T[]) {
      const mixed = [...list]
      for (let last = mixed.length - 1; last > 0; last--) {
        const other = below(last + 1)
        const [a, b] = [mixed[last] as T, mixed[other] as T]
        mixed[last] = b
        mixed[other] = a
      }
      return mixed
    },
    hex(digits) {
      let text = ''
      while (text.length < digits) text += next().toString(16).padStart(8, '0')
      return text.slice(0, digits)
    },
  }
}

/** FNV-1a over UTF-16 units with a multiplier of its own for each use, then mixed so that every bit counts. */
function hashText(text: string, multiplier: number): number {
  let hash = 0x811c9dc5 ^ multiplier
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), multiplier)
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad)
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97)
  return hash ^ (hash >>> 15)
}
