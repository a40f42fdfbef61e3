import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { drawSticker } from '@innkeeper/testdata'
import { createStickerWishes } from '../../src/actions/media/sticker-wishes.ts'
import { forgetStickers } from '../../src/actions/storage/housekeeping/delete-stale.ts'
import { createPreviewMaker } from '../../src/adapters/sharp/preview-maker.ts'
import { PlatformRefusal, PlatformSilence } from '../../src/domain/platforms/platform-errors.ts'
import type { IncomingEvent } from '../../src/ports/connector.ts'
import type { MessageRecord } from '../../src/ports/reading.ts'
import { message } from '../support/content/events.ts'
import { type JobHarness, openJobHarness } from './job-harness.ts'

const bear = drawSticker(0)
const makePreview = createPreviewMaker()
const operator = { kind: 'operator' } as const
let messages = 0

function sticker(channelId: string, stickerId: string, at: number): IncomingEvent & { kind: 'message' } {
  return message(channelId, at, { id: `s-${++messages}`, content: { type: 'sticker', packageId: '446', stickerId } })
}

/** A channel whose messages are saved. */
async function open(harness: JobHarness, channelId: string): Promise<void> {
  await harness.channel(channelId, { owner: 'U-owner', members: ['U-friend'], subscribers: ['U-owner'] })
}

/** What a reader sees, the latest first. */
async function listShown({ store }: JobHarness, channelId: string): Promise<MessageRecord[]> {
  const channelNo = (await store.findChannelNo(channelId)) ?? 0
  const look = { from: 0, to: Number.MAX_SAFE_INTEGER, after: undefined, order: 'desc', limit: 100 } as const
  const records = await store.readTimeline(channelNo, look)
  return records.flatMap((record) => (record.kind === 'message' ? [record.message] : []))
}

const pictures = async (harness: JobHarness, channelId: string) =>
  (await listShown(harness, channelId)).map((shown) => shown.sticker?.picture ?? null)

const asked = ({ platform }: JobHarness) => platform.asked.filter((one) => one.startsWith('sticker'))

/** Someone opens the conversation. Resolves when the plan has been written. */
async function look(harness: JobHarness, channelId: string, fetches = true): Promise<void> {
  const plans: Promise<unknown>[] = []
  const write = ((command: Parameters<typeof harness.store.write>[0]) => {
    const plan = harness.store.write(command)
    plans.push(plan)
    return plan
  }) as typeof harness.store.write
  const wishes = createStickerWishes({
    store: { write },
    clock: () => harness.clock.now,
    fetchesStickers: () => fetches,
    log: { warn: () => {} },
  })
  const shown = await listShown(harness, channelId)
  wishes.note(channelId, shown)
  wishes.note(channelId, shown)
  assert.ok(plans.length <= 1, 'reading a page twice plans once')
  await Promise.all(plans)
}

