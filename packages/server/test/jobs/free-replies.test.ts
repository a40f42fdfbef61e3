import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PlatformRefusal, PlatformSilence } from '../../src/domain/platforms/platform-errors.ts'
import { joined } from '../support/content/chat-events.ts'
import { type JobHarness, openJobHarness } from './job-harness.ts'

/** As on platforms where the bot can speak whenever it wants. */
const free = { isOneUse: false, expiresAt: null }

describe('on a platform where replies need no token', () => {
  test('a reply without a response is not sent again, and the log says that it is unknown', async () => {
    const { requests, ...harness } = await openFree()
    harness.platform.afterSend = () => {
      throw new PlatformSilence('the connection broke')
    }
    await harness.askForHelp('C1', 'r1', free)
    harness.start()
    await harness.allDone()
    assert.deepEqual(requests, ['r1'])
    assert.deepEqual(await harness.said('C1'), ['command unknown by reply'])
  })

  test('a process that died while it was sending leaves one request, and the log says that it is unknown', async () => {
    const { requests, ...harness } = await openFree()
    const arrived = Promise.withResolvers<void>()
    harness.platform.afterSend = () => {
      arrived.resolve()
      return new Promise(() => {})
    }
    await harness.askForHelp('C1', 'r1', free)
    const mortal = harness.startMortal()
    await arrived.promise
    mortal.kill()
    harness.platform.afterSend = undefined
    harness.clock.now += 60_000
    harness.start()
    await harness.allDone()
    assert.deepEqual(requests, ['r1'])
    assert.deepEqual(await harness.said('C1'), ['command unknown by reply'])
  })

  test('a reply that certainly was not sent is sent later, however often the platform could not be reached', async () => {
    const { requests, ...harness } = await openFree()
    let isAway = true
    harness.platform.before.send = () => {
      if (isAway) throw new PlatformSilence('nobody listens there', { isUnsent: true })
    }
    await harness.askForHelp('C1', 'r1', free)
    const worker = harness.start()
    for (let tries = 1; tries <= 12; tries++) {
      await harness.until(() => harness.outcomes.length === tries)
      harness.clock.now += 30_000
      if (tries === 12) isAway = false
      worker.wake()
    }
    await harness.allDone()
    assert.deepEqual(requests, ['r1'])
    assert.deepEqual(await harness.said('C1'), ['command sent by reply'])
  })

  test('a reply that could not be sent for ten minutes is refused as expired, and not for want of a token', async () => {
    const { requests, ...harness } = await openFree()
    harness.platform.before.send = () => {
      throw new PlatformSilence('nobody listens there', { isUnsent: true })
    }
    await harness.askForHelp('C1', 'r1', free)
    const worker = harness.start()
    await harness.until(() => harness.outcomes.length === 1)
    harness.clock.now += 600_000
    worker.wake()
    await harness.allDone()
    assert.deepEqual(requests, [])
    assert.deepEqual(await harness.said('C1'), ['command refused by reply: expired'])
  })

  test('when the platform asks for a pause of 35 seconds, that chat is left alone for as long, and others are not', async () => {
    const harness = await openFree('C1', 'C2')
    const start = harness.clock.now
    const calls: string[] = []
    harness.platform.before.send = (token) => {
      calls.push(`${token} at ${harness.clock.now - start}`)
      if (calls.length === 1) throw new PlatformRefusal('too-fast', 'Slow down', { retryAfterMs: 35_000 })
    }
    await harness.askForHelp('C1', 'r1', free)
    const worker = harness.start()
    await harness.until(() => harness.outcomes.length === 1)
    // Also for what is asked later, while the first one waits.
    await harness.askForHelp('C1', 'r2', free)
    await harness.askForHelp('C2', 'other', free)
    worker.wake()
    await harness.until(() => harness.outcomes.length === 3)
    harness.clock.now += 34_999
    worker.wake()
    await harness.askForHelp('C2', 'more', free)
    worker.wake()
    await harness.until(() => harness.outcomes.length === 4)
    harness.clock.now += 1
    worker.wake()
    await harness.allDone()
    assert.deepEqual(calls, ['r1 at 0', 'other at 0', 'more at 34999', 'r1 at 35000', 'r2 at 35000'])
    assert.deepEqual(await harness.said('C1'), ['command sent by reply', 'command sent by reply'])
  })

  test('a pause that is longer than a reply is useful ends the reply, and later ones wait for its end', async () => {
    const { requests, ...harness } = await openFree()
    const hour = 3_600_000
    harness.platform.before.send = (token) => {
      if (token === 'r1') throw new PlatformRefusal('too-fast', 'Slow down', { retryAfterMs: hour })
    }
    await harness.askForHelp('C1', 'r1', free)
    const worker = harness.start()
    await harness.allDone()
    assert.deepEqual(await harness.said('C1'), ['command refused by reply: expired'])
    harness.clock.now += hour - 60_000
    await harness.askForHelp('C1', 'r2', free)
    worker.wake()
    await harness.until(() => harness.outcomes.length === 2)
    assert.deepEqual(requests, ['r1'])
    harness.clock.now += 60_000
    worker.wake()
    await harness.allDone()
    assert.equal(requests.at(-1), 'r2')
  })

  test('of a text of several messages, the log says how many arrived before the platform refused the next', async () => {
    const { requests, ...harness } = await openFree()
    harness.platform.before.send = () => {
      throw new PlatformRefusal('too-fast', 'Slow down', { sentParts: 2, retryAfterMs: 1_000 })
    }
    await harness.askForHelp('C1', 'r1', free)
    harness.start()
    await harness.allDone()
    assert.deepEqual(requests, ['r1'])
    assert.deepEqual(await harness.said('C1'), ['command unknown by reply'])
    assert.deepEqual(await harness.buried(), [
      'send-reply: its first 2 messages arrived, then the platform refused: Slow down',
    ])
  })

  test('a welcome that waited for the end of the quiet hours is sent then', async () => {
    const { requests, ...harness } = await openFree()
    const { store, clock } = harness
    const by = { kind: 'operator' } as const
    const change = { enabled: true, message: 'Welcome, {name}!', quietHours: { from: '22:00', to: '07:00' } }
    await store.write<'change-welcome'>({ kind: 'change-welcome', by, at: clock.now, channelId: 'C1', change })
    clock.now = Date.parse('2026-03-10T23:00:00Z')
    const reply = { token: 'welcome', cost: 'free', ...free } as const
    await harness.receive({ ...joined('C1', clock.now, 'U-new', 'Mai'), reply })
    const worker = harness.start()
    clock.now += 15_000
    worker.wake()
    await harness.until(() => harness.outcomes.includes('greet-newcomers give-back'))
    assert.deepEqual(requests, [])
    clock.now = Date.parse('2026-03-11T07:00:00Z')
    worker.wake()
    await harness.allDone()
    assert.deepEqual(requests, ['welcome'])
    assert.deepEqual(await harness.said('C1'), ['welcome sent by reply'])
  })
})

/** `requests`: the token of each request that reached the platform, whatever it made of it. */
async function openFree(...channelIds: string[]): Promise<JobHarness & { requests: string[] }> {
  const harness = await openJobHarness()
  const requests: string[] = []
  const { pushes: _, ...connector } = harness.platform.connector
  const { send } = connector.replies
  harness.platform.connector = {
    ...connector,
    replies: {
      async send(reply, ...more) {
        requests.push(reply.token)
        try {
          await send(reply, ...more)
        } catch (error) {
          if (error instanceof PlatformSilence && error.isUnsent) requests.pop()
          throw error
        }
      },
    },
  }
  for (const channelId of channelIds.length === 0 ? ['C1'] : channelIds) {
    await harness.channel(channelId, { owner: 'U-owner', members: ['U-asker'] })
  }
  return Object.assign(harness, { requests })
}
