import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { openStore } from '../../src/adapters/postgres/open-store.ts'
import { message } from '../support/events.ts'
import { openDatabase } from '../support/postgres.ts'
import { furnishChannel } from './furnish.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')

test('events and the search index never wait for each other in a circle', async (t) => {
  const { url, drop } = await openDatabase()
  const store = await openStore({ url, defaults: { timezone: 'UTC', claim: 'first' }, pool: 6 })
  t.after(drop)
  // Numbered the other way round than their ids are sorted.
  const channels = ['C8', 'C7', 'C6', 'C5', 'C4', 'C3', 'C2', 'C1']
  for (const channelId of channels) await furnishChannel(store, channelId, { owner: 'U1', subscribers: ['U1'] }, noon)
  const say = (channelId: string) =>
    store.write<'receive-events'>({
      kind: 'receive-events',
      platform: 'test',
      unread: [],
      at: noon,
      events: [message(channelId, noon, { from: 'U1' })],
    })
  const rounds = 30
  let isOver = false
  const indexing = async () => {
    while (!isOver) await store.write<'index-messages'>({ kind: 'index-messages', limit: 400 })
  }
  const talking = async () => {
    try {
      for (let round = 0; round < rounds; round++) await Promise.all(channels.map(say))
    } finally {
      isOver = true
    }
  }
  await Promise.all([indexing(), talking()])
  const kept = (await store.listAllChannels()).reduce((sum, { messages }) => sum + messages, 0)
  // A connection reports what happened on it when it ends.
  await store.close()
  assert.equal(kept, rounds * channels.length)
  assert.equal(await countDeadlocks(url), 0)
})

async function countDeadlocks(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query('select deadlocks from pg_stat_database where datname = current_database()')
    return Number(rows[0]?.deadlocks)
  } finally {
    await client.end()
  }
}
