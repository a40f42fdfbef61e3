import type { Engine, Value } from './sql.ts'

// Passes many rows as one parameter, so that a statement about fifty people is one round trip and one plan.

/** The rows as a JSON list of lists. PostgreSQL rejects JSON with unpaired surrogates, so they are replaced. */
export function rowList(rows: Value[][]): string {
  return JSON.stringify(
    rows.map((row) => row.map((value) => storable(typeof value === 'string' ? value.toWellFormed() : value))),
  )
}

/** The engines unpack JSON lists differently. */
const each = { sqlite: 'json_each(?) as l', postgres: 'json_array_elements(cast(? as json)) as l (value)' }

/** `text` gets the source of the rows to select from. The first column of a row is `l.value ->> 0`. */
export function forEachRow(text: (rows: string, engine: Engine) => string): Record<Engine, string> {
  return { sqlite: text(each.sqlite, 'sqlite'), postgres: text(each.postgres, 'postgres') }
}

/** PostgreSQL can't store NUL in a text, so it is replaced by U+FFFD. */
export function storable(value: Value): Value {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
}
