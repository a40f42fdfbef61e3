import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mostAttempts } from '../../src/domain/jobs/job.ts'
import { PlatformRefusal, PlatformSilence } from '../../src/domain/platforms/platform-errors.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import type { LanePlan } from '../../src/jobs/lane.ts'
import { joined } from '../support/content/chat-events.ts'
import { message } from '../support/content/events.ts'
import { hasDueJobs } from '../support/due-jobs.ts'
import { until } from '../support/eventually.ts'
import { type JobHarness, openJobHarness } from './job-harness.ts'
import type { ScriptedPlatform } from './scripted-platform.ts'

const oneHand: LanePlan[] = [{ kinds: ['refresh-member'], hands: 1, leaseMs: 60_000, limitMs: 50_000 }]

describe('every channel gets its turn', () => {
  test('a quiet channel does not wait for a hundred jobs of a busy one', async () => {
    const harness = await openJobHarness()
    const { platform } = harness
    await harness.channel('C-loud')
    await harness.channel('C-quiet')
    await arrive(harness, 'C-loud', 100)
    await arrive(harness, 'C-quiet', 1, 'quiet')
    harness.start({ lanes: oneHand })
    await harness.allDone()
    assert.equal(platform.asked.length, 101)
    assert.ok(platform.asked.indexOf('quiet1') <= 1, `it came at position ${platform.asked.indexOf('quiet1')}`)
  })

  test('downloads that hang do not delay replies', async () => {
    const harness = await openJobHarness()
    const { platform, outcomes, clock } = harness
    await harness.channel('C1', { owner: 'U1', subscribers: ['U1'] })
    platform.before.look = () => new Promise(() => {})
    const pictures = Array.from({ length: 50 }, () => message('C1', clock.now, { content: { type: 'image' } }))
    await harness.receive(...pictures.map((event) => ({ ...event, hasFile: true })))
    await harness.askForHelp('C1', 'r1')
    harness.start()
    await harness.until(() => outcomes.length === 1)
    assert.deepEqual(platform.said, ['r1'])
  })
})

describe('failed jobs are retried, but not forever', () => {
  test('without a response a job is retried at growing intervals, then buried with the last reason', async () => {
    const harness = await openJobHarness()
    const { platform, clock, outcomes } = harness
    await harness.channel('C1')
    let tries = 0
    platform.before.look = () => {
      throw new PlatformSilence(`try ${++tries}`)
    }
    await arrive(harness, 'C1', 1)
    const worker = harness.start()
    for (let attempt = 1; attempt < mostAttempts['refresh-member']; attempt++) {
      await harness.until(() => outcomes.length === attempt)
      assert.equal(await hasDueJobs(harness.store, clock.now + 1_000 * 2 ** (attempt - 1) - 1), false, 'not yet')
      clock.now += 1_000 * 2 ** (attempt - 1)
      worker.wake()
    }
    await harness.allDone()
    assert.equal(tries, mostAttempts['refresh-member'])
    assert.deepEqual(await harness.buried(), [
      `refresh-member: the platform did not answer: try ${tries} (tried ${tries} times)`,
    ])
  })

  test('a permanent refusal buries a job at once; a rate limit does not', async () => {
    const harness = await openJobHarness()
    const { platform, outcomes } = harness
    await harness.channel('C1')
    platform.before.look = (id) => {
      if (id === 'U1') throw new PlatformRefusal('quota', 'You have reached your monthly limit.')
      if (id === 'U2') throw new PlatformRefusal('too-fast', 'The API rate limit has been exceeded')
    }
    await arrive(harness, 'C1', 2)
    harness.start()
    await harness.until(() => outcomes.length === 2)
    assert.deepEqual(outcomes.toSorted(), ['refresh-member bury', 'refresh-member retry'])
    assert.deepEqual(await harness.buried(), [
      'refresh-member: the platform refused: You have reached your monthly limit.',
    ])
  })

  test('a bug is logged once, with the id of its job, and the job is retried', async () => {
    const harness = await openJobHarness()
    const { platform, clock, outcomes, logged } = harness
    await harness.channel('C1')
    const bug = new TypeError('undefined is not a function')
    platform.before.look = () => {
      if (outcomes.length === 0) throw bug
    }
    await arrive(harness, 'C1', 1)
    const worker = harness.start()
    await harness.until(() => outcomes.length === 1)
    clock.now += 1_000
    worker.wake()
    await harness.allDone()
    assert.deepEqual(outcomes, ['refresh-member retry', 'refresh-member done'])
    const errors = logged.filter(({ level }) => level === 'error')
    assert.deepEqual(errors, [
      { level: 'error', about: { err: bug, jobId: 1, kind: 'refresh-member', channelId: 'C1' }, text: 'a job failed' },
    ])
  })

  test('a call that never ends is treated like a missing response', async () => {
    const harness = await openJobHarness()
    const { platform, outcomes } = harness
    await harness.channel('C1')
    platform.before.look = () => new Promise(() => {})
    await arrive(harness, 'C1', 1)
    harness.start({ lanes: oneHand.map((lane) => ({ ...lane, limitMs: 1 })) })
    await harness.until(() => outcomes.length === 1)
    assert.deepEqual(outcomes, ['refresh-member retry'])
  })

  test('a channel on a platform that this service is not connected to is reported to the operator', async () => {
    const harness = await openJobHarness()
    await harness.channel('C1')
    await arrive(harness, 'C1', 1)
    harness.start({ connectors: new Map() })
    // It may be connected in a moment.
    for (const tries of [1, 2]) {
      await harness.until(() => harness.outcomes.length === tries)
      harness.clock.now += 3_000
    }
    await harness.allDone()
    assert.deepEqual(await harness.buried(), [
      "refresh-member: this service is not connected to the channel's platform (test)",
    ])
  })
})

