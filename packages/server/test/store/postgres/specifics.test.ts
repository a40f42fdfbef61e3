import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { openCommandStore } from '../../../src/adapters/postgres/open-store.ts'
import type { Store } from '../../../src/ports/store.ts'
import { message } from '../../support/content/events.ts'
import { openDatabase } from '../../support/process/postgres.ts'
import { seedChannel } from '../seed-channel.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')

async function openTwo(t: {
  after(work: () => Promise<void>): void
}): Promise<{ url: string; one: Store; other: Store }> {
  const { url, drop } = await openDatabase()
  const open = () => openCommandStore({ url, defaults: { timezone: 'UTC', claim: 'first' }, pool: 5 })
  const [one, other] = await Promise.all([open(), open()])
  t.after(async () => {
    await Promise.all([one.close(), other.close()])
    await drop()
  })
  return { url, one, other }
}

test('two nodes that learn of a new channel at once create it once, and keep what both received', async (t) => {
  const { one, other } = await openTwo(t)
  for (let round = 0; round < 5; round++) {
    const channelId = `C-new-${round}`
    const say = (store: Store, index: number) =>
      store.write<'receive-events'>({
        kind: 'receive-events',
        platform: 'test',
        unread: [],
        at: noon,
        events: [message(channelId, noon + index, { id: `m${index}`, from: `U${index}` })],
      })
    const receipts = await Promise.all([0, 1, 2, 3].map((index) => say(index % 2 ? one : other, index)))
    assert.deepEqual(
      receipts.map(({ fresh }) => fresh),
      [1, 1, 1, 1],
    )
  }
  assert.equal((await one.listAllChannels()).length, 5)
})

test('concurrent writes of two nodes to one channel are all counted', async (t) => {
  const { one, other } = await openTwo(t)
  await seedChannel(one, 'C1', { owner: 'U1', subscribers: ['U1'] }, noon)
  const all = Array.from({ length: 200 }, (_, index) => index)
  await Promise.all(
    all.map((index) =>
      (index % 2 ? one : other).write<'receive-events'>({
        kind: 'receive-events',
        platform: 'test',
        unread: [],
        at: noon,
        events: [message('C1', noon, { id: `m${index}`, from: 'U1' })],
      }),
    ),
  )
  const [channel] = await one.listAllChannels()
  assert.equal(channel?.messages, 200)
})

test('a connection closed by the server is replaced, for reading, writing and listening', async (t) => {
  const { url, one, other } = await openTwo(t)
  await seedChannel(one, 'C1', { owner: 'U1' }, noon)
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
  assert.equal((await one.listAllChannels()).length, 1)
  const notified = new Promise<void>((resolve) => void one.onCommit(resolve))
  await untilDone(() => seedChannel(other, 'C2', { owner: 'U1' }, noon))
  await notified
  assert.equal((await one.listAllChannels()).length, 2)
})

/** A write that was under way when its connection ended is refused and can be repeated. */
async function untilDone(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await work()
      return
    } catch (error) {
      if (tries > 10) throw error
    }
  }
}

test('what a node sent to a webhook is not recorded after another node has taken over', async (t) => {
  const { one, other } = await openTwo(t)
  await seedChannel(one, 'C1', { owner: 'U1', subscribers: ['U1'] }, noon)
  const about = { channelId: 'C1', webhookId: 'w1', at: noon }
  await one.write<'create-webhook'>({
    ...about,
    kind: 'create-webhook',
    by: { kind: 'operator' },
    userId: 'U1',
    url: 'https://receiver.test/',
    events: ['message.created'],
    contents: 'thin',
  })
  const events = [message('C1', noon, { id: 'm1', from: 'U1' })]
  await one.write<'receive-events'>({ kind: 'receive-events', platform: 'test', unread: [], at: noon, events })
  const [busy] = await one.listWebhooksToPlan()
  assert.ok(busy)
  const planned = { event: 'message.created', subject: { messageId: 'm1' }, at: noon } as const
  await one.write<'plan-deliveries'>({
    ...about,
    kind: 'plan-deliveries',
    after: busy.changeNo,
    changeNo: busy.lastChange,
    events: [planned],
  })
  const turns: number[] = []
  for (const { nodes } of [one, other])
    await nodes?.unlessTaken('webhooks', async (turn) => void turns.push(await turn.number()))
  const [former = 0, current = 0] = turns
  assert.ok(former < current)
  const attempt = {
    no: 1,
    before: { attempts: 0, nextAt: noon },
    attempts: 1,
    nextAt: null,
    triedAt: noon,
    status: 204,
    failure: null,
    detail: '',
    answer: '',
    failingSince: null,
    failedAt: null,
  }
  const url = 'https://receiver.test/'
  const record = (turn: number) =>
    one.write<'record-delivery'>({ ...about, kind: 'record-delivery', url, attempt, pausedUntil: 0, turn })
  await assert.rejects(record(former), { name: 'LeaseLost' })
  assert.equal((await one.findNextDelivery('w1', noon))?.no, 1)
  await record(current)
  assert.equal(await one.findNextDelivery('w1', noon), undefined)
})
