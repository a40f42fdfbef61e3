import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openJobHarness } from './job-harness.ts'

test('a send whose job was lost ends as unknown, whatever else waits in the channel', async () => {
  const harness = await openJobHarness()
  const { store, clock, environment: place } = harness
  await harness.channel('C1', { owner: 'U-owner' })
  await harness.teach('C1')
  await harness.askForHours('C1', 'r1')
  clock.now += 1
  await harness.askForHours('C1', 'r2')
  await place.withSql((sql) => sql.run("delete from jobs where kind = 'send-reply' and detail like '%r1%'"))
  clock.now += 24 * 60 * 60_000
  await store.write<'delete-expired'>({ kind: 'delete-expired', at: clock.now, ceilingDays: null, limit: 100 })
  assert.deepEqual(await harness.said('C1'), ['answer unknown by reply', 'answer waiting by reply'])
})

test('an answer that may have been sent is announced as a change once its outcome can no longer be known', async () => {
  const harness = await openJobHarness()
  const { store, clock, environment: place } = harness
  const people = { owner: 'U-owner', subscribers: ['U-owner'] }
  await harness.channel('C-read', people)
  await harness.channel('C-unread', { owner: 'U-owner' })
  const lastOf = async (channelId: string) => {
    const channelNo = (await store.findChannelNo(channelId)) ?? 0
    return { channelNo, last: (await store.findLastChange(channelNo)) ?? 0 }
  }
  for (const channelId of ['C-read', 'C-unread']) {
    await harness.teach(channelId)
    await harness.askForHours(channelId, `r-${channelId}`)
  }
  const before = { read: await lastOf('C-read'), unread: await lastOf('C-unread') }
  await place.withSql((sql) => sql.run("delete from jobs where kind = 'send-reply'"))
  clock.now += 24 * 60 * 60_000
  const cleanUp = { kind: 'delete-expired', at: clock.now, ceilingDays: null, limit: 100 } as const
  await store.write<'delete-expired'>(cleanUp)
  const { channelNo, last } = before.read
  const [announced, ...more] = (await store.listChanges(channelNo, last, 10)).map(({ change }) => change)
  assert.ok(announced?.kind === 'said')
  assert.deepEqual(more, [])
  const [answer] = await store.listTimelineAnswers(channelNo, [announced.sendId])
  assert.equal(answer?.what, 'answer')
  assert.deepEqual(await lastOf('C-unread'), before.unread, 'without a backup there is no one to notify')
  await store.write<'delete-expired'>(cleanUp)
  assert.equal((await lastOf('C-read')).last, last + 1, 'once')
})
