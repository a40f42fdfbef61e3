import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Sql, Value } from '../sql/sql.ts'

/** One open database: our SQL on top of it, and the few things only this engine has. */
export type Connection = Sql & {
  exec(text: string): void
  /** The value of a `pragma`. */
  pragma(name: string): unknown
  /** False after an error so grave that the engine gave the transaction up by itself. */
  isInTransaction(): boolean
  close(): void
}

export type ConnectionOptions = { readOnly?: boolean; busyTimeoutMs?: number }

export function openConnection(path: string, options: ConnectionOptions = {}): Connection {
  const database = new DatabaseSync(path, {
    readOnly: options.readOnly ?? false,
    timeout: options.busyTimeoutMs ?? 5000,
  })
  const prepared = new Map<string, StatementSync>()
  const prepare = (text: string): StatementSync => {
    let statement = prepared.get(text)
    if (!statement) {
      statement = database.prepare(text)
      prepared.set(text, statement)
    }
    return statement
  }
  return {
    async get<Row>(text: string, ...values: Value[]) {
      return prepare(text).get(...values) as Row | undefined
    },
    async all<Row>(text: string, ...values: Value[]) {
      return prepare(text).all(...values) as Row[]
    },
    async run(text: string, ...values: Value[]) {
      return Number(prepare(text).run(...values).changes)
    },
    exec: (text) => database.exec(text),
    pragma: (name) => Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0],
    isInTransaction: () => database.isTransaction,
    close: () => database.close(),
  }
}
