import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PlatformRefusal, PlatformSilence } from '../../src/domain/platforms/platform-errors.ts'
import type { Store } from '../../src/ports/store.ts'
import { botRemoved } from '../support/content/chat-events.ts'
import { message } from '../support/content/events.ts'
import { openJobHarness } from './job-harness.ts'

describe('a reply is neither lost nor sent twice', () => {
  test('a reply is sent once, and then forgotten', async () => {
    const { platform, store, ...harness } = await openSeeded()
    await harness.askForHelp('C1', 'r1')
    harness.start()
    await harness.allDone()
    assert.deepEqual(platform.said, ['r1'])
    assert.deepEqual(await harness.buried(), [])
  })

  test('a reply that the platform accepted without responding is not sent again', async () => {
    const { platform, clock, outcomes, ...harness } = await openSeeded()
    platform.afterSend = () => {
      throw new PlatformSilence('the connection broke')
    }
    await harness.askForHelp('C1', 'r1')
    const worker = harness.start()
    await harness.until(() => outcomes.length === 1)
    clock.now += 1_000
    worker.wake()
    await harness.allDone()
    assert.deepEqual(outcomes, ['send-reply retry', 'send-reply done'])
    assert.deepEqual(platform.said, ['r1'])
    assert.deepEqual(await harness.buried(), [])
  })

  test('a reply that the platform neither accepted nor responded to is sent on the next attempt', async () => {
    const { platform, clock, outcomes, ...harness } = await openSeeded()
    platform.before.send = () => {
      if (outcomes.length === 0) throw new PlatformSilence('no route')
    }
    await harness.askForHelp('C1', 'r1')
    const worker = harness.start()
    await harness.until(() => outcomes.length === 1)
    assert.deepEqual(platform.said, [], 'control: the first attempt had no effect')
    clock.now += 1_000
    worker.wake()
    await harness.allDone()
    assert.deepEqual(platform.said, ['r1'])
  })

  test('a right to reply that was used before the first attempt is a failure that the operator sees', async () => {
    const { platform, ...harness } = await openSeeded()
    platform.before.send = () => {
      throw new PlatformRefusal('reply-right-spent', 'Invalid reply token')
    }
    await harness.askForHelp('C1', 'r1')
    harness.start()
    await harness.allDone()
    assert.deepEqual(await harness.buried(), ['send-reply: the platform refused: Invalid reply token'])
  })

  test('an attempt that was refused as too fast does not count as one that may have arrived', async () => {
    const { platform, clock, outcomes, ...harness } = await openSeeded()
    platform.before.send = () => {
      if (outcomes.length === 0) throw new PlatformRefusal('too-fast', 'Too many requests')
      throw new PlatformRefusal('reply-right-spent', 'Invalid reply token')
    }
    await harness.askForHelp('C1', 'r1')
    const worker = harness.start()
    await harness.until(() => outcomes.length === 1)
    clock.now += 1_000
    worker.wake()
    await harness.allDone()
    assert.deepEqual(outcomes, ['send-reply give-back', 'send-reply bury'])
  })

  for (const wasTaken of [true, false]) {
    const when = wasTaken ? 'after the platform accepted the reply' : 'before the platform received the reply'
    test(`a process that died ${when} leaves exactly one reply in the chat`, async () => {
      const { platform, clock, outcomes, ...harness } = await openSeeded()
      const arrived = Promise.withResolvers<void>()
      const never = () => {
        arrived.resolve()
        return new Promise<void>(() => {})
      }
      if (wasTaken) platform.afterSend = never
      else platform.before.send = never
      await harness.askForHelp('C1', 'r1')
      const first = harness.startMortal()
      await arrived.promise
      first.kill()
      platform.afterSend = undefined
      platform.before = {}

      clock.now += 19_000
      const second = harness.start()
      await harness.askForHelp('C2', 'other')
      second.wake()
      await harness.until(() => outcomes.length === 1)
      assert.deepEqual(platform.said, wasTaken ? ['r1', 'other'] : ['other'], 'not before its lease expires')
      clock.now += 1_000
      second.wake()
      await harness.allDone()
      assert.deepEqual(platform.said.toSorted(), ['other', 'r1'])
      assert.deepEqual(await harness.buried(), [])
    })
  }
})

