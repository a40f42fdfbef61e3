import { randomUUID } from 'node:crypto'
import type { Identity } from '../../ports/storage/migration.ts'
import { findFact, readSecret, setFact } from './metadata.ts'
import type { Reader, Sql } from './sql.ts'

/** Called when a database is opened for writing: a database without an id, because it is new or older than this, gets one. */
export async function keepInstance(sql: Sql): Promise<void> {
  if ((await findFact(sql, 'instance')) !== undefined) return
  // Another process may open it at the same moment: the first one sets the id.
  await sql.run("insert into facts (name, value) values ('instance', ?) on conflict (name) do nothing", randomUUID())
}

/** A restored database gets a new id: the one it was copied from may still be in use. */
export async function renewInstance(sql: Sql): Promise<void> {
  await setFact(sql, 'instance', randomUUID())
}

export async function readIdentity(sql: Reader): Promise<Identity> {
  return { instance: await readInstance(sql), secret: await readSecret(sql) }
}

/** For a store that is migrated: it keeps its identity. */
export async function takeIdentity(sql: Sql, { instance, secret }: Identity): Promise<void> {
  await setFact(sql, 'instance', instance)
  await setFact(sql, 'secret', secret)
}

export async function readInstance(sql: Reader): Promise<string> {
  const instance = await findFact(sql, 'instance')
  if (instance === undefined) throw new Error('The database has no id; it was never opened for writing')
  return instance
}
