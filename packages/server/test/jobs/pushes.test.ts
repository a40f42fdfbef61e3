import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PlatformRefusal, PlatformSilence } from '../../src/domain/platforms/platform-errors.ts'
import type { ClaimedJob } from '../../src/ports/commands/jobs.ts'
import type { Store } from '../../src/ports/store.ts'
import { botAdded, botRemoved, joined } from '../support/content/chat-events.ts'
import { type JobHarness, openJobHarness } from './job-harness.ts'

const allowed = { allowPush: true }

describe('a push replaces a reply', () => {
  test('whose right expired unused, if the owner allows it', async () => {
    const harness = await openSeeded(allowed)
    const { platform } = harness
    await missTheRight(harness)
    await harness.allDone()
    assert.deepEqual([...platform.pushed.values()], ['C1'])
    assert.deepEqual(await harness.said('C1'), ['answer sent by push'])
    assert.deepEqual(await harness.buried(), [])
  })

  test('only if the owner allows it', async () => {
    const harness = await openSeeded({ allowPush: false })
    const { platform } = harness
    await missTheRight(harness)
    await harness.allDone()
    assert.deepEqual(platform.keys, [])
    assert.deepEqual(await harness.said('C1'), ['answer refused by reply: expired'])
    assert.deepEqual(await harness.buried(), [
      'send-reply: the reply token expired before the platform could be reached',
    ])
  })

  test('also if the platform was too busy until the right expired', async () => {
    const harness = await openSeeded(allowed)
    const { platform, clock, outcomes } = harness
    platform.before.send = () => {
      clock.now += 57_900
      throw new PlatformRefusal('too-fast', 'Too many requests')
    }
    await harness.askForHours('C1', 'r1')
    harness.start()
    await harness.allDone()
    assert.deepEqual(outcomes, ['send-reply push-instead', 'push-message done'])
    assert.deepEqual(await harness.said('C1'), ['answer sent by push'])
  })

  test('never if an attempt may have arrived', async () => {
    const harness = await openSeeded(allowed)
    const { platform, clock, outcomes } = harness
    platform.afterSend = () => {
      throw new PlatformSilence('the connection broke')
    }
    await harness.askForHours('C1', 'r1')
    const worker = harness.start()
    await harness.until(() => outcomes.length === 1)
    clock.now += 58_000
    worker.wake()
    await harness.allDone()
    assert.deepEqual([platform.said, platform.keys], [['r1'], []], 'it arrived once')
    assert.deepEqual(await harness.said('C1'), ['answer unknown by reply'])
  })

  test('never after a crash during the attempt', async () => {
    const harness = await openSeeded(allowed)
    const { platform, clock } = harness
    const arrived = Promise.withResolvers<void>()
    platform.afterSend = () => {
      arrived.resolve()
      return new Promise<void>(() => {})
    }
    await harness.askForHours('C1', 'r1')
    const first = harness.startMortal()
    await arrived.promise
    first.kill()
    platform.afterSend = undefined
    clock.now += 60_000
    harness.start()
    await harness.allDone()
    assert.deepEqual([platform.said, platform.keys], [['r1'], []])
    assert.deepEqual(await harness.said('C1'), ['answer unknown by reply'])
  })

  test('control: a sender that forgets its first attempt would send it twice', async () => {
    const harness = await openSeeded(allowed)
    const { platform, clock, store } = harness
    platform.afterSend = () => {
      throw new PlatformSilence('the connection broke')
    }
    const write = (async (command) => {
      const result = await store.write(command)
      if (command.kind !== 'claim-jobs') return result
      return (result as ClaimedJob[]).map((claimed) => ({ ...claimed, attempts: 1 }))
    }) as Store['write']
    await harness.askForHours('C1', 'r1')
    const worker = harness.start({ store: { ...store, write } })
    await harness.until(() => harness.outcomes.length === 1)
    platform.afterSend = undefined
    clock.now += 58_000
    worker.wake()
    await harness.allDone()
    assert.deepEqual([platform.said.length, platform.pushed.size], [1, 1])
  })

  test('never if the right was already used, by anyone', async () => {
    const harness = await openSeeded(allowed)
    const { platform } = harness
    platform.before.send = () => {
      throw new PlatformRefusal('reply-right-spent', 'Invalid reply token')
    }
    await harness.askForHours('C1', 'r1')
    harness.start()
    await harness.allDone()
    assert.deepEqual(platform.keys, [])
    assert.deepEqual(await harness.said('C1'), ['answer refused by reply: no-token'])
  })

  test('not for an answer that nobody waits for any more', async () => {
    const harness = await openSeeded(allowed)
    const { platform } = harness
    await missTheRight(harness, 600_000)
    await harness.allDone()
    assert.deepEqual(platform.keys, [])
    assert.deepEqual(await harness.said('C1'), ['answer refused by reply: expired'])
  })

  test('not in a channel that the bot has left', async () => {
    const harness = await openSeeded(allowed)
    const { platform, clock } = harness
    await harness.askForHours('C1', 'r1')
    await harness.receive(botRemoved('C1', clock.now))
    clock.now += 58_000
    harness.start()
    await harness.allDone()
    assert.deepEqual(platform.keys, [])
    assert.deepEqual(await harness.said('C1'), ['answer refused by reply: channel-disabled'])
  })

  test('but fails with a reason on a platform without pushes', async () => {
    const harness = await openSeeded(allowed)
    const { platform } = harness
    delete platform.connector.pushes
    await missTheRight(harness)
    await harness.allDone()
    assert.deepEqual(await harness.said('C1'), ['answer refused by push: no-token'])
  })
})

