import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClaimedJob } from '../../../../src/ports/commands/jobs.ts'
import { hasDueJobs } from '../../../support/due-jobs.ts'
import { noon, type OpenStore, shareStoreWorld } from '../../store-world.ts'
import { jobMoves, subjects } from './job-moves.ts'

const done = { kind: 'done' } as const

export function jobsSuite(open: OpenStore): void {
  const world = shareStoreWorld(open)
  const { claim, finish, quietChannel, planLooks, planChannelLook, planReply } = jobMoves(world)

  test('a claimed job has everything its worker needs, and is gone when it is done', async () => {
    const channel = await quietChannel()
    assert.equal(await hasDueJobs(world.store, noon), false)
    await planLooks(channel, ['U-a'], noon + 5)
    assert.equal(await hasDueJobs(world.store, noon + 4), false)
    assert.equal(await hasDueJobs(world.store, noon + 5), true)
    assert.deepEqual(await claim({ at: noon + 4 }), [])
    const [job, ...others] = await claim({ at: noon + 5 })
    assert.ok(job)
    const { jobId, lease, ...rest } = job
    const { channelNo } = await world.look(channel)
    assert.deepEqual(rest, {
      job: { kind: 'refresh-member', channelId: channel, userId: 'U-a' },
      attempts: 1,
      createdAt: noon + 5,
      channel: {
        channelNo,
        channelId: channel,
        chatId: channel,
        type: 'group',
        platform: 'test',
        isActive: true,
        pausedUntil: null,
      },
    })
    assert.deepEqual(others, [])
    await finish(job, done)
    assert.equal(await hasDueJobs(world.store, noon + 10 * 60_000), false)
    assert.deepEqual(await world.store.getBacklog(), {
      waitingJobs: 0,
      buriedJobs: 0,
      unreadEvents: 0,
      oldestWaitingAt: null,
    })
  })

  test('a job planned by a refused write does not exist', async () => {
    const channel = await quietChannel()
    const userIds = ['U-a', null as unknown as string]
    await assert.rejects(planLooks(channel, userIds))
    assert.equal(await hasDueJobs(world.store, noon), false)
  })

  test('jobs held by a dead service are due again as soon as the next one starts, with their attempts counted', async () => {
    const channel = await quietChannel()
    await planLooks(channel, ['U-a'])
    const [held] = await claim({ at: noon })
    assert.ok(held)
    assert.deepEqual(await claim({ at: noon }), [], 'control: while it is alive, no one else gets the job')
    assert.equal(await world.store.hasHeldJobs(), true)
    await world.store.write<'release-jobs'>({ kind: 'release-jobs' })
    assert.equal(await world.store.hasHeldJobs(), false)
    const [again] = await claim({ at: noon })
    assert.equal(again?.attempts, 2)
    await finish(held, done)
    assert.equal((await world.store.getBacklog()).waitingJobs, 1, 'a released lease can no longer finish the job')
    await finish(again, done)
  })

  test('a job survives the store being closed', async () => {
    const channel = await quietChannel()
    await planLooks(channel, ['U-a'])
    await world.reopen()
    assert.deepEqual(subjects(await claim()), ['U-a'])
  })

  test('a leased job belongs to one worker, and is due again when the lease expires', async () => {
    const channel = await quietChannel()
    await planLooks(channel, ['U-a'])
    const [first] = await claim({ leaseMs: 1000 })
    assert.ok(first)
    assert.deepEqual(await claim({ at: noon + 999 }), [])
    assert.equal(await hasDueJobs(world.store, noon + 999), false)
    assert.equal(await hasDueJobs(world.store, noon + 1000), true)
    const [second] = await claim({ at: noon + 1000 })
    assert.ok(second)
    assert.deepEqual([second.jobId, second.attempts], [first.jobId, 2])

    await finish(first, done)
    await finish(first, { kind: 'bury', reason: 'too late' })
    assert.equal((await world.store.getBacklog()).waitingJobs, 1, 'a lost lease cannot finish the job')
    await finish(second, done)
    assert.equal((await world.store.getBacklog()).waitingJobs, 0)
  })

  test('an extended lease keeps others away for longer; a lost lease cannot be extended', async () => {
    const channel = await quietChannel()
    await planLooks(channel, ['U-a'])
    const [first] = await claim({ leaseMs: 1000 })
    assert.ok(first)
    const extend = (job: { jobId: number; lease: string }, at: number) =>
      world.store.write<'extend-leases'>({
        kind: 'extend-leases',
        at,
        leaseMs: 1000,
        held: [{ jobId: job.jobId, lease: job.lease }],
      })
    await extend(first, noon + 900)
    assert.equal(await hasDueJobs(world.store, noon + 1899), false)
    assert.deepEqual(await claim({ at: noon + 1899 }), [])
    const [second] = await claim({ at: noon + 1900, leaseMs: 1000 })
    assert.equal(second?.jobId, first.jobId)
    await extend(first, noon + 2800)
    const [third] = await claim({ at: noon + 2900 })
    assert.equal(third?.jobId, first.jobId, "the other worker's lease was not extended")
    await finish(third, done)
  })

  test('an expired lease still counts until another worker claims the job', async () => {
    const channel = await quietChannel()
    await planLooks(channel, ['U-a'])
    const [job] = await claim({ leaseMs: 1000 })
    assert.ok(job)
    await finish(job, done, noon + 5000)
    assert.deepEqual(await claim({ at: noon + 5000 }), [])
  })

  test('workers that claim at the same time never get the same job', async () => {
    const channel = await quietChannel()
    const people = Array.from({ length: 60 }, (_, index) => `U-${index}`)
    await planLooks(channel, people)
    const claimed: ClaimedJob[] = []
    // A claim skips queues that another claim has locked, so it can come back empty and is repeated.
    for (let round = 0; round < people.length && claimed.length < people.length; round++) {
      const claims = await Promise.all(Array.from({ length: 10 }, () => claim({ limit: 7 })))
      assert.ok(claims.flat().length > 0, 'every round claims at least one job')
      claimed.push(...claims.flat())
    }
    assert.deepEqual(new Set(subjects(claimed)), new Set(people))
    assert.equal(claimed.length, people.length)
  })

  test('a retry is due at its time, and counts as an attempt', async () => {
    const channel = await quietChannel()
    await planLooks(channel, ['U-a'])
    const [first] = await claim()
    assert.ok(first)
    await finish(first, { kind: 'retry', runAt: noon + 500, reason: 'no answer' })
    assert.deepEqual(await claim({ at: noon + 499 }), [])
    const [second] = await claim({ at: noon + 500 })
    assert.equal(second?.attempts, 2)
    assert.equal(second?.createdAt, noon)
  })

  test('a job that is given back does not count as an attempt', async () => {
    const channel = await quietChannel()
    await planLooks(channel, ['U-a'])
    const [first] = await claim()
    assert.ok(first)
    await finish(first, { kind: 'give-back', runAt: noon + 1 })
    assert.equal((await claim({ at: noon + 1 }))[0]?.attempts, 1)
  })

  test('a job given back for later is due when the same job was planned for an earlier time', async () => {
    const channel = await quietChannel()
    await planChannelLook(channel)
    const [first] = await claim()
    assert.ok(first)
    await planChannelLook(channel, noon + 10)
    await finish(first, { kind: 'give-back', runAt: noon + 100_000 })
    assert.deepEqual(await claim({ at: noon + 9 }), [])
    const due = await claim({ at: noon + 10 })
    assert.deepEqual(
      due.map(({ jobId, attempts }) => [jobId, attempts]),
      [[first.jobId, 1]],
      'one job serves both',
    )
  })

  test('only the requested kinds of jobs are handed out', async () => {
    const channel = await quietChannel()
    await planLooks(channel, ['U-a'])
    await planReply(channel, 'r1')
    assert.deepEqual(await claim({ kinds: ['fetch-media', 'leave-channel'] }), [])
    assert.deepEqual(subjects(await claim({ kinds: ['fetch-media', 'refresh-member'] })), ['U-a'])
    assert.deepEqual(subjects(await claim({ kinds: ['send-reply'] })), ['r1'])
  })

  test('the same job is planned once while it waits, and again while it runs', async () => {
    const channel = await quietChannel()
    await planChannelLook(channel)
    await planChannelLook(channel)
    const [first, ...others] = await claim()
    assert.ok(first)
    assert.deepEqual(others, [])
    await planChannelLook(channel)
    await planChannelLook(channel)
    const again = await claim()
    assert.equal(again.length, 1, 'the running job may have looked before the change')
    assert.notEqual(again[0]?.jobId, first.jobId)
  })

  test('a retry covers the same job planned in the meantime, and keeps its delay', async () => {
    const channel = await quietChannel()
    await planChannelLook(channel)
    const [first] = await claim()
    assert.ok(first)
    await planChannelLook(channel)
    await finish(first, { kind: 'retry', runAt: noon + 8000, reason: 'no answer' })
    await planChannelLook(channel, noon + 1)
    assert.deepEqual(await claim({ at: noon + 7999 }), [])
    const jobs = await claim({ at: noon + 8000 })
    assert.deepEqual(
      jobs.map(({ attempts }) => attempts),
      [2],
    )
  })

  test('a buried job is listed with its reason, newest first, and never handed out again', async () => {
    const channel = await quietChannel()
    await planLooks(channel, ['U-a', 'U-b'])
    const [first, second] = await claim()
    assert.ok(first && second)
    await finish(first, { kind: 'bury', reason: 'the platform does not know them' }, noon + 1)
    await finish(second, { kind: 'bury', reason: 'no answer'.repeat(1000) }, noon + 2)
    const buried = await world.store.listBuriedJobs(10)
    assert.deepEqual(
      buried.map(({ jobId, kind, channelId, buriedAt }) => ({ jobId, kind, channelId, buriedAt })),
      [
        { jobId: second.jobId, kind: 'refresh-member', channelId: channel, buriedAt: noon + 2 },
        { jobId: first.jobId, kind: 'refresh-member', channelId: channel, buriedAt: noon + 1 },
      ],
    )
    assert.equal(buried[1]?.reason, 'the platform does not know them')
    assert.match(buried[0]?.reason ?? '', /^(no answer)+/)
    assert.ok((buried[0]?.reason.length ?? 0) <= 500)
    assert.equal((await world.store.listBuriedJobs(1)).length, 1)
    assert.deepEqual(await claim({ at: noon + 10 * 60_000 }), [])
    const { waitingJobs, buriedJobs } = await world.store.getBacklog()
    assert.deepEqual([waitingJobs, buriedJobs], [0, 2])
    await finish(first, done)
    assert.equal((await world.store.getBacklog()).buriedJobs, 2, 'a buried job cannot be finished')
  })

  test('a buried job does not prevent the same job from being planned', async () => {
    const channel = await quietChannel()
    await planChannelLook(channel)
    const [first] = await claim()
    assert.ok(first)
    await finish(first, { kind: 'bury', reason: 'given up' })
    await planChannelLook(channel)
    assert.equal((await claim()).length, 1)
  })

  test('the backlog shows how many jobs wait and since when', async () => {
    const channel = await quietChannel()
    await planLooks(channel, ['U-a'], noon + 1)
    await planLooks(channel, ['U-b', 'U-c'], noon + 2)
    await claim({ limit: 1, at: noon + 3 })
    const { waitingJobs, oldestWaitingAt } = await world.store.getBacklog()
    assert.deepEqual([waitingJobs, oldestWaitingAt], [3, noon + 1])
  })
}
