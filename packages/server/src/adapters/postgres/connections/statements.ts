import { storable } from '../../sql/row-list.ts'
import type { Value } from '../../sql/sql.ts'

/** By text. There are a few hundred, all of them constants. */
const known = new Map<string, { name: string; text: string }>()

/** A statement with `$1` for `?`, and a name, so that each connection prepares it once. */
export function prepared(text: string): { name: string; text: string } {
  let statement = known.get(text)
  if (!statement) {
    statement = { name: `s${known.size + 1}`, text: withTimes(numbered(text)) }
    known.set(text, statement)
  }
  return statement
}

function numbered(text: string): string {
  let count = 0
  return text.replace(/'[^']*'|\?/g, (found) => (found === '?' ? `$${++count}` : found))
}

/** PostgreSQL prunes partitions by a condition on `time` alone, so comparisons of positions repeat the condition on the time. */
function withTimes(text: string): string {
  return text.replace(
    /\((\w+\.)?time, (\w+\.)?seq\) ([<>])=? \((\$\d+), \$\d+\)/g,
    (comparison, table = '', _, side, time) => `${comparison} and ${table}time ${side}= ${time}`,
  )
}

/** Checks the type of a value. The driver would store anything else as text, and a bug of ours as data; SQLite refuses it too. */
export function bindable(value: Value): Value {
  if (typeof value === 'string') return storable(value)
  if (typeof value === 'number' || value === null) return value
  throw new TypeError(`Only strings, numbers and null can be stored, not ${typeof value}`)
}
