import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { message } from '../../support/content/events.ts'
import { seedChannel } from '../seed-channel.ts'
import { openBesideClient } from './beside-client.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')

test('jobs that end together: each needs its own lease, and one that is locked delays no other', async (t) => {
  const { store, client: other } = await openBesideClient(t)
  for (const channelId of ['C1', 'C2', 'C3'])
    await seedChannel(store, channelId, { owner: 'U1', subscribers: ['U1'] }, noon)
  const picture = { type: 'image' } as const
  const events = ['C1', 'C2', 'C3'].map((channelId) => ({
    ...message(channelId, noon, { from: 'U1', content: picture }),
    hasFile: true,
  }))
  await store.write<'receive-events'>({ kind: 'receive-events', platform: 'test', unread: [], at: noon, events })
  const claim = { kind: 'claim-jobs', at: noon, lease: 'mine', leaseMs: 60_000, limit: 3 } as const
  const jobs = await store.write<'claim-jobs'>({ ...claim, kinds: ['fetch-media'] })
  const [one, locked, lost] = jobs.map(({ jobId }) => jobId)
  assert.ok(one && locked && lost)
  const ended: number[] = []
  const finish = async (jobId: number, lease = 'mine') => {
    const about = { at: noon, jobId, jobKind: 'fetch-media', lease } as const
    await store.write<'finish-job'>({ kind: 'finish-job', ...about, outcome: { kind: 'done' } })
    ended.push(jobId)
  }
  await other.query('begin')
  await other.query('select from jobs where job_id = $1 for update', [locked])
  const waiting = finish(locked)
  await Promise.all([finish(one), finish(lost, 'of someone else')])
  await pause(50)
  assert.deepEqual(ended.toSorted(), [one, lost].toSorted())
  await other.query('commit')
  await waiting
  const { rows } = await other.query("select job_id::int as id, lease from jobs where kind = 'fetch-media'")
  assert.deepEqual(rows, [{ id: lost, lease: 'mine' }], 'it still belongs to the worker who claimed it')
})

test('while a job of a kind that runs one at a time runs, its queue is not due, however many wait', async (t) => {
  const { store, client } = await openBesideClient(t)
  await seedChannel(store, 'C1', { owner: 'U1', subscribers: ['U1'] }, noon)
  const detail = JSON.stringify({ kind: 'find-answer', channelId: 'C1' })
  await client.query(
    `insert into jobs (channel, kind, detail, created_at, run_at)
     select channel, 'find-answer', $1, $2::bigint, $2::bigint from channels, generate_series(1, 2)`,
    [detail, noon],
  )
  const listDue = async () => (await store.listDueKinds(noon)).filter((kind) => kind === 'find-answer')
  const claim = (lease: string) =>
    store.write<'claim-jobs'>({
      kind: 'claim-jobs',
      at: noon,
      lease,
      leaseMs: 20_000,
      limit: 8,
      kinds: ['find-answer'],
    })
  assert.deepEqual(await listDue(), ['find-answer'])
  const [first, ...others] = await claim('first')
  assert.deepEqual(others, [])
  const { rows } = await client.query("select next_at::float8 as at from job_queues where kind = 'find-answer'")
  assert.deepEqual(rows, [{ at: noon + 20_000 }])
  assert.deepEqual([await listDue(), await claim('too early')], [[], []])
  const about = { at: noon, jobId: first?.jobId ?? 0, jobKind: 'find-answer', lease: 'first' } as const
  await store.write<'finish-job'>({ kind: 'finish-job', ...about, outcome: { kind: 'done' } })
  assert.deepEqual(await listDue(), ['find-answer'])
  assert.equal((await claim('second')).length, 1)
})

test('a queue is written only if its next job changes', async (t) => {
  const { store, client } = await openBesideClient(t)
  await seedChannel(store, 'C1', { owner: 'U1', subscribers: ['U1'] }, noon)
  const event = { ...message('C1', noon, { from: 'U1', content: { type: 'image' } as const }), hasFile: true }
  await store.write<'receive-events'>({
    kind: 'receive-events',
    platform: 'test',
    unread: [],
    at: noon,
    events: [event],
  })
  const lease = { lease: 'mine', leaseMs: 60_000 }
  const claimed = await store.write<'claim-jobs'>({
    kind: 'claim-jobs',
    at: noon,
    ...lease,
    limit: 1,
    kinds: ['fetch-media'],
  })
  const held = claimed.map(({ jobId }) => ({ jobId, lease: 'mine' }))
  assert.equal(held.length, 1)
  const extend = (at: number) => store.write<'extend-leases'>({ kind: 'extend-leases', at, leaseMs: 60_000, held })
  const readQueue = async () => {
    const query = "select xmin::text as version, next_at::float8 as at from job_queues where kind = 'fetch-media'"
    return (await client.query<{ version: string; at: number }>(query)).rows[0]
  }
  const before = await readQueue()
  await extend(noon)
  assert.deepEqual(await readQueue(), before)
  await extend(noon + 10_000)
  assert.equal((await readQueue())?.at, noon + 70_000)
})
