import { type Client, DatabaseError } from 'pg'
import type { Digest, Key, KeyRange, Row, RowTarget } from '../../ports/moving.ts'
import { type CopiedTable, getCopiedTable } from '../sql/copied-tables.ts'
import { DatabaseProblem } from '../sql/database-problem.ts'
import { sqlOn } from './client.ts'
import { prepared } from './statements.ts'
import { isOutOfReach } from './trouble.ts'

const uniqueViolation = '23505'

/** Tables that are filled over this connection, which is nobody else's. */
export function createRowTarget(client: Client): RowTarget {
  const sql = sqlOn(client)
  return {
    digest: (name, range) =>
      withServerTrouble(async () => {
        const { text, values } = within(digestStatement(getCopiedTable(name)), getCopiedTable(name), range)
        const row = await sql.get<Digest>(text, ...values)
        if (!row) throw new Error('A digest has a row')
        return row
      }),
    replace: (name, range, rows) =>
      withServerTrouble(async () => {
        const table = getCopiedTable(name)
        const { text, values } = within(`delete from ${name}`, table, range)
        try {
          // Sent together; where one fails, so do those behind it, and the transaction comes to nothing.
          await Promise.all([
            client.query('begin'),
            client.query({ ...prepared(text), values }),
            client.query({ ...prepared(insertStatement(table)), values: [renderRows(table, rows)] }),
            client.query('commit'),
          ])
          return 'replaced'
        } catch (error) {
          if (error instanceof DatabaseError && error.code === uniqueViolation) return 'collided'
          throw error
        }
      }),
    empty: (name) => withServerTrouble(async () => void (await client.query(`truncate table ${name}`))),
  }
}

/** A server that went away is told of in a sentence. */
export async function withServerTrouble<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isOutOfReach(error)) throw error
    throw new DatabaseProblem(
      `The server of INNKEEPER_DATABASE_URL went away: ${(error as Error).message}. Run the same again: it goes on where it was.`,
    )
  }
}

function within(statement: string, { key }: CopiedTable, { after, to }: KeyRange): { text: string; values: Key } {
  const columns = `(${key.join(', ')})`
  const places = `(${key.map(() => '?').join(', ')})`
  const limits = [...(after ? [`${columns} > ${places}`] : []), ...(to ? [`${columns} <= ${places}`] : [])]
  const where = limits.length === 0 ? '' : ` where ${limits.join(' and ')}`
  return { text: statement + where, values: [...(after ?? []), ...(to ?? [])] }
}

/** As `digestOf` of the rows that are read has it: the length in bytes and the text of each cell, or a dash. */
function digestStatement({ name, key, columns }: CopiedTable): string {
  const cells = columns.map(
    (column) => `coalesce(octet_length(cast(${column} as text)) || ':' || cast(${column} as text), '-')`,
  )
  return `select count(*) as rows, encode(sha256(convert_to(
      coalesce(string_agg(${cells.join(' || ')}, '' order by ${key.join(', ')}), ''), 'UTF8')), 'hex') as digest from ${name}`
}

/** One value for all rows: their number makes no other statement. */
function insertStatement({ name, columns }: CopiedTable): string {
  const list = columns.join(', ')
  return `insert into ${name} (${list}) select ${list} from json_populate_recordset(null::${name}, ?::json)`
}

function renderRows({ columns }: CopiedTable, rows: Row[]): string {
  return JSON.stringify(rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]]))))
}
