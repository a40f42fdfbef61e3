import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import { Client } from 'pg'
import { migrations } from '../../src/adapters/sql/migrations.ts'
import {
  copiedTables,
  leftColumns,
  leftTables,
  serverColumns,
  serverTables,
} from '../../src/adapters/sql/storage/copied-tables.ts'
import { openDatabase } from '../support/process/postgres.ts'

/** Column names by table. */
type Schema = Map<string, Set<string>>

describe('the list of tables to copy between engines', () => {
  const embedded = new DatabaseSync(':memory:')
  for (const step of migrations) embedded.exec(step)
  after(() => embedded.close())

  test('covers every column of every table of the embedded database, or lists it as not copied', () => {
    assert.deepEqual(listed('sqlite'), sorted(readEmbedded(embedded)))
  })

  test('covers every column of every table of the PostgreSQL database, or lists it as not copied', async () => {
    const database = await openDatabase()
    const client = new Client({ connectionString: database.url })
    await client.connect()
    try {
      const { rows } = await client.query<{ name: string; column: string; numbered: boolean }>(
        `select t.table_name as name, c.column_name as column, c.is_identity = 'YES' as numbered
         from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
         where t.table_schema = 'public' and t.table_name not like 'messages\\_%'`,
      )
      const schema: Schema = new Map()
      for (const { name, column } of rows) schema.set(name, (schema.get(name) ?? new Set()).add(column))
      assert.deepEqual(listed('postgres'), sorted(schema))
      assert.deepEqual(
        copiedTables.flatMap(({ name, numbered }) => (numbered ? [`${name}.${numbered}`] : [])).sort(),
        rows.flatMap(({ name, column, numbered }) => (numbered ? [`${name}.${column}`] : [])).sort(),
        'every identity column is listed, so that numbering continues after a migration',
      )
    } finally {
      await client.end()
      await database.drop()
    }
  })

  test('has keys that are columns of their tables', () => {
    for (const { key, columns } of copiedTables) for (const column of key) assert.ok(columns.includes(column))
  })
})

/** The expected schema of one engine, without what only the other engine has. */
function listed(engine: 'sqlite' | 'postgres'): [string, string[]][] {
  const schema: Schema = new Map()
  for (const { name, columns } of copiedTables) schema.set(name, new Set([...columns, ...(leftColumns[name] ?? [])]))
  for (const name of Object.keys(leftTables)) schema.set(name, new Set())
  if (engine === 'postgres') {
    for (const name of Object.keys(serverTables)) schema.set(name, new Set())
    for (const [name, columns] of Object.entries(serverColumns))
      for (const column of columns) schema.get(name)?.add(column)
  }
  return sorted(schema)
}

/** For tables that are not copied, only the name matters. */
function sorted(schema: Schema): [string, string[]][] {
  const columnsOf = (name: string, columns: Set<string>) =>
    name in leftTables || name in serverTables ? [] : [...columns].sort()
  return [...schema]
    .map(([name, columns]): [string, string[]] => [name, columnsOf(name, columns)])
    .sort(([one], [other]) => one.localeCompare(other))
}

function readEmbedded(database: DatabaseSync): Schema {
  const tables = database
    .prepare("select name from sqlite_schema where type = 'table' and name not glob 'search_terms_*'")
    .all()
  return new Map(
    tables.map(({ name }) => [
      String(name),
      new Set(
        database
          .prepare(`select name from pragma_table_info('${name}')`)
          .all()
          .map((row) => String(row.name)),
      ),
    ]),
  )
}
