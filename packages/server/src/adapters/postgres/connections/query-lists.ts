import type pg from 'pg'
import type { Value } from '../../sql/sql.ts'
import { encodeList, type ListType } from './list-codec.ts'
import { bindable, prepared } from './statements.ts'

export type Connection = Pick<pg.ClientBase, 'query'>

/** A statement that takes whole lists, each with its type, such as `= any(?::text[])`. Returns its rows. */
export async function queryLists<Row>(
  connection: Connection,
  text: string,
  ...values: (Value | Value[])[]
): Promise<Row[]> {
  const types = listTypesOf(text)
  const bound = values.map((value, index) => {
    if (!Array.isArray(value)) return bindable(value)
    const type = types[index]
    if (!type) throw new Error(`List ${index + 1} has no type in the statement ${text}`)
    return encodeList(type, value.map(bindable))
  })
  return (await connection.query({ ...prepared(text), values: bound })).rows as Row[]
}

/** By text. There are few, all of them constants. */
const known = new Map<string, (ListType | undefined)[]>()

function listTypesOf(text: string): (ListType | undefined)[] {
  let types = known.get(text)
  if (!types) {
    const places = [...text.matchAll(/'[^']*'|\?(?:::(bigint|text)\[\])?/g)].filter(([found]) => found.startsWith('?'))
    types = places.map(([, type]) => type as ListType | undefined)
    known.set(text, types)
  }
  return types
}
