import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasDueJobs } from '../../../support/due-jobs.ts'
import { isSoak } from '../../../support/soak.ts'
import { noon, type OpenStore, shareStoreWorld } from '../../store-world.ts'
import { jobMoves, subjects } from './job-moves.ts'

const done = { kind: 'done' } as const

export function jobOrderSuite(open: OpenStore): void {
  const world = shareStoreWorld(open)
  const { claim, finish, quietChannel, planLooks, planReply } = jobMoves(world)
  const crowd = (name: string, size: number) => Array.from({ length: size }, (_, index) => `${name}${index}`)
  const quietChannels = async (): Promise<[string, string, string]> => [
    await quietChannel(),
    await quietChannel(),
    await quietChannel(),
  ]

  test('within a channel the oldest job comes first', async () => {
    const channel = await quietChannel()
    await planLooks(channel, ['late'], noon + 2)
    await planLooks(channel, ['early', 'next'], noon + 1)
    assert.deepEqual(subjects(await claim({ at: noon + 2 })), ['early', 'next', 'late'])
  })

  test('one claim takes one job of each channel before a second job of any', async () => {
    const [a, b, c] = await quietChannels()
    await planLooks(a, crowd('a', isSoak ? 1_000 : 40))
    await planLooks(b, crowd('b', 2), noon + 1)
    await planLooks(c, crowd('c', 1), noon + 2)
    const taken = subjects(await claim({ at: noon + 2, limit: 6 }))
    assert.deepEqual(new Set(taken.slice(0, 3)), new Set(['a0', 'b0', 'c0']))
    assert.deepEqual(new Set(taken.slice(3, 5)), new Set(['a1', 'b1']))
    assert.deepEqual(taken.slice(5), ['a2'])
  })

  test('successive claims rotate through the channels: many jobs in one channel do not delay the others', async () => {
    const [a, b, c] = await quietChannels()
    await planLooks(a, crowd('a', isSoak ? 1_000 : 40))
    const take = async () => {
      const [job] = await claim({ at: noon + 5, limit: 1 })
      assert.ok(job)
      await finish(job, done)
      return job.channel.channelId
    }
    assert.equal(await take(), a)
    await planLooks(b, crowd('b', 3), noon + 1)
    await planLooks(c, crowd('c', 3), noon + 2)
    const rounds = [await take(), await take(), await take(), await take(), await take(), await take()]
    assert.deepEqual(new Set(rounds.slice(0, 3)), new Set([a, b, c]))
    assert.deepEqual(new Set(rounds.slice(3)), new Set([a, b, c]))
  })

  test('a channel that gets many replies does not wait longer for its other jobs', async () => {
    const [a, b] = await quietChannels()
    await planLooks(a, crowd('a', 10))
    await planLooks(b, crowd('b', 10))
    const taken: string[] = []
    for (let round = 0; round < 4; round++) {
      await planReply(b, `reply ${round}`)
      const [reply] = await claim({ limit: 1, kinds: ['send-reply'] })
      assert.ok(reply)
      await finish(reply, done)
      taken.push(...subjects(await claim({ limit: 1, kinds: ['refresh-member'] })))
    }
    assert.deepEqual(taken.toSorted(), ['a0', 'a1', 'b0', 'b1'])
  })

  test('what is claimed together has its own limits and leases, and none holds up another', async () => {
    const [a, b] = await quietChannels()
    await planLooks(a, crowd('a', isSoak ? 1_000 : 40))
    await planLooks(b, crowd('b', 2), noon + 1)
    for (const token of ['r1', 'r2']) await planReply(a, token, noon + 2)
    await planReply(b, 'r3', noon + 2)
    const replies = { kinds: ['send-reply'], limit: 8, leaseMs: 1_000 } as const
    const taken = subjects(await claim({ at: noon + 2, limit: 3, kinds: ['refresh-member'], also: [replies] }))
    assert.deepEqual(taken.slice(0, 3).toSorted(), ['a0', 'a1', 'b0'])
    assert.deepEqual(taken.slice(3).toSorted(), ['r1', 'r3'])
    // Only their leases have expired.
    const again = subjects(await claim({ at: noon + 1_002, limit: 1, kinds: ['refresh-member'], also: [replies] }))
    assert.deepEqual(again.slice(1).toSorted(), ['r1', 'r3'])
    assert.equal(again.includes('a0') || again.includes('b0'), false)
  })

  test('a reply goes before everything else that waits in its channel', async () => {
    const channel = await quietChannel()
    await planLooks(channel, crowd('U-', isSoak ? 100 : 20))
    await planReply(channel, 'r1', noon + 1)
    assert.deepEqual(subjects(await claim({ at: noon + 1, limit: 2 })), ['r1', 'U-0'])
  })

  test('the replies of a channel are sent one at a time, in order; other channels do not wait for them', async () => {
    const [a, b] = await quietChannels()
    for (const token of ['a1', 'a2', 'a3']) await planReply(a, token)
    await planReply(b, 'b1')
    const first = await claim()
    assert.deepEqual(subjects(first).toSorted(), ['a1', 'b1'])
    assert.deepEqual(await claim({ at: noon + 1 }), [], 'a2 waits for a1')
    assert.equal(await hasDueJobs(world.store, noon + 1), false)
    for (const job of first) await finish(job, done)
    const [second, ...others] = await claim()
    assert.ok(second)
    assert.deepEqual([...subjects([second]), ...subjects(others)], ['a2'])
    await finish(second, { kind: 'bury', reason: 'the right has expired' })
    assert.deepEqual(subjects(await claim()), ['a3'])
  })

  test('a reply whose worker died comes before those that waited for it', async () => {
    const channel = await quietChannel()
    await planReply(channel, 'r1')
    await planReply(channel, 'r2')
    assert.deepEqual(subjects(await claim({ leaseMs: 1000 })), ['r1'])
    const [again, ...others] = await claim({ at: noon + 1000 })
    assert.ok(again)
    assert.deepEqual([...subjects([again]), ...subjects(others)], ['r1'])
    await finish(again, done)
    assert.deepEqual(subjects(await claim({ at: noon + 1000 })), ['r2'])
  })

  test('a reply waiting for a retry does not hold up the replies after it', async () => {
    const channel = await quietChannel()
    await planReply(channel, 'r1')
    await planReply(channel, 'r2')
    const [first] = await claim()
    assert.ok(first)
    await finish(first, { kind: 'retry', runAt: noon + 30_000, reason: 'no answer' })
    const [second] = await claim()
    assert.ok(second)
    assert.deepEqual(subjects([second]), ['r2'])
    await finish(second, done)
    assert.deepEqual(subjects(await claim({ at: noon + 30_000 })), ['r1'])
  })
}
