import { Client } from 'pg'
import { openTestDatabase, type TestDatabase } from '../../../../../scripts/postgres.ts'
import { prepareDatabase } from '../../../src/adapters/postgres/open-database.ts'
import { schema } from '../../../src/adapters/postgres/schema.ts'

/** An empty database with our schema. The caller drops it. */
export async function openDatabase(): Promise<TestDatabase> {
  return openTestDatabase({ edition: schema, create: createSchema })
}

/** Without the values that identify a store. They are created when a copy is opened. */
async function createSchema(url: string): Promise<void> {
  await prepareDatabase({ url })
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query("delete from facts where name in ('secret', 'instance')")
  await client.end()
}
