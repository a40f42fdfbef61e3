import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PlatformRefusal, PlatformSilence } from '../../src/ports/connector.ts'
import { botRemoved } from '../support/chat-events.ts'
import { message } from '../support/events.ts'
import { openWorkshop } from './workshop.ts'

describe('a reply is neither lost nor doubled', () => {
  test('a reply is said once, and then forgotten', async () => {
    const { platform, store, ...shop } = await furnished()
    await shop.askForHelp('C1', 'r1')
    shop.start()
    await shop.allDone()
    assert.deepEqual(platform.said, ['r1'])
    assert.deepEqual(await shop.buried(), [])
  })

  test('when the platform took it and its answer was lost, it is not said again', async () => {
    const { platform, clock, outcomes, ...shop } = await furnished()
    platform.afterSend = () => {
      throw new PlatformSilence('the connection broke')
    }
    await shop.askForHelp('C1', 'r1')
    const worker = shop.start()
    await shop.until(() => outcomes.length === 1)
    clock.now += 1_000
    worker.wake()
    await shop.allDone()
    assert.deepEqual(outcomes, ['send-reply retry', 'send-reply done'])
    assert.deepEqual(platform.said, ['r1'])
    assert.deepEqual(await shop.buried(), [])
  })

  test('when the platform was silent and had not taken it, it is said at the next try', async () => {
    const { platform, clock, outcomes, ...shop } = await furnished()
    platform.before.send = () => {
      if (outcomes.length === 0) throw new PlatformSilence('no route')
    }
    await shop.askForHelp('C1', 'r1')
    const worker = shop.start()
    await shop.until(() => outcomes.length === 1)
    assert.deepEqual(platform.said, [], 'the control: the first try had no effect')
    clock.now += 1_000
    worker.wake()
    await shop.allDone()
    assert.deepEqual(platform.said, ['r1'])
  })

  test('a right that was spent before the first try is a failure that the operator sees', async () => {
    const { platform, ...shop } = await furnished()
    platform.before.send = () => {
      throw new PlatformRefusal('reply-right-spent', 'Invalid reply token')
    }
    await shop.askForHelp('C1', 'r1')
    shop.start()
    await shop.allDone()
    assert.deepEqual(await shop.buried(), ['send-reply: the platform refused: Invalid reply token'])
  })

  test('a try that was refused as too fast is not taken for one that may have arrived', async () => {
    const { platform, clock, outcomes, ...shop } = await furnished()
    platform.before.send = () => {
      if (outcomes.length === 0) throw new PlatformRefusal('too-fast', 'Too many requests')
      throw new PlatformRefusal('reply-right-spent', 'Invalid reply token')
    }
    await shop.askForHelp('C1', 'r1')
    const worker = shop.start()
    await shop.until(() => outcomes.length === 1)
    clock.now += 1_000
    worker.wake()
    await shop.allDone()
    assert.deepEqual(outcomes, ['send-reply give-back', 'send-reply bury'])
  })

  for (const wasTaken of [true, false]) {
    const when = wasTaken ? 'after the platform took the reply' : 'before the platform had the reply'
    test(`a process that died ${when} leaves exactly one in the chat`, async () => {
      const { platform, clock, outcomes, ...shop } = await furnished()
      const arrived = Promise.withResolvers<void>()
      const never = () => {
        arrived.resolve()
        return new Promise<void>(() => {})
      }
      if (wasTaken) platform.afterSend = never
      else platform.before.send = never
      await shop.askForHelp('C1', 'r1')
      const first = shop.startMortal()
      await arrived.promise
      first.kill()
      platform.afterSend = undefined
      platform.before = {}

      clock.now += 19_000
      const second = shop.start()
      await shop.askForHelp('C2', 'other')
      second.wake()
      await shop.until(() => outcomes.length === 1)
      assert.deepEqual(platform.said, wasTaken ? ['r1', 'other'] : ['other'], 'not before its lease ran out')
      clock.now += 1_000
      second.wake()
      await shop.allDone()
      assert.deepEqual(platform.said.toSorted(), ['other', 'r1'])
      assert.deepEqual(await shop.buried(), [])
    })
  }
})

describe('a reply has its time and place', () => {
  test('after the right has ended nothing is said, and the reason is there to read', async () => {
    const { platform, clock, ...shop } = await furnished()
    await shop.askForHelp('C1', 'r1')
    clock.now += 58_000
    shop.start()
    await shop.allDone()
    assert.deepEqual(platform.said, [])
    assert.deepEqual(await shop.buried(), ['send-reply: the right to reply ended before the platform could be reached'])
  })

  test('in a channel that the bot has left nothing is said', async () => {
    const { platform, clock, ...shop } = await furnished()
    await shop.askForHelp('C1', 'r1')
    await shop.receive(botRemoved('C1', clock.now))
    shop.start()
    await shop.allDone()
    assert.deepEqual(platform.said, [])
    assert.deepEqual(await shop.buried(), ['send-reply: the channel is disabled, so nothing is said in it'])
  })

  test('one chat hears one reply at a time, and no other chat waits for it', async () => {
    const { platform, outcomes, ...shop } = await furnished()
    const gate = Promise.withResolvers<void>()
    let atOnce = 0
    let most = 0
    platform.before.send = async (token) => {
      if (!token.startsWith('slow')) return
      most = Math.max(most, ++atOnce)
      await gate.promise
      atOnce--
    }
    for (const token of ['slow1', 'slow2', 'slow3']) await shop.askForHelp('C1', token)
    await shop.askForHelp('C2', 'quick')
    shop.start()
    await shop.until(() => outcomes.length === 1)
    assert.deepEqual(platform.said, ['quick'])
    gate.resolve()
    await shop.allDone()
    assert.deepEqual(platform.said, ['quick', 'slow1', 'slow2', 'slow3'])
    assert.equal(most, 1)
  })
})

describe('the bot leaves when its owner says so', () => {
  for (const isThere of [true, false]) {
    test(isThere ? 'after it has said goodbye' : 'and that it is gone already is no failure', async () => {
      const shop = await openWorkshop()
      const { platform, clock } = shop
      await shop.channel('C1', { owner: 'U1' })
      if (!isThere) platform.connector.leave = () => Promise.reject(new PlatformRefusal('not-found', 'Not found'))
      const content = { type: 'text', text: '/leave' } as const
      const reply = { token: 'bye', expiresAt: clock.now + 58_000, isOneUse: true, cost: 'free' } as const
      await shop.receive({ ...message('C1', clock.now, { from: 'U1', name: 'Una', content }), reply })
      const worker = shop.start()
      await shop.until(() => shop.outcomes.length === 1)
      assert.deepEqual([platform.said, platform.left], [['bye'], []])
      clock.now += 60_000
      worker.wake()
      await shop.allDone()
      assert.deepEqual(platform.left, isThere ? ['C1'] : [])
      assert.deepEqual(await shop.buried(), [])
    })
  }
})

async function furnished() {
  const shop = await openWorkshop()
  await shop.channel('C1')
  await shop.channel('C2')
  return shop
}
