import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchLateJobs } from '../../src/actions/jobs/late-jobs.ts'
import type { DueJobs } from '../../src/ports/records.ts'
import { message } from '../support/content/events.ts'
import { openJobHarness } from './job-harness.ts'

test('the store lists jobs that are due, and none that wait for later', async () => {
  const harness = await openJobHarness()
  const { store, clock } = harness
  await harness.channel('C1')
  const at = clock.now
  const events = [message('C1', at, { from: 'U-new' })]
  await store.write<'receive-events'>({ kind: 'receive-events', platform: 'fake', unread: [], at, events })
  const due = (await store.listDueJobs(at + 60_000)).filter(({ kind }) => kind === 'refresh-member')
  assert.equal(due.length, 1)
  assert.ok((due[0]?.due ?? 0) >= 1)
  assert.deepEqual(await store.listDueJobs(at - 86_400_000), [])
})

test('answers that wait for 10 seconds or expired cause warnings; other jobs may wait', async () => {
  let now = 1_000_000
  let jobs: DueJobs[] = []
  const late = watchLateJobs({ store: { listDueJobs: async () => jobs }, clock: () => now })
  jobs = [{ kind: 'fetch-media', due: 9, oldestDueAt: 0 }]
  await late.look()
  assert.deepEqual(late.warnings(), [])
  assert.deepEqual(late.queues(), [{ kind: 'fetch-media', due: 9, oldestSeconds: 1_000 }])
  jobs = [{ kind: 'find-answer', due: 7, oldestDueAt: now - 25_000 }]
  await late.look()
  assert.deepEqual(late.warnings(), ['Answers are late: 7 jobs are waiting, the oldest for 25 seconds'])
  jobs = []
  await late.look()
  late.noteJob('find-answer', { kind: 'done' })
  assert.deepEqual(late.warnings(), [])
  late.noteJob('find-answer', { kind: 'done', isTooLate: true })
  late.noteJob('send-reply', { kind: 'push-instead', reason: 'too late' })
  late.noteJob('fetch-media', { kind: 'bury', reason: 'gone', failure: 'expired' })
  assert.match(late.warnings()[0] ?? '', /^2 answers in the last 10 minutes were too late for a reply/)
  assert.deepEqual(late.figures(), { due: 0, oldestDueMs: 0, expired: 2 })
  now += 11 * 60_000
  await late.look()
  assert.deepEqual(late.warnings(), [])
})