describe('pictures of stickers', () => {
  test('are fetched once, however many channels and messages show them', async () => {
    const harness = await openJobHarness()
    harness.platform.stickers.set('1988', bear)
    for (const channelId of ['C1', 'C2']) await open(harness, channelId)
    const { now } = harness.clock
    await harness.receive(sticker('C1', '1988', now), sticker('C1', '1988', now + 1))
    harness.start({ makePreview })
    await harness.allDone()
    await harness.receive(sticker('C2', '1988', now), sticker('C1', '1988', now + 2))
    await harness.allDone()
    assert.deepEqual(asked(harness), ['sticker 1988'])
    const [first, ...others] = [...(await pictures(harness, 'C1')), ...(await pictures(harness, 'C2'))]
    assert.ok(first && first.width > 100 && first.height > 100)
    assert.deepEqual(others, [first, first, first])
    assert.equal(await harness.countFiles(), 1)
  })

  test('are announced to whoever watches the channel', async () => {
    const harness = await openJobHarness()
    harness.platform.stickers.set('1988', bear)
    await open(harness, 'C1')
    const channelNo = (await harness.store.findChannelNo('C1')) ?? 0
    await harness.receive(sticker('C1', '1988', harness.clock.now))
    const [shown] = await listShown(harness, 'C1')
    const before = (await harness.store.findLastChange(channelNo)) ?? 0
    harness.start({ makePreview })
    await harness.allDone()
    const changes = await harness.store.listChanges(channelNo, before, 10)
    assert.deepEqual(
      changes.map(({ change }) => change),
      [{ kind: 'media', place: [shown?.position.time, shown?.position.seq] }],
    )
  })

  test('are retried while the platform is unavailable', async () => {
    const harness = await openJobHarness()
    harness.platform.stickers.set('1988', new PlatformSilence('no answer'))
    await open(harness, 'C1')
    await harness.receive(sticker('C1', '1988', harness.clock.now))
    const worker = harness.start({ makePreview })
    await harness.until(() => harness.outcomes.includes('fetch-sticker retry'))
    harness.platform.stickers.set('1988', bear)
    harness.clock.now += 60_000
    worker.wake()
    await harness.allDone()
    assert.ok((await pictures(harness, 'C1'))[0])
  })

  test('that the platform does not have are asked for again on another day, when someone looks', async () => {
    const harness = await openJobHarness()
    for (const error of [new PlatformRefusal('not-found', 'Not found'), new PlatformRefusal('forbidden', 'No')]) {
      harness.platform.stickers.set('1988', error)
      harness.platform.asked.length = 0
      const channelId = `C-${error.code}`
      await open(harness, channelId)
      const worker = harness.start({ makePreview })
      await harness.receive(sticker(channelId, '1988', harness.clock.now))
      worker.wake()
      await harness.allDone()
      for (const [hours, count] of [
        [1, 1],
        [24, 2],
      ] as const) {
        harness.clock.now += hours * 60 * 60_000
        await look(harness, channelId)
        worker.wake()
        await harness.allDone()
        assert.equal(asked(harness).length, count, `${error.code}, ${hours} hours later`)
      }
      harness.clock.now += 24 * 60 * 60_000
      await worker.stop()
    }
    assert.deepEqual(await harness.buried(), [])
  })

  test('are not fetched while that is turned off, and afterwards when someone looks', async () => {
    const harness = await openJobHarness()
    harness.platform.stickers.set('1988', bear)
    await open(harness, 'C1')
    await harness.receive(sticker('C1', '1988', harness.clock.now))
    let fetches = false
    const worker = harness.start({ makePreview, fetchesStickers: () => fetches })
    await harness.allDone()
    await look(harness, 'C1', false)
    await harness.allDone()
    assert.deepEqual(asked(harness), [])
    assert.deepEqual(await pictures(harness, 'C1'), [null])
    fetches = true
    await look(harness, 'C1')
    worker.wake()
    await harness.allDone()
    assert.ok((await pictures(harness, 'C1'))[0])
  })

  test('are not fetched for messages that are not saved', async () => {
    const harness = await openJobHarness()
    await harness.channel('C1', { owner: 'U-owner' })
    await harness.receive(sticker('C1', '1988', harness.clock.now))
    harness.start({ makePreview })
    await harness.allDone()
    assert.deepEqual(asked(harness), [])
  })

  test('of a platform that is not connected stay numbers, and no job fails', async () => {
    const harness = await openJobHarness()
    await open(harness, 'C1')
    await harness.receive(sticker('C1', '1988', harness.clock.now))
    const worker = harness.start({ makePreview, connectors: new Map() })
    // The sender is looked up, too.
    const ends = () => harness.outcomes.filter((outcome) => outcome.startsWith('fetch-sticker'))
    for (let tries = 1; tries <= 2; tries++) {
      await harness.until(() => ends().length >= tries)
      harness.clock.now += 60_000
      worker.wake()
    }
    await harness.until(() => ends().length >= 3)
    assert.deepEqual(ends(), ['fetch-sticker retry', 'fetch-sticker retry', 'fetch-sticker done'])
    assert.deepEqual(await pictures(harness, 'C1'), [null])
  })

  test('are numbers if what arrives is no picture', async () => {
    const harness = await openJobHarness()
    harness.platform.stickers.set('1988', Buffer.from('<svg onload="alert(1)"/>'))
    await open(harness, 'C1')
    await harness.receive(sticker('C1', '1988', harness.clock.now))
    harness.start({ makePreview })
    await harness.allDone()
    assert.deepEqual(await pictures(harness, 'C1'), [null])
    assert.equal(await harness.countFiles(), 0)
  })

  test('are deleted with the last channel that used them', async () => {
    const harness = await openJobHarness()
    const { store, clock } = harness
    harness.platform.stickers.set('1988', bear)
    harness.platform.stickers.set('1989', drawSticker(1))
    for (const channelId of ['C1', 'C2']) await open(harness, channelId)
    harness.start({ makePreview })
    for (const [channelId, id] of [
      ['C1', '1988'],
      ['C2', '1988'],
      ['C1', '1989'],
    ] as const) {
      await harness.receive(sticker(channelId, id, clock.now))
    }
    await harness.allDone()
    assert.equal(await harness.countFiles(), 2)
    const remove = async (channelId: string) => {
      const { name } = await store.getChannel((await store.findChannelNo(channelId)) ?? 0)
      await store.write<'delete-channel'>({
        kind: 'delete-channel',
        by: operator,
        at: clock.now,
        channelId,
        confirm: name,
      })
      await forgetStickers({ store })
    }
    await remove('C1')
    assert.equal(await harness.countFiles(), 1)
    assert.ok((await pictures(harness, 'C2'))[0])
    await remove('C2')
    assert.equal(await harness.countFiles(), 0)
  })
})
