import assert from 'node:assert/strict'
import { test } from 'node:test'
import { edited, left, unsent } from '../../../support/content/chat-events.ts'
import { message } from '../../../support/content/events.ts'
import { noon, type OpenStore, shareStoreWorld } from '../../store-world.ts'

export function dedupeSuite(open: OpenStore): void {
  const world = shareStoreWorld(open)
  const newChannel = () => world.channel({ members: ['U1'], subscribers: ['U1'] })

  test('an event that arrives twice in one batch has one effect', async () => {
    const channel = await newChannel()
    const event = message(channel, noon, { id: 'm1' })
    assert.deepEqual(await world.receive(event, event), { fresh: 1, duplicate: 1 })
    assert.equal((await world.messages(channel)).length, 1)
  })

  test('an event that arrives twenty times at once has one effect', async () => {
    const channel = await newChannel()
    const event = message(channel, noon, { id: 'm1' })
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => world.receive(event)))
    assert.equal(
      outcomes.reduce((sum, { fresh }) => sum + fresh, 0),
      1,
    )
    assert.equal((await world.messages(channel)).length, 1)
    assert.equal((await world.look(channel)).tailVersion, 1)
  })

  test('an event is still known after the store was closed and reopened', async () => {
    const channel = await newChannel()
    const event = message(channel, noon, { id: 'm1' })
    await world.receive(event)
    await world.reopen()
    assert.deepEqual(await world.receive(event), { fresh: 0, duplicate: 1 })
    assert.equal((await world.messages(channel)).length, 1)
  })

  test('an event is known for thirty days, and its message for longer', async () => {
    const dayMs = 86_400_000
    const channels = [await newChannel(), await newChannel()]
    // Counted from when it arrived, however old it was.
    const old = noon - 90 * dayMs
    const said = channels.flatMap((channel) => [1, 2, 3, 4].map((no) => message(channel, old, { id: `m${no}` })))
    await world.receive(...said)
    const forget = async (at: number) => {
      while ((await world.store.write<'forget-events'>({ kind: 'forget-events', at, limit: 3 })).more);
    }
    await forget(noon + 30 * dayMs)
    assert.deepEqual(await world.receive(...said), { fresh: 0, duplicate: 8 })
    await forget(noon + 30 * dayMs + 1)
    assert.deepEqual(await world.receive(...said), { fresh: 8, duplicate: 0 })
    for (const channel of channels) assert.equal((await world.messages(channel)).length, 4)
  })

  test('a message reported by two events is kept once, as first reported', async () => {
    const channel = await newChannel()
    await world.receive(message(channel, noon, { id: 'm1', content: { type: 'text', text: 'first' } }))
    await world.receive(message(channel, noon + 5, { id: 'm1', content: { type: 'text', text: 'second' } }))
    const messages = await world.messages(channel)
    assert.deepEqual(
      messages.map(({ id, content }) => [id, content]),
      [['m1', 'first']],
    )
    assert.equal((await world.look(channel)).tailVersion, 1)
  })

  test('two channels can use the same ids', async () => {
    const [one, two] = [await newChannel(), await newChannel()]
    const event = message(one, noon, { id: 'm1' })
    const twin = { ...event, channel: { ...event.channel, channelId: two } }
    assert.deepEqual(await world.receive(event, twin), { fresh: 2, duplicate: 0 })
    await world.receive(unsent(one, noon, 'm1'))
    assert.equal((await world.messages(one)).length, 0)
    assert.equal((await world.messages(two)).length, 1)
  })

  test('an unsent message stays gone, whatever is redelivered and in whatever order', async () => {
    const channel = await newChannel()
    const [said, changed, gone] = [
      message(channel, noon, { id: 'm1' }),
      edited(channel, noon + 1, 'm1', 'changed'),
      unsent(channel, noon + 2, 'm1'),
    ]
    await world.receive(said, changed, gone)
    await world.receive(said, changed, gone)
    await world.receive(message(channel, noon + 3, { id: 'm1' }), edited(channel, noon + 4, 'm1', 'again'))
    assert.deepEqual(await world.messages(channel), [])

    await world.receive(unsent(channel, noon, 'm2'), message(channel, noon, { id: 'm2' }))
    assert.deepEqual(await world.messages(channel), [], 'unsent before it arrived')
    await world.receive(message(channel, noon, { id: 'm3' }))
    assert.equal((await world.messages(channel)).length, 1, 'another message is kept')
  })

  test('a redelivered leave event does not remove a member who came back', async () => {
    const channel = await newChannel()
    const gone = left(channel, noon + 1, 'U1')
    await world.receive(gone, message(channel, noon + 2, { from: 'U1' }))
    await world.receive(gone)
    const { channelNo } = await world.look(channel)
    const [member] = await world.store.listMembers(channelNo, undefined)
    assert.deepEqual([member?.userId, member?.leftAt, member?.joinedAt], ['U1', null, noon + 2])
  })
}
