import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import { edited, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { noon, type World } from '../store-world.ts'

// Deliveries that arrive together are written together. Each must see the effects of those before it, as if it came alone.
export function batchesSuite(world: World): void {
  const newChannel = () => world.channel({ owner: 'U-owner', members: ['U-mai'], subscribers: ['U-owner'] })
  const contents = async (channelId: string) => (await world.messages(channelId)).map(({ content }) => content)
  const say = (channelId: string, at: number, text: string, more: { id?: string; from?: string } = {}) =>
    message(channelId, at, { ...more, content: { type: 'text', text } })

  test('a delivery that arrives repeatedly at once has one effect', async () => {
    const channelId = await newChannel()
    const events = [1, 2, 3].map((minute) => say(channelId, noon + minute, `Text ${minute}`))
    const receipts = await Promise.all([...events, ...events, ...events].map((event) => world.receive(event)))
    assert.equal(
      receipts.reduce((sum, { fresh }) => sum + fresh, 0),
      3,
    )
    assert.deepEqual(await contents(channelId), ['Text 1', 'Text 2', 'Text 3'])
    assert.equal((await world.receive(...events)).duplicate, 3)
  })

  test('a message reported by two events is stored once, as first received, and so are messages that came with it', async () => {
    const channelId = await newChannel()
    const other = await newChannel()
    await Promise.all([
      world.receive(say(channelId, noon + 1, 'First', { id: `twice-${channelId}` })),
      world.receive(say(other, noon + 2, 'Elsewhere')),
      world.receive(say(channelId, noon + 3, 'Second', { id: `twice-${channelId}` })),
      world.receive(say(channelId, noon + 4, 'Another')),
    ])
    assert.deepEqual(await contents(channelId), ['First', 'Another'])
    assert.deepEqual(await contents(other), ['Elsewhere'])
  })

  test('messages, an edit and an unsend that arrive at once are all applied', async () => {
    const channelId = await newChannel()
    const first = say(channelId, noon + 1, 'Teh')
    const second = say(channelId, noon + 2, 'Secret')
    await Promise.all([
      world.receive(first),
      world.receive(second),
      world.receive(edited(channelId, noon + 3, first.messageId, 'Tea')),
      world.receive(say(channelId, noon + 4, 'After')),
      world.receive(unsent(channelId, noon + 5, second.messageId)),
      world.receive(say(channelId, noon + 6, 'Last')),
    ])
    assert.deepEqual(await contents(channelId), ['Tea', 'After', 'Last'])
  })

  test('a message unsent before it arrives is not kept, even when others arrive with it', async () => {
    const channelId = await newChannel()
    const late = say(channelId, noon + 1, 'Never')
    await world.receive(unsent(channelId, noon + 2, late.messageId))
    await Promise.all([
      world.receive(say(channelId, noon + 3, 'One')),
      world.receive(late),
      world.receive(say(channelId, noon + 4, 'Two')),
    ])
    assert.deepEqual(await contents(channelId), ['One', 'Two'])
  })

  test('a person whose first messages arrive at once becomes one member, who joined with the first message', async () => {
    const channelId = await newChannel()
    await Promise.all(
      [1, 2, 3].map((minute) => world.receive(say(channelId, noon + minute, `Hi ${minute}`, { from: 'U-new' }))),
    )
    const { channelNo } = await world.look(channelId)
    const members = await world.store.listMembers(channelNo, undefined)
    assert.equal(members.filter(({ userId }) => userId === 'U-new').length, 1)
    assert.equal((await contents(channelId)).length, 3)
  })

  test('a chat command applies to the messages after it, even when they arrive together', async () => {
    const channelId = await newChannel()
    const reply = { token: 'right', expiresAt: noon + 60_000, isOneUse: true, cost: 'free' } as const
    await Promise.all([
      world.receive(say(channelId, noon + 1, 'Kept', { from: 'U-mai' })),
      world.receive({ ...say(channelId, noon + 2, '/private', { from: 'U-mai' }), reply }),
      world.receive(say(channelId, noon + 3, 'For nobody', { from: 'U-mai' })),
      world.receive(say(channelId, noon + 4, 'Of somebody else')),
    ])
    assert.deepEqual(await contents(channelId), ['Kept', 'Of somebody else'])
  })

  test('only the delivery that cannot be stored is refused', async () => {
    const channelId = await newChannel()
    const broken = { ...say(channelId, noon + 2, 'Broken'), messageId: null } as unknown as IncomingEvent
    const outcomes = await Promise.allSettled([
      world.receive(say(channelId, noon + 1, 'Before')),
      world.receive(broken),
      world.receive(say(channelId, noon + 3, 'After')),
    ])
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    assert.deepEqual(await contents(channelId), ['Before', 'After'])
  })

  test('messages that arrive at once are all counted, and their changes are numbered without gaps', async () => {
    const channelId = await newChannel()
    const { channelNo } = await world.look(channelId)
    const before = (await world.store.findLastChange(channelNo)) ?? 0
    await Promise.all(
      Array.from({ length: 120 }, (_, index) => world.receive(say(channelId, noon + index, `Word ${index}`))),
    )
    const channel = (await world.store.listAllChannels()).find((one) => one.channelId === channelId)
    assert.equal(channel?.messages, 120)
    const changes = await world.store.listChanges(channelNo, before, 1_000)
    const places = changes.flatMap(({ change }) => (change.kind === 'messages' ? change.places : []))
    assert.equal(new Set(places.map(([, seq]) => seq)).size, 120)
    assert.deepEqual(
      changes.map(({ no }) => no - before),
      changes.map((_, index) => index + 1),
    )
    assert.equal(await world.store.findLastChange(channelNo), before + changes.length)
  })
}
