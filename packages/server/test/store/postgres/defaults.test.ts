import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { openTransactions, underLocks } from '../../../src/adapters/postgres/connections/transactions.ts'
import { openCommandStore } from '../../../src/adapters/postgres/open-store.ts'
import type { Sql } from '../../../src/adapters/sql/sql.ts'
import type { Store } from '../../../src/ports/store.ts'
import { message } from '../../support/content/events.ts'
import { openDatabase } from '../../support/process/postgres.ts'
import { seedChannel } from '../seed-channel.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')
const dayMs = 86_400_000

async function open(t: TestContext): Promise<{ url: string; sql: Client; openNode(): Promise<Store> }> {
  const { url, drop } = await openDatabase()
  const sql = new Client({ connectionString: url })
  await sql.connect()
  const nodes: Store[] = []
  t.after(async () => {
    await Promise.all(nodes.map((node) => node.close()))
    await sql.end()
    await drop()
  })
  const openNode = async () => {
    const node = await openCommandStore({ url, defaults: { timezone: 'UTC', claim: 'first' }, pool: 5 })
    nodes.push(node)
    return node
  }
  return { url, sql, openNode }
}

const say = (store: Store, channelId: string, index: number) =>
  store.write<'receive-events'>({
    kind: 'receive-events',
    platform: 'test',
    unread: [],
    at: noon,
    events: [message(channelId, noon, { id: `m${index}`, from: 'U1' })],
  })

test('a transaction that waited for a lock sees what others committed, even under stricter default isolation', async (t) => {
  const { url, sql } = await open(t)
  const { rows } = await sql.query('select current_database() as name')
  await sql.query(`alter database "${rows[0].name}" set default_transaction_isolation = 'repeatable read'`)
  const transactions = openTransactions({ url }, 1)
  t.after(() => transactions.close())
  await sql.query("begin; select name from locks where name = 'keys' for update")
  const lock = { text: "select name from locks where name = 'keys' for update", values: [] }
  const readNews = (tx: Sql) => tx.get<{ value: string }>("select value from facts where name = 'news'")
  const seen = transactions.run(underLocks([lock], readNews))
  await untilTrue(async () => {
    // Within a transaction, PostgreSQL caches these statistics on first use.
    await sql.query('select pg_stat_clear_snapshot()')
    const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    return (await sql.query(waiting)).rows.length > 0
  })
  await sql.query("insert into facts (name, value) values ('news', 'heard'); commit")
  assert.deepEqual(await seen, { value: 'heard' })
})

test('a server without LISTEN costs half a second, and not a new connection each time', async (t) => {
  const { sql, openNode } = await open(t)
  const { query } = Client.prototype
  let refused = 0
  t.mock.method(Client.prototype, 'query', function (this: Client, ...given: unknown[]) {
    if (!String(given[0]).startsWith('listen')) return Reflect.apply(query, this, given)
    refused++
    return Promise.reject(new Error('listen is not known here'))
  })
  const node = await openNode()
  let notified = 0
  node.onCommit(() => notified++)
  await untilTrue(async () => refused >= 6)
  assert.ok(notified > 0, 'listeners are still notified')
  const idle = async () => {
    const { rows } = await sql.query(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and application_name = 'innkeeper'`,
    )
    return rows[0].count as number
  }
  await untilTrue(async () => (await idle()) <= 3)
})

test('looking for expired messages checks many channels at once', async (t) => {
  const { openNode } = await open(t)
  const node = await openNode()
  const ids = Array.from({ length: 40 }, (_, index) => `C${index}`)
  await Promise.all(ids.map((id) => seedChannel(node, id, { owner: 'U1', subscribers: ['U1'] }, noon)))
  await Promise.all(ids.map((id, index) => say(node, id, index)))
  const { query } = Client.prototype
  let asked = 0
  t.mock.method(Client.prototype, 'query', function (this: Client, ...given: unknown[]) {
    asked++
    return Reflect.apply(query, this, given)
  })
  const lookAt = async (at: number) => {
    asked = 0
    const { messages } = await node.write<'delete-expired'>({ kind: 'delete-expired', at, ceilingDays: 7, limit: 200 })
    return { messages, asked }
  }
  const nothing = await lookAt(noon + dayMs)
  assert.equal(nothing.messages, 0)
  assert.ok(nothing.asked < ids.length / 2, `${nothing.asked} statements to find nothing`)
  const all = await lookAt(noon + 8 * dayMs)
  assert.equal(all.messages, ids.length)
})

async function untilTrue(isSo: () => Promise<boolean>): Promise<void> {
  for (const latest = Date.now() + 30_000; !(await isSo()); ) {
    assert.ok(Date.now() < latest, 'the condition never became true')
    await pause(50)
  }
}
