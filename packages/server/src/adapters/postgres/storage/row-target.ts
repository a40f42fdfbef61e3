import { type Client, DatabaseError } from 'pg'
import { DatabaseProblem } from '../../../domain/storage/data-folder.ts'
import type { Digest, Key, KeyRange, Replaced, Row, RowTarget } from '../../../ports/storage/migration.ts'
import { given, type Sql } from '../../sql/sql.ts'
import { type CopiedTable, getCopiedTable } from '../../sql/storage/copied-tables.ts'
import { sqlOn } from '../connections/client.ts'
import { prepared } from '../connections/statements.ts'
import { isUnreachable } from '../connections/trouble.ts'

const uniqueViolation = '23505'

/** Few enough to be deleted in a fraction of the time that a statement may take. */
const deletedAtOnce = 20_000

/** Tables that are filled over this connection, which isn't shared. */
export function createRowTarget(client: Client): RowTarget {
  const sql = sqlOn(client)
  const replace = async (table: CopiedTable, range: KeyRange, rows: Row[]): Promise<Replaced> => {
    const rendered = renderRows(table, rows)
    await client.query('begin')
    try {
      const isNew = await isEmpty(sql, table, range)
      const removed = isNew ? 0 : await removeOthers(client, table, range, rendered)
      const { where, values } = within(table, isNew ? undefined : range)
      const insert = prepared(isNew ? insertStatement(table) : insertMissingStatement(table, where))
      const { rowCount } = await client.query({ ...insert, values: [rendered, ...values] })
      await client.query('commit')
      return { written: rowCount ?? 0, removed }
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      if (error instanceof DatabaseError && error.code === uniqueViolation) return 'collided'
      throw error
    }
  }
  return {
    digest: (name, range, most) =>
      withServerTrouble(async () => {
        const table = getCopiedTable(name)
        const { where, values } = within(table, range)
        const row = await sql.get<Digest>(digestStatement(table, where), ...values, most)
        if (!row) throw new Error('The digest returned no row')
        return row
      }),
    replace: (name, range, rows) => withServerTrouble(() => replace(getCopiedTable(name), range, rows)),
    empty: (name) => withServerTrouble(async () => void (await client.query(`truncate table ${name}`))),
  }
}

async function isEmpty(sql: Sql, table: CopiedTable, range: KeyRange): Promise<boolean> {
  const { where, values } = within(table, range)
  return (
    (await sql.get(`select 1 from ${table.name}${where} order by ${table.key.join(', ')} limit 1`, ...values)) ===
    undefined
  )
}

/** What is missing, or different. Far more may be there than was copied: everything that was deleted from the source since. */
async function removeOthers(client: Client, table: CopiedTable, range: KeyRange, rendered: string): Promise<number> {
  const order = table.key.join(', ')
  let removed = 0
  for (let after = range.after; ; ) {
    const rest = within(table, { after, to: range.to })
    const found = `select ${order} from ${table.name}${rest.where} order by ${order} limit 1 offset ${deletedAtOnce - 1}`
    const [to] = await sqlOn(client).lists<Key>(found, ...rest.values)
    const { where, values } = to ? within(table, { after, to }) : rest
    const others = prepared(removeOthersStatement(table, where))
    removed += (await client.query({ ...others, values: [rendered, ...values] })).rowCount ?? 0
    if (!to) return removed
    after = to
  }
}

/** An unreachable server is reported in a sentence. */
export async function withServerTrouble<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isUnreachable(error)) throw error
    throw new DatabaseProblem(
      `The server of INNKEEPER_DATABASE_URL closed the connection: ${(error as Error).message}. Run the same ` +
        'command again; it continues where it stopped.',
    )
  }
}

function within({ key }: CopiedTable, { after, to }: Partial<KeyRange> = {}): { where: string; values: Key } {
  const columns = `(${key.join(', ')})`
  const places = `(${key.map(() => '?').join(', ')})`
  const limits = [...(after ? [`${columns} > ${places}`] : []), ...(to ? [`${columns} <= ${places}`] : [])]
  return {
    where: limits.length === 0 ? '' : ` where ${limits.join(' and ')}`,
    values: [...(after ?? []), ...(to ?? [])],
  }
}

/** The same as `digestOf` in `row-source.ts`: the length in bytes and the text of each cell, or a dash. */
function digestStatement({ name, key, columns }: CopiedTable, where: string): string {
  const order = key.join(', ')
  const cells = columns.map(
    (column) => `coalesce(octet_length(cast(${column} as text)) || ':' || cast(${column} as text), '-')`,
  )
  return `select count(*) as rows, encode(sha256(convert_to(
      coalesce(string_agg(${cells.join(' || ')}, '' order by ${order}), ''), 'UTF8')), 'hex') as digest
    from (select ${columns.join(', ')} from ${name}${where} order by ${order} limit ${given}) slice`
}

/** All rows are one value, so their number doesn't change the statement. */
const cameAs = (name: string) => `json_populate_recordset(null::${name}, ?::json)`

function insertStatement({ name, columns }: CopiedTable): string {
  const list = columns.join(', ')
  return `insert into ${name} (${list}) select ${list} from ${cameAs(name)}`
}

function insertMissingStatement(table: CopiedTable, where: string): string {
  const { name, key } = table
  return `${insertStatement(table)} came
    where not exists (select from (select ${key.join(', ')} from ${name}${where}) there where ${alike('there', 'came', key)})`
}

function removeOthersStatement({ name, key, columns }: CopiedTable, where: string): string {
  const [there, here] = ['there', 'came'].map((side) => `(${columns.map((column) => `${side}.${column}`).join(', ')})`)
  return `with came as materialized (select * from ${cameAs(name)})
    delete from ${name} there${where || ' where true'} and not exists (
      select from came where ${alike('there', 'came', key)} and ${there} is not distinct from ${here})`
}

const alike = (one: string, other: string, key: readonly string[]) =>
  key.map((column) => `${one}.${column} = ${other}.${column}`).join(' and ')

function renderRows({ columns }: CopiedTable, rows: Row[]): string {
  return JSON.stringify(rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]]))))
}