describe('when and where a reply is sent', () => {
  test('after the right has expired nothing is sent, and the reason is recorded', async () => {
    const { platform, clock, ...harness } = await openSeeded()
    await harness.askForHelp('C1', 'r1')
    clock.now += 58_000
    harness.start()
    await harness.allDone()
    assert.deepEqual(platform.said, [])
    assert.deepEqual(await harness.buried(), [
      'send-reply: the reply token expired before the platform could be reached',
    ])
  })

  test('nothing is sent in a channel that the bot has left', async () => {
    const { platform, clock, ...harness } = await openSeeded()
    await harness.askForHelp('C1', 'r1')
    await harness.receive(botRemoved('C1', clock.now))
    harness.start()
    await harness.allDone()
    assert.deepEqual(platform.said, [])
    assert.deepEqual(await harness.buried(), ['send-reply: the channel is disabled, so nothing is sent to it'])
  })

  test('a chat gets one reply at a time, and no other chat waits for it', async () => {
    const { platform, outcomes, ...harness } = await openSeeded()
    const gate = Promise.withResolvers<void>()
    let atOnce = 0
    let highest = 0
    platform.before.send = async (token) => {
      if (!token.startsWith('slow')) return
      highest = Math.max(highest, ++atOnce)
      await gate.promise
      atOnce--
    }
    for (const token of ['slow1', 'slow2', 'slow3']) await harness.askForHelp('C1', token)
    await harness.askForHelp('C2', 'quick')
    harness.start()
    await harness.until(() => outcomes.length === 1)
    assert.deepEqual(platform.said, ['quick'])
    gate.resolve()
    await harness.allDone()
    assert.deepEqual(platform.said, ['quick', 'slow1', 'slow2', 'slow3'])
    assert.equal(highest, 1)
  })
})