describe('a push arrives once', () => {
  for (const wasTaken of [true, false]) {
    test(`when the platform did not respond and had ${wasTaken ? '' : 'not '}accepted it`, async () => {
      const harness = await openSeeded(allowed)
      const { platform, clock, outcomes } = harness
      const fail = () => {
        if (platform.keys.length === 1) throw new PlatformSilence('time is up')
      }
      if (wasTaken) platform.afterSend = fail
      else platform.before.push = fail
      const worker = await missTheRight(harness)
      await harness.until(() => outcomes.includes('push-message retry'))
      clock.now += 1_000
      worker.wake()
      await harness.allDone()
      assert.equal(platform.keys.length, 2)
      assert.equal(new Set(platform.keys).size, 1, 'under one key')
      assert.equal(platform.pushed.size, 1)
      assert.deepEqual(await harness.said('C1'), ['answer sent by push'])
    })
  }

  test('when the process died after the platform accepted it', async () => {
    const harness = await openSeeded(allowed)
    const { platform, clock } = harness
    const arrived = Promise.withResolvers<void>()
    platform.afterSend = () => {
      arrived.resolve()
      return new Promise<void>(() => {})
    }
    await harness.askForHours('C1', 'r1')
    clock.now += 58_000
    const first = harness.startMortal()
    await arrived.promise
    first.kill()
    platform.afterSend = undefined
    clock.now += 20_000
    harness.start()
    await harness.allDone()
    assert.equal(platform.keys.length, 2)
    assert.equal(platform.pushed.size, 1)
    assert.deepEqual(await harness.said('C1'), ['answer sent by push'])
  })

  test('control: with a new key for each attempt it would arrive twice', async () => {
    const harness = await openSeeded(allowed)
    const { platform, clock, outcomes } = harness
    const { pushes } = platform.connector
    assert.ok(pushes)
    const { send } = pushes
    let tries = 0
    pushes.send = (channel, speech, key) => send(channel, speech, `${key} ${++tries}`)
    platform.afterSend = () => {
      if (tries === 1) throw new PlatformSilence('time is up')
    }
    const worker = await missTheRight(harness)
    await harness.until(() => outcomes.includes('push-message retry'))
    clock.now += 1_000
    worker.wake()
    await harness.allDone()
    assert.equal(platform.pushed.size, 2)
  })

  test('later, when the platform asks us to slow down', async () => {
    const harness = await openSeeded(allowed)
    const { platform, clock, outcomes } = harness
    platform.before.push = () => {
      if (platform.keys.length === 1) throw new PlatformRefusal('too-fast', 'Too many requests')
    }
    const worker = await missTheRight(harness)
    await harness.until(() => outcomes.includes('push-message give-back'))
    clock.now += 5_000
    worker.wake()
    await harness.allDone()
    assert.deepEqual(await harness.said('C1'), ['answer sent by push'])
  })
})

