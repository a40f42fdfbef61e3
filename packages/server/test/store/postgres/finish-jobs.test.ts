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