describe('every send ends as sent, refused or unknown', () => {
  const spent = new PlatformRefusal('reply-right-spent', 'Invalid reply token')
  const silent = new PlatformSilence('no route')
  const none = new PlatformRefusal('forbidden', 'Not for this account')
  const cases: { name: string; errors: (PlatformRefusal | PlatformSilence)[]; ends: string }[] = [
    { name: 'an answer that the platform accepts', errors: [], ends: 'sent by reply' },
    { name: 'one that arrived on the second attempt', errors: [silent], ends: 'sent by reply' },
    { name: 'one whose first attempt had arrived', errors: [silent, spent], ends: 'sent by reply' },
    { name: 'one whose right was already used', errors: [spent], ends: 'refused by reply: no-token' },
    { name: 'one that the platform refuses', errors: [none], ends: 'refused by reply: platform' },
    {
      name: 'one that is refused after an attempt without a response',
      errors: [silent, none],
      ends: 'unknown by reply',
    },
    { name: 'one that got no response', errors: Array.from({ length: 9 }, () => silent), ends: 'unknown by reply' },
  ]
  for (const { name, errors, ends } of cases) {
    test(name, async () => {
      const { platform, clock, store, outcomes, ...harness } = await openSeeded()
      await harness.teach('C1')
      const open = [...errors]
      platform.before.send = () => {
        const error = open.shift()
        if (error) throw error
      }
      await harness.askForHours('C1', 'r1')
      const worker = harness.start()
      for (let tries = 1; (await store.getBacklog()).waitingJobs > 0; tries++) {
        await harness.until(() => outcomes.length === tries)
        clock.now += 4_000
        worker.wake()
      }
      assert.deepEqual(await harness.said('C1'), [`answer ${ends}`])
      const isSent = ends.startsWith('sent')
      assert.equal(await answersCounted(store), isSent ? 1 : 0)
      const { rules } = await rulesOf(store)
      assert.equal(rules[0]?.hits, 1)
      assert.equal(rules[0]?.lastFailure === null, isSent)
    })
  }

  test('an answer that cannot be sent is recorded too, and no attempt is made', async () => {
    const { platform, store, ...harness } = await openSeeded()
    await harness.teach('C1', { allowPush: true })
    await harness.askForHours('C1', null)
    harness.start()
    await harness.allDone()
    assert.deepEqual(await harness.said('C1'), ['answer refused by reply: no-token'])
    assert.deepEqual(
      [platform.said, platform.keys],
      [[], []],
      'not pushed either, though that is allowed: another bot controls the chat',
    )
    assert.match((await rulesOf(store)).rules[0]?.lastFailure?.reason ?? '', /does not allow a reply/)
  })

  test('a reply planned by an earlier version is sent, though it is in no send log', async () => {
    const { platform, clock, environment: place, ...harness } = await openSeeded()
    await harness.askForHelp('C1', 'r1')
    const reply = { token: 'r1', expiresAt: clock.now + 58_000, isOneUse: true, cost: 'free' }
    const old = { kind: 'send-reply', channelId: 'C1', reply, texts: ['One', 'Two'] }
    await place.withSql(async (sql) => {
      await sql.run("update jobs set detail = ? where kind = 'send-reply'", JSON.stringify(old))
      await sql.run('delete from sends')
    })
    harness.start()
    await harness.allDone()
    assert.deepEqual(platform.said, ['r1'])
    assert.deepEqual(platform.speeches, [['One', 'Two']])
  })

  test('a send whose job is gone does not wait forever', async () => {
    const { clock, store, environment: place, ...harness } = await openSeeded()
    await harness.askForHelp('C1', 'r1')
    await harness.askForHelp('C2', 'r2')
    const cleanUp = () =>
      store.write<'delete-expired'>({ kind: 'delete-expired', at: clock.now, ceilingDays: null, limit: 10 })
    await cleanUp()
    assert.deepEqual(await harness.said('C1'), ['command waiting by reply'], 'control: its job waits')
    await place.withSql((sql) => sql.run("delete from jobs where detail like '%C1%'"))
    clock.now += 3 * 60 * 60_000
    await cleanUp()
    assert.deepEqual(await harness.said('C1'), ['command unknown by reply'])
    assert.deepEqual(await harness.said('C2'), ['command waiting by reply'])
  })
})

describe('the bot leaves when its owner says so', () => {
  for (const isThere of [true, false]) {
    test(isThere ? 'after it has said goodbye' : 'and it is not a failure if it is already gone', async () => {
      const harness = await openJobHarness()
      const { platform, clock } = harness
      await harness.channel('C1', { owner: 'U1' })
      if (!isThere) platform.connector.leave = () => Promise.reject(new PlatformRefusal('not-found', 'Not found'))
      const content = { type: 'text', text: '/leave yes' } as const
      const reply = { token: 'bye', expiresAt: clock.now + 58_000, isOneUse: true, cost: 'free' } as const
      await harness.receive({ ...message('C1', clock.now, { from: 'U1', name: 'Una', content }), reply })
      const worker = harness.start()
      await harness.until(() => harness.outcomes.length === 1)
      assert.deepEqual([platform.said, platform.left], [['bye'], []])
      clock.now += 60_000
      worker.wake()
      await harness.allDone()
      assert.deepEqual(platform.left, isThere ? ['C1'] : [])
      assert.deepEqual(await harness.buried(), [])
    })
  }
})

async function openSeeded() {
  const harness = await openJobHarness()
  await harness.channel('C1', { owner: 'U-owner' })
  await harness.channel('C2')
  return harness
}

const day = '2026-03-10'

/** How many answers the owner of C1 sees. */
async function answersCounted(store: Store): Promise<number> {
  const used = await store.listUsageOf({ userId: 'U-owner', limit: null }, { from: day, to: day })
  return used.reduce((sum, { autoReplies }) => sum + autoReplies, 0)
}

async function rulesOf(store: Store) {
  const channelNo = (await store.findChannelNo('C1')) ?? 0
  return { rules: (await store.listRules(channelNo, undefined)).map(({ rule }) => rule) }
}
