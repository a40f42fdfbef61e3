import { createPieceBuffer, type Piece } from '../format.ts'
import type { LocalTime } from '../local-clock.ts'
import { cleanText } from '../plain-text.ts'
import type { Findable } from './conversation.ts'

/**
 * The texts of a month as a script that hands them over, because a page on `file:` can load scripts and nothing else. Each row has
 * page, anchor, time, person and text; people are listed once, at the end.
 */
export function createSearchFile(
  month: string,
  localTime: (ms: number) => LocalTime,
): { add(page: number, findable: readonly Findable[]): readonly Piece[]; end(): readonly Piece[] } {
  const path = searchPath(month)
  const buffer = createPieceBuffer(path)
  const people = new Map<string, number>()
  buffer.add(`addMonth(${JSON.stringify(month)},[\n`)
  const row = (page: number, { anchor, time: ms, who, text }: Findable) => {
    const person = people.get(who) ?? people.size
    people.set(who, person)
    const { date, time } = localTime(ms)
    return `${JSON.stringify([page, anchor, `${date} ${time}`, person, cleanText(text)])},\n`
  }
  return {
    add: (page, findable) => findable.flatMap((one) => [...buffer.add(row(page, one))]),
    end: () => [
      ...buffer.add(`],${JSON.stringify([...people.keys()])})\n`),
      ...buffer.flush(),
      { path, isWhole: true },
    ],
  }
}

export const searchPath = (month: string) => `search/${month}.js`
