import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import pg from 'pg'
import { changeSchema } from '../../../src/adapters/postgres/open-database.ts'
import { openCommandStore } from '../../../src/adapters/postgres/open-store.ts'
import { migrations } from '../../../src/adapters/sql/migrations.ts'
import type { Store } from '../../../src/ports/store.ts'
import { message } from '../../support/content/events.ts'
import { eventually } from '../../support/eventually.ts'
import { openDatabase } from '../../support/process/postgres.ts'
import { seedChannel } from '../seed-channel.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')
const ours = migrations.length

describe('nodes of two releases on one database', () => {
  test('after a newer node adds to the schema, older nodes keep running and can still start', async (t) => {
    const { url, client, open } = await openOld(t)
    const running = await open()
    await seedChannel(running, 'C1', { owner: 'U1', subscribers: ['U1'] }, noon)
    await takeStep(client, { schema: ours + 1, oldest: ours })
    await client.query("update facts set value = 'newer rules' where name = 'index_version'")

    await say(running, 'm1')
    const started = await open()
    await say(started, 'm2')
    assert.equal((await started.listAllChannels())[0]?.messages, 2)
    const indexed = await started.write<'index-messages'>({ kind: 'index-messages', limit: 10 })
    assert.deepEqual(
      indexed,
      { indexed: 0, more: false, after: 0, isRoundOver: true },
      'an index made by newer rules is left alone',
    )
    assert.deepEqual(await readFacts(url), {
      schema: String(ours + 1),
      schema_oldest: String(ours),
      index_version: 'newer rules',
    })
  })

  test('a release that is too old for the schema does not start, and says what to do', async (t) => {
    const { client, open, url } = await openOld(t)
    const before = await takeStep(client, { schema: ours + 2, oldest: ours + 1 })
    await assert.rejects(open(), {
      message:
        'The database of INNKEEPER_DATABASE_URL was written by a newer Innkeeper ' +
        `(schema ${ours + 2}, which needs at least ${ours + 1}; this release has ${ours}). ` +
        'It was not changed; update Innkeeper.',
    })
    const { index_version: _, ...facts } = await readFacts(url)
    assert.deepEqual(facts, before)
  })

  test('a newer schema that does not name the oldest supported release refuses older ones', async (t) => {
    const { client, open } = await openOld(t)
    await takeStep(client, { schema: ours + 1, oldest: ours })
    await client.query("delete from facts where name = 'schema_oldest'")
    await assert.rejects(open(), /update Innkeeper/)
  })

  test('a node that starts while another one changes the schema waits for it, however long a step takes', async (t) => {
    const { url, client, open } = await openOld(t)
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = changeSchema({ url }, async (tx) => {
      begun.resolve()
      await held.promise
      const limits = "select current_setting('statement_timeout') as step, current_setting('lock_timeout') as lock"
      return await tx.get(limits)
    })
    await begun.promise
    const second = open()
    const waiting = `select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
    await eventually(
      () => client.query(waiting),
      ({ rowCount }) => rowCount === 1,
    )
    held.resolve()
    assert.deepEqual(await first, { step: '1h', lock: '10s' })
    await second
  })
})

/** Migrates like a later release: adds to the schema and records the oldest release that can still run. */
async function takeStep(client: pg.Client, { schema, oldest }: { schema: number; oldest: number }) {
  await client.query('alter table channels add column mood text')
  await client.query('create table moods (channel bigint, mood text)')
  const facts = { schema: String(schema), schema_oldest: String(oldest) }
  for (const [name, value] of Object.entries(facts)) {
    await client.query('insert into facts values ($1, $2) on conflict (name) do update set value = $2', [name, value])
  }
  return facts
}

async function readFacts(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string; value: string }>(
    "select name, value from facts where name in ('schema', 'schema_oldest', 'index_version')",
  )
  await client.end()
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

async function say(store: Store, id: string): Promise<void> {
  const events = [message('C1', noon, { id, from: 'U1' })]
  await store.write<'receive-events'>({ kind: 'receive-events', platform: 'test', unread: [], at: noon, events })
}

async function openOld(t: { after(work: () => Promise<void>): void }) {
  const { url, drop } = await openDatabase()
  const stores: Store[] = []
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  t.after(async () => {
    await Promise.all([client.end(), ...stores.map((store) => store.close())])
    await drop()
  })
  const open = async () => {
    const store = await openCommandStore({ url, defaults: { timezone: 'UTC', claim: 'first' }, pool: 5 })
    stores.push(store)
    return store
  }
  return { url, client, open }
}
