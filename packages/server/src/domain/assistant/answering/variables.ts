import { Temporal } from 'temporal-polyfill'

export type Variable = 'name' | 'names' | 'group' | 'count' | 'date' | 'time' | 'rules'

/** Replaces `{name}` and the like with values. Any other brace is literal text, and values aren't expanded. */
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

/** Whether a text uses a variable: some of them cost a read from the store. */
export function asksFor(template: string, variable: Variable): boolean {
  return template.includes(`{${variable}}`)
}

/** Day and time as they are written everywhere, in the channel's zone. */
export function dateAndTime(at: number, timezone: string): { date: string; time: string } {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone)
  return { date: local.toPlainDate().toString(), time: local.toPlainTime().toString({ smallestUnit: 'minute' }) }
}
