import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Client } from 'pg'
import { queryLists } from '../../../src/adapters/postgres/connections/query-lists.ts'
import { questions } from '../../../src/adapters/postgres/ingest/batch-statements.ts'
import { openServiceStore } from '../../../src/adapters/postgres/open-store.ts'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { message, peopleEvents } from '../../support/content/events.ts'
import { until } from '../../support/eventually.ts'
import { openDatabase } from '../../support/process/postgres.ts'
import { seedChannel } from '../seed-channel.ts'
import { openBesideClient } from './beside-client.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')

test('storing events and indexing messages never deadlock', async (t) => {
  const { url, drop } = await openDatabase()
  const store = await openServiceStore({ url, defaults: { timezone: 'UTC', claim: 'first' }, pool: 6 })
  t.after(drop)
  // Channel numbers are in the opposite order of channel ids.
  const channels = ['C8', 'C7', 'C6', 'C5', 'C4', 'C3', 'C2', 'C1']
  for (const channelId of channels) await seedChannel(store, channelId, { owner: 'U1', subscribers: ['U1'] }, noon)
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
  await store.close()
  assert.equal(kept, rounds * channels.length)
  assert.equal((await readStatistics(url)).deadlocks, 0)
})

test('a locked channel delays only its own events', async (t) => {
  const { store, holder } = await openBesideHolder(t)
  const settled: string[] = []
  const say = async (channelId: string) => {
    const events = [message(channelId, noon, { from: 'U1' })]
    await store.write<'receive-events'>({ kind: 'receive-events', platform: 'test', unread: [], at: noon, events })
    settled.push(channelId)
  }
  const held = [say('C1')]
  await untilBlocked(holder)
  await say('C2')
  held.push(say('C1'))
  await say('C2')
  assert.deepEqual(settled, ['C2', 'C2'])
  await holder.query('rollback')
  await Promise.all(held)
  assert.deepEqual(settled, ['C2', 'C2', 'C1', 'C1'])
})

test('many people joining at once do not delay messages of another channel', async (t) => {
  const { store, holder } = await openBesideHolder(t)
  const settled: string[] = []
  const receive = async (events: IncomingEvent[]) => {
    await store.write<'receive-events'>({ kind: 'receive-events', platform: 'test', unread: [], at: noon, events })
    settled.push(...events.map(({ channel }) => channel.channelId))
  }
  const members = Array.from({ length: 50 }, (_, index) => `U-${index}`)
  const joining = receive(peopleEvents('C1', { members }, noon))
  await receive([message('C2', noon, { from: 'U1' })])
  assert.deepEqual(settled, ['C2'])
  await holder.query('rollback')
  await joining
})

test('however many writes wait for one channel, other channels still get a connection', async (t) => {
  const { store, holder } = await openBesideHolder(t)
  const settled: string[] = []
  const greet = async (channelId: string) => {
    await store.write<'greet-newcomers'>({ kind: 'greet-newcomers', at: noon, channelId })
    settled.push(channelId)
  }
  const waiting = Array.from({ length: 20 }, () => greet('C1'))
  await untilBlocked(holder)
  await greet('C2')
  assert.deepEqual(settled, ['C2'])
  await holder.query('rollback')
  await Promise.all(waiting)
})

/** Two channels. `holder` locks C1 until it rolls back. */
async function openBesideHolder(t: TestContext) {
  const { store, client: holder } = await openBesideClient(t)
  for (const channelId of ['C1', 'C2']) await seedChannel(store, channelId, { owner: 'U1', subscribers: ['U1'] }, noon)
  await holder.query('begin')
  await holder.query("select from channels where channel_id = 'C1' for update")
  return { store, holder }
}

