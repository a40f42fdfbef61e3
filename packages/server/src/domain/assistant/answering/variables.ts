import { Temporal } from 'temporal-polyfill'

export type Variable = 'name' | 'names' | 'group' | 'count' | 'date' | 'time' | 'rules'

/** Puts values in the place of `{name}` and the like. Any other brace is literal text, and values are not looked into. */
export function fillIn<Piece>(
  template: string,
  values: Partial<Record<Variable, Piece | Piece[]>>,
): (string | Piece)[] {
  const pieces: (string | Piece)[] = []
  let end = 0
  for (const match of template.matchAll(/\{(\w+)\}/g)) {
    const value = Object.hasOwn(values, match[1] ?? '') ? values[match[1] as Variable] : undefined
    if (value === undefined) continue
    pieces.push(template.slice(end, match.index), ...([value].flat() as Piece[]))
    end = match.index + match[0].length
  }
  pieces.push(template.slice(end))
  return pieces.filter((piece) => piece !== '')
}

/** Whether a text asks for a variable: some cost a look into the store. */
export function asksFor(template: string, variable: Variable): boolean {
  return template.includes(`{${variable}}`)
}

/** Day and time as they are written everywhere, in the channel's zone. */
export function dateAndTime(at: number, timezone: string): { date: string; time: string } {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone)
  return { date: local.toPlainDate().toString(), time: local.toPlainTime().toString({ smallestUnit: 'minute' }) }
}