describe('pushes stay within the budget', () => {
  test('with nothing left, a push is refused without a request, and replies still work', async () => {
    const harness = await openSeeded(allowed)
    const { platform } = harness
    platform.budget = { limit: 5, used: 5 }
    await missTheRight(harness)
    await harness.allDone()
    assert.deepEqual(platform.keys, [])
    await harness.askForHours('C1', 'r2')
    harness.start()
    await harness.allDone()
    assert.deepEqual(platform.said, ['r2'])
    assert.deepEqual(await harness.said('C1'), ['answer refused by push: quota', 'answer sent by reply'])
  })

  test('every member of a chat counts, and so do pushes since the budget was fetched', async () => {
    const harness = await openSeeded(allowed)
    const { platform, clock } = harness
    platform.memberCount = 4
    platform.budget = { limit: 10, used: 1 }
    const counted = platform.budget
    const worker = await missTheRight(harness, 58_000, 3)
    await harness.allDone()
    assert.deepEqual((await harness.said('C1')).toSorted(), [
      'answer refused by push: quota',
      'answer sent by push',
      'answer sent by push',
    ])
    assert.deepEqual([platform.keys.length, platform.budgetAsked], [2, 1])
    // The limit is raised. The platform is asked again after a few minutes.
    counted.limit = 100
    for (const sinceMs of [0, 300_000]) {
      clock.now += sinceMs
      await harness.askForHours('C1', `later ${sinceMs}`)
      clock.now += 58_000
      worker.wake()
      await harness.allDone()
    }
    assert.deepEqual((await harness.said('C1')).slice(3), ['answer refused by push: quota', 'answer sent by push'])
    assert.equal(platform.budgetAsked, 2)
  })

  test('when the platform says that nothing is left, we trust it, and ask again before the next push', async () => {
    const harness = await openSeeded(allowed)
    const { platform } = harness
    platform.budget = { limit: 100, used: 0 }
    platform.before.push = () => {
      platform.budget = { limit: 100, used: 100 }
    }
    await missTheRight(harness, 58_000, 1)
    await harness.allDone()
    await harness.askForHours('C1', 'again')
    await missTheRight(harness, 58_000, 0)
    await harness.allDone()
    assert.deepEqual(await harness.said('C1'), ['answer refused by push: quota', 'answer refused by push: quota'])
    assert.deepEqual([platform.keys.length, platform.budgetAsked], [1, 2])
  })

  test('a budget that cannot be fetched delays the push, and does not lose it', async () => {
    const harness = await openSeeded(allowed)
    const { platform, clock, outcomes } = harness
    const { pushes } = platform.connector
    assert.ok(pushes)
    const { getBudget } = pushes
    platform.budget = { limit: 5, used: 4 }
    pushes.getBudget = () => Promise.reject(new PlatformSilence('no route'))
    const worker = await missTheRight(harness)
    await harness.until(() => outcomes.includes('push-message give-back'))
    assert.deepEqual(platform.keys, [])
    pushes.getBudget = getBudget
    clock.now += 5_000
    worker.wake()
    await harness.allDone()
    assert.deepEqual(await harness.said('C1'), ['answer sent by push'])
  })

  for (const silent of ['the budget', 'the number of members'] as const) {
    test(`when ${silent} could not be fetched at first, it still counts afterwards`, async () => {
      const harness = await openSeeded(allowed)
      const { platform, clock, outcomes } = harness
      platform.budget = { limit: 5, used: silent === 'the budget' ? 5 : 3 }
      const { pushes } = platform.connector
      assert.ok(pushes)
      const { getBudget } = pushes
      if (silent === 'the budget') pushes.getBudget = () => Promise.reject(new PlatformSilence('no route'))
      else platform.memberCount = new PlatformSilence('no route')
      const worker = await missTheRight(harness)
      await harness.until(() => outcomes.includes('push-message give-back'))
      pushes.getBudget = getBudget
      platform.memberCount = 3
      clock.now += 5_000
      worker.wake()
      await harness.allDone()
      assert.deepEqual(platform.keys, [], 'no push was attempted')
      assert.deepEqual(await harness.said('C1'), ['answer refused by push: quota'])
    })
  }
})

describe('nothing is pushed long after its cause', () => {
  const minute = 60_000
  const cases: [lateMs: number, pushed: number][] = [
    [59 * minute, 1],
    [10 * 24 * 60 * minute, 0],
  ]
  for (const [lateMs, pushed] of cases) {
    test(`a notice and a welcome, ${lateMs / minute} minutes late`, async () => {
      const harness = await openSeeded(allowed)
      const { platform, clock, store } = harness
      const head = { by: { kind: 'operator' }, at: clock.now, channelId: 'C1' } as const
      const change = { enabled: true, message: 'Welcome!' }
      await store.write<'change-welcome'>({ kind: 'change-welcome', ...head, change })
      const right = (token: string) => ({ token, expiresAt: clock.now + 58_000, isOneUse: true, cost: 'free' }) as const
      await harness.receive({ ...joined('C1', clock.now, 'U-kim', 'Kim'), reply: right('join') })
      await harness.receive({ ...botAdded('C1', clock.now), reply: right('invite') })
      clock.now += lateMs
      harness.start()
      await harness.allDone()
      assert.equal(platform.keys.length, 2 * pushed)
      const end = pushed ? 'sent by push' : 'refused by reply: expired'
      assert.deepEqual((await harness.said('C1')).toSorted(), [`notice ${end}`, `welcome ${end}`])
    })
  }
})

async function openSeeded(settings: { allowPush: boolean }): Promise<JobHarness> {
  const harness = await openJobHarness()
  await harness.channel('C1', { owner: 'U-owner' })
  await harness.teach('C1', settings)
  return harness
}

/** Asks for the hours, and starts a worker only after the rights to reply have expired. */
async function missTheRight(
  { askForHours, clock, start }: Pick<JobHarness, 'askForHours' | 'clock' | 'start'>,
  lateMs = 58_000,
  times = 1,
) {
  for (let time = 0; time < times; time++) await askForHours('C1', `missed ${time}`)
  clock.now += lateMs
  return start()
}