describe('jobs are done whatever happens to the process', () => {
  test('a job that a dead process began is done by the next one when the lease expires', async () => {
    const harness = await openJobHarness()
    const { platform, clock, outcomes } = harness
    await harness.channel('C1')
    const begun = hangOnLookup(platform)
    await arrive(harness, 'C1', 1)
    const first = harness.startMortal()
    await begun
    first.kill()
    platform.before = {}
    assert.equal(await hasDueJobs(harness.store, clock.now + 59_999), false, 'no one else can claim it before')
    clock.now += 60_000
    harness.start()
    await harness.allDone()
    assert.deepEqual(outcomes, ['refresh-member done'])
  })

  test('a process that was frozen for longer than its lease changes nothing when it goes on', async () => {
    const harness = await openJobHarness()
    const { platform, clock, outcomes, store, logged } = harness
    await harness.channel('C1')
    const asked = Promise.withResolvers<void>()
    const thaw = Promise.withResolvers<void>()
    let lookups = 0
    platform.before.look = async () => {
      if (++lookups > 1) return
      asked.resolve()
      await thaw.promise
      platform.profiles.set('U1', { name: 'Name at the wrong time' })
    }
    await arrive(harness, 'C1', 1)
    harness.start()
    await asked.promise
    clock.now += 60_000
    const other = harness.start()
    await harness.until(() => outcomes.length === 1)
    await other.stop()

    thaw.resolve()
    const wasDiscarded = () => logged.some(({ text }) => text.includes('its result is discarded'))
    await until(wasDiscarded, 'the late result is discarded', { everyMs: 5 })
    assert.deepEqual(outcomes, ['refresh-member done'], 'only one of the two has an outcome')
    const channelNo = await store.findChannelNo('C1')
    assert.ok(channelNo)
    const names = (await store.listMembers(channelNo, undefined)).map(({ displayName }) => displayName)
    assert.deepEqual(names, ['Name of U1'])
  })

  test('a live process keeps a long job to itself, and a dead one does not', async () => {
    const harness = await openJobHarness()
    const { platform, clock, outcomes, store } = harness
    await harness.channel('C1')
    const begun = hangOnLookup(platform)
    await arrive(harness, 'C1', 1)
    const lanes = oneHand.map((lane) => ({ ...lane, limitMs: 600_000, extendEveryMs: 5 }))
    const first = harness.startMortal({ lanes })
    await begun
    for (let lease = 0; lease < 3; lease++) {
      clock.now += 59_000
      await until(async () => !(await hasDueJobs(store, clock.now + 59_000)), 'the lease is extended', { everyMs: 5 })
    }
    first.kill()
    platform.before = {}
    clock.now += 60_000
    harness.start()
    await harness.allDone()
    assert.deepEqual(outcomes, ['refresh-member done'])
  })

  test('a stop in the middle of many jobs loses none and does none twice', async () => {
    const harness = await openJobHarness()
    const { platform, outcomes } = harness
    await harness.channel('C1')
    await arrive(harness, 'C1', 200)
    const first = harness.start({ graceMs: 10_000 })
    await harness.until(() => outcomes.length >= 20)
    await first.stop()
    const countDone = () => outcomes.filter((outcome) => outcome === 'refresh-member done').length
    const before = countDone()
    const { waitingJobs } = await harness.store.getBacklog()
    assert.ok(before < 200, 'control: there were jobs left')
    assert.equal(before + waitingJobs, 200)
    harness.start()
    await harness.allDone()
    assert.equal(countDone(), 200)
    assert.equal(platform.asked.length, 200)
    assert.equal(new Set(platform.asked).size, 200)
  })

  test('a stop does not wait for a call that hangs, and its job is due at once', async () => {
    const harness = await openJobHarness()
    const { platform, outcomes } = harness
    await harness.channel('C1')
    const begun = hangOnLookup(platform)
    await arrive(harness, 'C1', 1)
    const first = harness.start({ graceMs: 1 })
    await begun
    await first.stop()
    assert.deepEqual(outcomes, ['refresh-member retry'])
    platform.before = {}
    harness.start()
    await harness.allDone()
    assert.deepEqual(outcomes, ['refresh-member retry', 'refresh-member done'])
  })

  test('one query for due jobs serves all lanes, however often they are woken', async () => {
    const harness = await openJobHarness()
    const { store } = harness
    let queries = 0
    const first = Promise.withResolvers<void>()
    const listDueKinds: typeof store.listDueKinds = async (at) => {
      if (++queries === 1) await first.promise
      return await store.listDueKinds(at)
    }
    const worker = harness.start({ store: { ...store, listDueKinds } })
    for (let call = 0; call < 100; call++) worker.wake()
    await until(() => queries > 0, 'the first query begins', { everyMs: 0 })
    await new Promise(setImmediate)
    assert.equal(queries, 1)
    first.resolve()
    await worker.stop()
    assert.ok(queries <= 2, `${queries} queries`)
  })

  test('while the store does not respond jobs wait, and then resume by themselves', async () => {
    const harness = await openJobHarness()
    const { store, outcomes, logged } = harness
    await harness.channel('C1')
    await arrive(harness, 'C1', 1)
    let asked = 0
    const listDueKinds: typeof store.listDueKinds = (at) =>
      ++asked <= 2 ? Promise.reject(new Error('gone')) : store.listDueKinds(at)
    const worker = harness.start({ store: { ...store, listDueKinds } })
    for (let call = 0; call < 100; call++) worker.wake()
    await harness.allDone()
    assert.deepEqual(outcomes, ['refresh-member done'])
    assert.deepEqual(
      logged.map(({ level, text }) => `${level} ${text}`),
      ['warn the store is not available; jobs wait until it is', 'info the store is available again; resuming jobs'],
    )
  })

  test('a job whose result the store cannot save does not count an attempt, and is not logged as a bug', async () => {
    const harness = await openJobHarness()
    const { store, outcomes, logged } = harness
    await harness.channel('C1')
    await arrive(harness, 'C1', 1)
    let refused = 0
    const write = ((command: Parameters<typeof store.write>[0]) => {
      if (command.kind !== 'record-member' || ++refused > 1) return store.write(command)
      return Promise.reject(new Refusal('unavailable', 'the disk is full'))
    }) as typeof store.write
    const worker = harness.start({ store: { ...store, write } })
    await harness.until(() => outcomes.length === 1)
    harness.clock.now += 10_000
    worker.wake()
    await harness.allDone()
    assert.deepEqual(outcomes, ['refresh-member give-back', 'refresh-member done'])
    assert.deepEqual(logged, [])
  })

  test('an outcome that the store did not save is written when it responds again', async () => {
    const harness = await openJobHarness()
    const { store, platform, outcomes } = harness
    await harness.channel('C1')
    await arrive(harness, 'C1', 1)
    let refused = 0
    const write = ((command: Parameters<typeof store.write>[0]) => {
      if (command.kind === 'finish-job' && ++refused <= 2) return Promise.reject(new Error('the disk is full'))
      return store.write(command)
    }) as typeof store.write
    harness.start({ store: { ...store, write } })
    await harness.allDone()
    assert.deepEqual(outcomes, ['refresh-member done'])
    assert.equal(platform.asked.length, 1)
  })
})

/** People join whose names the platform does not send. Each of them is a job. */
async function arrive(
  harness: Pick<JobHarness, 'receive' | 'platform' | 'clock'>,
  channelId: string,
  count: number,
  prefix = 'U',
) {
  for (let index = 1; index <= count; index++) {
    const userId = `${prefix}${index}`
    harness.platform.profiles.set(userId, { name: `Name of ${userId}` })
    const event = joined(channelId, harness.clock.now, userId)
    // With a channel name, no other job is planned.
    event.channel.name = channelId
    await harness.receive(event)
  }
}

/** From now on, lookups on the platform get no response. Resolves at the first one. */
function hangOnLookup(platform: ScriptedPlatform): Promise<void> {
  const begun = Promise.withResolvers<void>()
  platform.before.look = () => {
    begun.resolve()
    return new Promise(() => {})
  }
  return begun.promise
}
