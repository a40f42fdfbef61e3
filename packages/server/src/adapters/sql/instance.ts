import { randomUUID } from 'node:crypto'
import type { Sql } from './sql.ts'

/** Called where a database is opened for writing: one that has no id yet, because it is new or older than this, gets one. */
export async function keepInstance(sql: Sql): Promise<void> {
  if ((await findInstance(sql)) !== undefined) return
  // Another program may open it at the same moment: whoever was first has named it.
  await sql.run("insert into facts (name, value) values ('instance', ?) on conflict (name) do nothing", randomUUID())
}

/** A restored database is another one: the one that it was copied from may still be at work. */
export async function renewInstance(sql: Sql): Promise<void> {
  await sql.run(
    "insert into facts (name, value) values ('instance', ?) on conflict (name) do update set value = excluded.value",
    randomUUID(),
  )
}

export async function readInstance(sql: Sql): Promise<string> {
  const instance = await findInstance(sql)
  if (instance === undefined) throw new Error('the database has no id; it was never opened for writing')
  return instance
}

async function findInstance(sql: Sql): Promise<string | undefined> {
  return (await sql.get<{ value: string }>("select value from facts where name = 'instance'"))?.value
}
