import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UnreadEvent } from '../../../../src/ports/connector.ts'
import { unsent } from '../../../support/content/chat-events.ts'
import { noon, type OpenStore, shareStoreWorld } from '../../store-world.ts'

export function unreadSuite(open: OpenStore): void {
  const world = shareStoreWorld(open)
  const keep = async (unread: UnreadEvent[], platform = 'test') =>
    (await world.store.write<'receive-events'>({ kind: 'receive-events', at: noon, platform, events: [], unread }))
      .unread
  const event = (eventId: string, more: Partial<UnreadEvent> = {}): UnreadEvent => {
    return { eventId, at: noon, reason: 'unknown type', raw: `{"id":"${eventId}"}`, ...more }
  }
  const list = (limit = 10) => world.store.listUnreadEvents(limit)

  test('events that could not be read are kept as received, newest first', async () => {
    assert.equal(await keep([event('one', { at: noon - 5 }), event('two', { reason: 'no source' })]), 2)
    assert.deepEqual(await list(2), [
      { at: noon, platform: 'test', reason: 'no source', raw: '{"id":"two"}' },
      { at: noon - 5, platform: 'test', reason: 'unknown type', raw: '{"id":"one"}' },
    ])
    assert.equal((await list(1)).length, 1)
  })

  test('a redelivery is kept once; the same id from another platform is another event', async () => {
    const before = (await world.store.getBacklog()).unreadEvents
    assert.equal(await keep([event('again'), event('again')]), 1)
    assert.equal(await keep([event('again')]), 0)
    assert.equal(await keep([event('again')], 'elsewhere'), 1)
    assert.equal((await world.store.getBacklog()).unreadEvents, before + 2)
  })

  test('an event without an id is kept', async () => {
    assert.equal(await keep([{ at: noon, reason: 'no id', raw: 'null' }]), 1)
    assert.equal((await list(1))[0]?.reason, 'no id')
  })

  test('a huge or broken text is kept as far as possible', async () => {
    await keep([event('huge', { raw: 'x'.repeat(1_000_000), reason: 'y'.repeat(1_000_000) })])
    const [huge] = await list(1)
    assert.ok(huge && huge.raw.length <= 20_000 && huge.raw.startsWith('xxx'))
    assert.ok(huge.reason.length <= 500)
    await keep([event('broken', { raw: 'a\0b\ud800c' })])
    assert.equal((await list(1))[0]?.raw, 'a\ufffdb\ufffdc')
  })

  test('a time in the future is not trusted', async () => {
    await keep([event('future', { at: Number.MAX_SAFE_INTEGER })])
    assert.equal((await list(1))[0]?.at, noon)
  })

  test('an unsent message is removed from here too, and does not come back', async () => {
    const channel = await world.channel({ owner: 'U1' })
    const secret = event('secret', { channelId: channel, messageId: 'm-secret', raw: 'the secret' })
    const other = event('other', { channelId: channel, messageId: 'm-other', raw: 'something else' })
    await keep([secret, other])
    await world.receive(unsent(channel, noon + 1, 'm-secret'))
    const raws = async () => (await list(100)).map(({ raw }) => raw)
    assert.ok(!(await raws()).includes('the secret'))
    assert.ok((await raws()).includes('something else'))
    assert.equal(await keep([secret]), 0)
    assert.ok(!(await raws()).includes('the secret'))
  })

  test('only the newest ten thousand are kept', async () => {
    await keep(Array.from({ length: 10_005 }, (_, index) => event(`many ${index}`)))
    assert.equal((await world.store.getBacklog()).unreadEvents, 10_000)
    const kept = await list(20_000)
    assert.equal(kept[0]?.raw, '{"id":"many 10004"}')
    assert.equal(kept.at(-1)?.raw, '{"id":"many 5"}')
  })
}
