import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openForWriting } from '../../../src/adapters/sqlite/open-database.ts'
import { openServiceStore } from '../../../src/adapters/sqlite/open-store.ts'
import type { JobOutcome } from '../../../src/ports/commands/jobs.ts'
import type { Store } from '../../../src/ports/store.ts'
import { message } from '../../support/content/events.ts'
import { newFolder } from '../../support/process/process.ts'
import { seedChannel } from '../seed-channel.ts'

const defaults = { timezone: 'UTC', claim: 'first' } as const
const noon = Date.parse('2026-03-10T12:00:00Z')

test('the text and the reply token of a buried reply are in no file after the service has stopped', async () => {
  const dataDir = newFolder()
  await withStore(dataDir, async (store) => {
    await seedChannel(store, 'C1', { owner: 'U1' }, noon)
    for (const token of ['waitingtoken', 'senttoken', 'buriedtoken']) await ask(store, token)
    // One after the other, because the replies of a channel are sent one at a time.
    await settleReply(store, { kind: 'retry', runAt: noon + 60_000, reason: 'no answer' })
    await settleReply(store, { kind: 'done' })
    await settleReply(store, { kind: 'bury', reason: 'the right has expired' })
    assert.equal((await store.listBuriedJobs(10))[0]?.reason, 'the right has expired')
  })
  const text = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('')
  const tokens = [...text.matchAll(/[a-z]+token/g)].map(String)
  assert.deepEqual(tokens, ['waitingtoken'], 'only the one that is still waiting')
})

test('only the newest ten thousand buried jobs are kept', async () => {
  const dataDir = newFolder()
  await withStore(dataDir, (store) => seedChannel(store, 'C1', { owner: 'U1' }, noon))
  const connection = await openForWriting(dataDir)
  connection.exec(`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 10000)
    insert into jobs (channel, kind, detail, created_at, run_at, buried_at, reason)
    select 1, 'refresh-channel', '{}', 0, 0, n, 'number ' || n from numbers
  `)
  connection.close()
  await withStore(dataDir, async (store) => {
    for (const token of ['one', 'two']) {
      await ask(store, token)
      await settleReply(store, { kind: 'bury', reason: token })
    }
    const reasons = (await store.listBuriedJobs(20_000)).map(({ reason }) => reason)
    assert.equal(reasons.length, 10_000)
    assert.deepEqual(reasons.slice(0, 3), ['two', 'one', 'number 10000'])
    assert.equal(reasons.at(-1), 'number 3')
  })
})

async function withStore(dataDir: string, work: (store: Store) => Promise<void>): Promise<void> {
  const store = await openServiceStore({ dataDir, defaults })
  try {
    await work(store)
  } finally {
    await store.close()
  }
}

async function ask(store: Store, token: string): Promise<void> {
  const said = message('C1', noon, { from: 'U1', name: 'One', content: { type: 'text', text: '/help' } })
  const reply = { token, expiresAt: null, isOneUse: true, cost: 'free' } as const
  const events = [{ ...said, reply }]
  await store.write<'receive-events'>({ kind: 'receive-events', at: noon, platform: 'test', unread: [], events })
}

async function settleReply(store: Store, outcome: JobOutcome): Promise<void> {
  const lease = 'ours'
  const command = { kind: 'claim-jobs', at: noon, lease, leaseMs: 1000, limit: 1, kinds: ['send-reply'] } as const
  const [job] = await store.write<'claim-jobs'>(command)
  assert.ok(job)
  await store.write<'finish-job'>({ kind: 'finish-job', at: noon, jobId: job.jobId, lease, outcome })
}
