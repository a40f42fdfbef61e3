import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { intakeOn } from '../sql/platforms/intake-statements.ts'
import type { Sql, Statements, Value } from '../sql/sql.ts'

/** One open database: our SQL on top of it, and the few things only this engine has. */
export type Connection = Sql & {
  exec(text: string): void
  /** A statement without values or results, prepared once. */
  perform(text: string): void
  /** The first column of each row, one by one: for results that don't fit in memory. */
  values<V extends Value>(text: string): Iterable<V>
  /** The value of a `pragma`. */
  pragma(name: string): unknown
  /** Changes with every commit of another connection. */
  dataVersion(): unknown
  /** Between these two, all reads see the store as it was at the first read, and don't take a lock each. */
  beginRead(): void
  endRead(): void
  /** False after an error so severe that the engine rolled back the transaction by itself. */
  isInTransaction(): boolean
  close(): void
}

export type ConnectionOptions = {
  readOnly?: boolean
  /** No one writes the file meanwhile: it is read without a lock, and without creating a log and its index. */
  immutable?: boolean
  busyTimeoutMs?: number
}

/** How long a statement waits for a lock. */
export const busyTimeoutMs = 5_000

export function openConnection(path: string, options: ConnectionOptions = {}): Connection {
  const address = pathToFileURL(path)
  if (options.immutable) address.searchParams.set('immutable', '1')
  const database = new DatabaseSync(address, {
    readOnly: options.readOnly ?? false,
    timeout: options.busyTimeoutMs ?? busyTimeoutMs,
  })
  const prepared = new Map<string, Prepared>()
  const prepare = (text: string): Prepared => {
    let one = prepared.get(text)
    if (!one) {
      const statement = database.prepare(text)
      statement.setReturnArrays(true)
      one = { statement, columns: statement.columns().map(({ name }) => name) }
      prepared.set(text, one)
    }
    return one
  }
  const all = async <Row>(text: string, ...values: Value[]) => {
    const { statement, columns } = prepare(text)
    return (statement.all(...values) as unknown as Value[][]).map((row) => toRow<Row>(columns, row))
  }
  const statements: Statements = {
    engine: 'sqlite',
    async get<Row>(text: string, ...values: Value[]) {
      const { statement, columns } = prepare(text)
      const row = statement.get(...values) as unknown as Value[] | undefined
      return row && toRow<Row>(columns, row)
    },
    all,
    async lists<Row extends (Value | Uint8Array)[]>(text: string, ...values: Value[]) {
      return prepare(text).statement.all(...values) as unknown as Row[]
    },
    async run(text: string, ...values: Value[]) {
      return Number(prepare(text).statement.run(...values).changes)
    },
    returning: all,
  }
  return {
    ...statements,
    intake: intakeOn(statements),
    exec: (text) => database.exec(text),
    perform: (text) => void prepare(text).statement.run(),
    *values<V extends Value>(text: string) {
      for (const row of prepare(text).statement.iterate()) yield (row as unknown as [V])[0]
    },
    pragma: (name) => Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0],
    dataVersion: () => (prepare('pragma data_version').statement.get() as unknown as Value[])[0],
    beginRead: () => void prepare('begin').statement.run(),
    endRead: () => void prepare('commit').statement.run(),
    isInTransaction: () => database.isTransaction,
    close: () => database.close(),
  }
}

type Prepared = { statement: StatementSync; columns: string[] }

/** The engine's own row objects have no prototype and no fixed shape, which makes every access slow; these are plain objects. */
function toRow<Row>(columns: string[], values: Value[]): Row {
  const row: Record<string, Value | undefined> = {}
  for (let index = 0; index < columns.length; index++) row[columns[index] as string] = values[index]
  return row as Row
}
