import { hash } from 'node:crypto'
import { comparableText } from '../comparable.ts'

/** A text of the file, and what a clock on the wall showed, in milliseconds as if it were UTC. An instant if the file has those. */
export type FileText = { text: string; wall: number; name: string }

/** A message from the platform, one of the bot's, or one of an earlier import: whatever says who people are. */
export type LiveText = { at: number; person: string; wordings: readonly string[] }

/** A text that occurs once on both sides. So both are the same message, unless it's a coincidence. */
export type Vote = { wall: number; at: number; name: string; person: string }

type Seen = { wall: number; at: number; name?: string; person?: string; isRepeated: boolean }

/** Shorter texts are repeated by accident. */
const leastCharacters = 8
/** No two clocks on Earth are further apart. The rest is for the day on which one of them changes. */
const longestApartMs = 15 * 3_600_000
const mostTexts = 100_000

/**
 * Collects texts that occur once in a file and once among live messages. It remembers hashes of texts, and at most 100,000 of them. With
 * more, it goes on with a sample, half as large each time. A text is in the samples of both sides or of neither.
 */
export class OverlapVotes {
  readonly #limit: number
  #seen = new Map<string, Seen>()
  /** How many leading bits of a hash have to be zero. */
  #sampleBits = 0

  constructor(limit = mostTexts) {
    this.#limit = limit
  }

  addFileText({ text, wall, name }: FileText): void {
    const seen = this.#see(text)
    if (!seen) return
    if (seen.name === undefined) Object.assign(seen, { wall, name })
    else seen.isRepeated = true
  }

  addLiveText({ at, person, wordings }: LiveText): void {
    for (const text of new Set(wordings.map(comparableText))) {
      const seen = this.#see(text)
      if (!seen) continue
      if (seen.person === undefined) Object.assign(seen, { at, person })
      else seen.isRepeated = true
    }
  }

  /** In order of time. */
  votes(): Vote[] {
    const votes: Vote[] = []
    for (const { wall, at, name, person, isRepeated } of this.#seen.values())
      if (!isRepeated && name !== undefined && person !== undefined && Math.abs(wall - at) <= longestApartMs)
        votes.push({ wall, at, name, person })
    return votes.sort((one, other) => one.at - other.at || one.wall - other.wall)
  }

  #see(text: string): Seen | undefined {
    const compared = comparableText(text)
    if (compared.length < leastCharacters || [...compared.slice(0, 2 * leastCharacters)].length < leastCharacters)
      return undefined
    const key = hash('sha256', compared, 'hex').slice(0, 24)
    if (!isSampled(key, this.#sampleBits)) return undefined
    const known = this.#seen.get(key)
    if (known) return known
    const seen: Seen = { wall: 0, at: 0, isRepeated: false }
    this.#seen.set(key, seen)
    if (this.#seen.size > this.#limit) this.#halve()
    return isSampled(key, this.#sampleBits) ? seen : undefined
  }

  #halve(): void {
    this.#sampleBits++
    for (const key of this.#seen.keys()) if (!isSampled(key, this.#sampleBits)) this.#seen.delete(key)
  }
}

const isSampled = (key: string, bits: number) => Number.parseInt(key.slice(0, 8), 16) < 2 ** (32 - bits)
