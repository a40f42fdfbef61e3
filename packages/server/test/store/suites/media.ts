import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Span } from '../../../src/ports/reading.ts'
import { unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { itemsOf, noon, type OpenStore, shareStoreWorld, wholeSpan } from '../store-world.ts'

const blob = (letter: string) => letter.repeat(64)

export function mediaSuite(open: OpenStore): void {
  const world = shareStoreWorld(open)
  const newChannel = () => world.channel({ members: ['U1'], subscribers: ['U1'] })
  const image = (channel: string, id: string, at = noon) => message(channel, at, { id, content: { type: 'image' } })
  const sayImage = (channel: string, id: string) => world.receive(image(channel, id))
  const store = (channelId: string, messageId: string, sha256: string, sizeBytes = 10) =>
    world.store.write<'store-media'>({ kind: 'store-media', at: 0, channelId, messageId, sha256, sizeBytes })
  const lose = (channelId: string, messageId: string) =>
    world.store.write<'lose-media'>({
      kind: 'lose-media',
      at: noon,
      channelId,
      messageId,
      reason: 'the platform has no such file',
    })
  const find = async (channel: string, messageId: string) =>
    world.store.findMedia((await world.look(channel)).channelNo, messageId)
  const list = async (channel: string, span: Partial<Span> = {}) => {
    const page = await world.store.readMedia((await world.look(channel)).channelNo, { ...wholeSpan, ...span })
    const ids = itemsOf<{ id: string }>(page).map(({ id }) => id)
    return { ...page, ids }
  }

  test('a file is listed and found once it has arrived, with its size in the message', async () => {
    const channel = await newChannel()
    await sayImage(channel, 'm1')
    assert.equal((await find(channel, 'm1'))?.state, 'pending')
    assert.deepEqual((await list(channel)).ids, [])
    assert.equal(await store(channel, 'm1', blob('a'), 77), 'stored')
    assert.deepEqual(await find(channel, 'm1'), {
      sentAt: noon,
      type: 'image',
      fileName: null,
      sourceUrl: null,
      sourcePreviewUrl: null,
      file: null,
      state: 'stored',
      sha256: blob('a'),
      sizeBytes: 77,
      preview: { state: 'pending' },
    })
    assert.deepEqual((await list(channel)).ids, ['m1'])
    assert.equal((await world.messages(channel))[0]?.fileSize, 77)
  })

  test('a file stored twice is kept once, as first received', async () => {
    const channel = await newChannel()
    await sayImage(channel, 'm1')
    const outcomes = await Promise.all([store(channel, 'm1', blob('b')), store(channel, 'm1', blob('b'))])
    assert.deepEqual(outcomes, ['stored', 'stored'])
    assert.equal(await store(channel, 'm1', blob('c')), 'stored')
    const media = await find(channel, 'm1')
    assert.equal(media?.state === 'stored' && media.sha256, blob('b'))
    assert.equal(await world.store.isBlobReferenced(blob('c')), false)
    assert.deepEqual((await list(channel)).ids, ['m1'])
  })

  test('an existing preview stays, even when another worker could not make one', async () => {
    const channel = await newChannel()
    await sayImage(channel, 'm1')
    await store(channel, 'm1', blob('p'))
    const where = { channelId: channel, messageId: 'm1' }
    const skip = () => world.store.write<'skip-preview'>({ kind: 'skip-preview', ...where })
    const stateOf = async () => {
      const media = await find(channel, 'm1')
      return media?.state === 'stored' && media.preview.state
    }
    await skip()
    assert.equal(await stateOf(), 'none')
    await world.store.write<'store-preview'>({ kind: 'store-preview', at: noon, ...where, sha256: blob('q') })
    await skip()
    assert.equal(await stateOf(), 'stored')
  })

  test('a file of a message that was unsent, or never kept, is not stored', async () => {
    const channel = await newChannel()
    await sayImage(channel, 'm1')
    await world.receive(unsent(channel, noon, 'm1'), message(channel, noon, { id: 'text' }))
    for (const messageId of ['m1', 'unknown', 'text']) {
      assert.equal(await store(channel, messageId, blob('d')), 'gone', messageId)
      assert.equal(await find(channel, messageId), undefined)
    }
    assert.equal(await store('C-nowhere', 'm1', blob('d')), 'gone')
    assert.equal(await world.store.isBlobReferenced(blob('d')), false)
  })

  test('a lost file has a reason until it arrives after all; a file that has arrived cannot become lost', async () => {
    const channel = await newChannel()
    await sayImage(channel, 'm1')
    await lose(channel, 'm1')
    const lost = await find(channel, 'm1')
    assert.equal(lost?.state === 'lost' && lost.reason, 'the platform has no such file')
    assert.deepEqual((await list(channel)).ids, [])
    assert.equal(await store(channel, 'm1', blob('e')), 'stored')
    await lose(channel, 'm1')
    assert.equal((await find(channel, 'm1'))?.state, 'stored')
  })

  test('a blob is referenced as long as a message in any channel uses it', async () => {
    const [one, two] = [await newChannel(), await newChannel()]
    await sayImage(one, 'm1')
    await sayImage(two, 'm2')
    assert.equal(await world.store.isBlobReferenced(blob('f')), false)
    await store(one, 'm1', blob('f'))
    await store(two, 'm2', blob('f'))
    await world.receive(unsent(one, noon, 'm1'))
    assert.equal(await world.store.isBlobReferenced(blob('f')), true)
    await world.receive(unsent(two, noon, 'm2'))
    assert.equal(await world.store.isBlobReferenced(blob('f')), false)
  })

  for (const order of ['asc', 'desc'] as const) {
    test(`files are paged in order, with ties and pending files among them (${order})`, async () => {
      const channel = await newChannel()
      const ids = Array.from({ length: 25 }, (_, index) => `m${index}`)
      const said = ids.flatMap((id, index) =>
        [id, `waiting-${id}`].map((one) => image(channel, one, noon + Math.floor(index / 10))),
      )
      await world.receive(...said)
      for (const id of ids) await store(channel, id, blob('0'))
      const walked: string[] = []
      let page = await list(channel, { order, limit: 4 })
      walked.push(...page.ids)
      while (page.next) {
        page = await list(channel, { order, limit: 4, after: page.next })
        walked.push(...page.ids)
      }
      assert.deepEqual(walked, order === 'asc' ? ids : ids.toReversed())
    })
  }
}
