import { comparableText } from '../comparable.ts'
import { type FileLine, minuteOf } from './history-side.ts'

/** Numbers equal new messages of a person within a minute, from 0. What was found among live messages isn't counted. */
export class Ordinals {
  readonly #minutes = new Map<number, Map<string, number>>()

  next({ at, person, kind, text }: FileLine): number {
    const minute = minuteOf(at)
    let counts = this.#minutes.get(minute)
    if (!counts) {
      counts = new Map()
      this.#minutes.set(minute, counts)
    }
    const key = `${person}\n${kind}\n${comparableText(text)}`
    const ordinal = counts.get(key) ?? 0
    counts.set(key, ordinal + 1)
    return ordinal
  }

  forgetBefore(minute: number): void {
    for (const known of this.#minutes.keys()) if (known < minute) this.#minutes.delete(known)
  }
}
