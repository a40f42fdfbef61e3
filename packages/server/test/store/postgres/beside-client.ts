import type { TestContext } from 'node:test'
import { Client } from 'pg'
import { openServiceStore } from '../../../src/adapters/postgres/open-store.ts'
import { openDatabase } from '../../support/process/postgres.ts'

/** A store with a few connections, and a client that can lock rows of it. `connect` opens more of them. */
export async function openBesideClient(t: TestContext) {
  const { url, drop } = await openDatabase()
  const store = await openServiceStore({ url, defaults: { timezone: 'UTC', claim: 'first' }, pool: 6 })
  const clients: Client[] = []
  const connect = async () => {
    const client = new Client({ connectionString: url })
    await client.connect()
    clients.push(client)
    return client
  }
  t.after(async () => {
    await Promise.all(clients.map((client) => client.end()))
    await store.close()
    await drop()
  })
  return { store, client: await connect(), connect }
}
