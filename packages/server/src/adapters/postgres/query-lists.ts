import type pg from 'pg'
import type { Value } from '../sql/sql.ts'
import { bindable } from './bindable.ts'
import { prepared } from './statements.ts'

export type Connection = Pick<pg.ClientBase, 'query'>

/** A statement that takes whole lists, such as `= any(?)` or `unnest(?::text[])`; answers its rows. */
export async function queryLists<Row>(
  connection: Connection,
  text: string,
  ...values: (Value | Value[])[]
): Promise<Row[]> {
  const bound = values.map((value) => (Array.isArray(value) ? toLiteral(value) : bindable(value)))
  return (await connection.query({ ...prepared(text), values: bound })).rows as Row[]
}

/** As the server writes a list. The driver would go through every text twice. */
function toLiteral(list: Value[]): string {
  return `{${list.map(toElement).join(',')}}`
}

function toElement(value: Value): string {
  const bound = bindable(value)
  if (typeof bound === 'string') return `"${bound.replace(/["\\]/g, '\\$&')}"`
  return bound === null ? 'NULL' : String(bound)
}