test('an event is marked as seen only in a transaction, and only if all channels of its delivery are free', async (t) => {
  const { store, client, connect } = await openBesideClient(t)
  const other = await connect()
  for (const channel of ['C1', 'C2']) await seedChannel(store, channel, { owner: 'U1', subscribers: ['U1'] }, noon)
  /** Two deliveries: one of both channels, and one of the first. Returns the events that were marked. */
  const lock = async () => {
    const rows = await queryLists<{ event_id: string | null }>(
      client,
      questions.lock,
      ['C1', 'C2'],
      ['C1', 'C2'],
      ['C1', 'C2', 'C1'],
      ['E1', 'E2', 'E3'],
      [noon, noon, noon],
      [0, 0, 1],
    )
    return rows.flatMap((row) => row.event_id ?? []).sort()
  }
  assert.deepEqual(await lock(), [], 'not in a transaction, as when begin fails')
  await client.query('begin')
  assert.deepEqual(await lock(), [], 'the transaction has not begun to write')
  await client.query(questions.begun)
  await other.query("begin; select from channels where channel_id = 'C2' for update")
  assert.deepEqual(await lock(), ['E3'], 'the first delivery has a channel that someone else has locked')
  await other.query('rollback')
  assert.deepEqual(await lock(), ['E1', 'E2'], 'what is already marked is not new')
  await client.query('rollback')
})

test('a channel that someone else has locked delays only its own events', async (t) => {
  const { store, client: holder } = await openBesideClient(t)
  const free = Array.from({ length: 5 }, (_, index) => `C-free-${index}`)
  const held = Array.from({ length: 8 }, (_, index) => `C-held-${index}`)
  for (const channel of [...free, ...held])
    await seedChannel(store, channel, { owner: 'U1', subscribers: ['U1'] }, noon)
  const receive = (channel: string) =>
    store.write<'receive-events'>({
      kind: 'receive-events',
      platform: 'test',
      unread: [],
      at: noon,
      events: [message(channel, noon, { from: 'U1' })],
    })
  await holder.query("begin; select from channels where channel_id like 'C-held-%' order by channel for update")
  let waiting = held.length
  const late = held.map(async (channel) => {
    const receipt = await receive(channel)
    waiting--
    return receipt
  })
  // More of them wait than there are connections, and more than once.
  for (let round = 0; round < 3; round++) {
    assert.deepEqual(new Set((await Promise.all(free.map(receive))).map(({ fresh }) => fresh)), new Set([1]))
  }
  assert.equal(waiting, held.length, 'control: the others were really locked')
  await holder.query('rollback')
  assert.deepEqual(new Set((await Promise.all(late)).map(({ fresh }) => fresh)), new Set([1]))
})

for (const [name, isEarly, rollbacks] of [
  ['events that arrive for the first time are written without a rollback', false, 0],
  ['a message that meets an early edit is retried, and nothing is lost', true, 1],
] as const) {
  test(name, async (t) => {
    const { url, drop } = await openDatabase()
    const store = await openServiceStore({ url, defaults: { timezone: 'UTC', claim: 'first' }, pool: 6 })
    t.after(drop)
    await seedChannel(store, 'C1', { owner: 'U1', subscribers: ['U1'] }, noon)
    const receive = (...events: IncomingEvent[]) =>
      store.write<'receive-events'>({ kind: 'receive-events', platform: 'test', unread: [], at: noon, events })
    const said = Array.from({ length: 5 }, () => message('C1', noon, { from: 'U1' }))
    const [first] = said
    if (isEarly && first) {
      const { channel, messageId } = first
      const sender = { userId: 'U1' }
      await receive({
        kind: 'message-edited',
        eventId: 'edit',
        at: noon + 1,
        channel,
        messageId,
        sender,
        text: 'changed',
      })
    }
    const receipts = await Promise.all([...said, ...said].map((one) => receive(one)))
    const [channel] = await store.listAllChannels()
    await store.close()
    assert.equal(channel?.messages, 5)
    assert.equal(receipts.filter(({ fresh }) => fresh === 1).length, 5)
    assert.equal((await readStatistics(url)).rollbacks, rollbacks)
  })
}

async function untilBlocked(client: Client): Promise<void> {
  const blocked = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await until(async () => (await client.query(blocked)).rowCount !== 0, 'a command waits for a lock')
}

/** Waits until everyone else has disconnected, because a connection reports its statistics when it ends. */
async function readStatistics(url: string): Promise<{ deadlocks: number; rollbacks: number }> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const others = 'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
    await until(async () => (await client.query(others)).rowCount === 0, 'everyone else disconnects')
    const { rows } = await client.query(
      'select deadlocks, xact_rollback from pg_stat_database where datname = current_database()',
    )
    return { deadlocks: Number(rows[0]?.deadlocks), rollbacks: Number(rows[0]?.xact_rollback) }
  } finally {
    await client.end()
  }
}
