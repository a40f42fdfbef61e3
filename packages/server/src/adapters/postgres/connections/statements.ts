/** Of all texts there are: they are ours, and a few hundred. */
const known = new Map<string, { name: string; text: string }>()

/** A statement as PostgreSQL takes it, with `$1` for `?`; under a name, so that a connection prepares it once. */
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

/** A place is a time and more; PostgreSQL chooses partitions by the time alone, so it is told once more by itself. */
function withTimes(text: string): string {
  return text.replace(
    /\((\w+\.)?time, (\w+\.)?seq\) ([<>])=? \((\$\d+), \$\d+\)/g,
    (place, table = '', _, side, time) => `${place} and ${table}time ${side}= ${time}`,
  )
}
