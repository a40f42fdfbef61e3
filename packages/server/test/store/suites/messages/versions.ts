import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IncomingEvent } from '../../../../src/ports/connector.ts'
import { edited, unsent } from '../../../support/content/chat-events.ts'
import { message } from '../../../support/content/events.ts'
import { noon, operator, type World } from '../../store-world.ts'

type Raised = { tail: boolean; edit: boolean }
const nothing: Raised = { tail: false, edit: false }
const tail: Raised = { tail: true, edit: false }
const edit: Raised = { tail: false, edit: true }

export function versionsSuite(world: World): void {
  const image = { type: 'image' } as const

  /** A channel with a text, an image that has arrived and one that has not. */
  const newChannel = async () => {
    const channel = await world.channel({ owner: 'U1', members: ['U2'], subscribers: ['U1'] })
    await world.receive(
      message(channel, noon, { id: 'text' }),
      message(channel, noon, { id: 'stored', content: image }),
      message(channel, noon, { id: 'pending', content: image }),
    )
    await world.store.write<'store-media'>(file(channel, 'stored'))
    return channel
  }
  const file = (channelId: string, messageId: string) => {
    return { kind: 'store-media', at: 0, channelId, messageId, sha256: 'a'.repeat(64), sizeBytes: 10 } as const
  }
  const raisedBy = async (channel: string, work: () => Promise<unknown>): Promise<Raised> => {
    const before = await world.look(channel)
    await work()
    const now = await world.look(channel)
    assert.ok(now.tailVersion >= before.tailVersion && now.editVersion >= before.editVersion, 'never lowered')
    return { tail: now.tailVersion > before.tailVersion, edit: now.editVersion > before.editVersion }
  }

  const byEvents: [what: string, expected: Raised, events: (channel: string) => IncomingEvent[]][] = [
    ['a message at the end', tail, (channel) => [message(channel, noon + 1)]],
    ['a message at the same instant as the last', tail, (channel) => [message(channel, noon)]],
    ['a message that arrives late', edit, (channel) => [message(channel, noon - 1)]],
    ['an edit', edit, (channel) => [edited(channel, noon + 1, 'text', 'other words')]],
    ['unsending', edit, (channel) => [unsent(channel, noon + 1, 'text')]],
    ['unsending an image', edit, (channel) => [unsent(channel, noon + 1, 'stored')]],
    ['a message that is already known', nothing, (channel) => [message(channel, noon + 1, { id: 'text' })]],
    ['an edit older than the current text', nothing, (channel) => [edited(channel, noon - 1, 'text', 'older')]],
    ['an edit of an unknown message', nothing, (channel) => [edited(channel, noon + 1, 'unknown', 'words')]],
    ['unsending an unknown message', nothing, (channel) => [unsent(channel, noon + 1, 'unknown')]],
    [
      'one message at the end and one late',
      { tail: true, edit: true },
      (channel) => [message(channel, noon + 5), message(channel, noon + 2)],
    ],
  ]
  for (const [what, expected, events] of byEvents) {
    test(`${what} raises ${namesOf(expected)}`, async () => {
      const channel = await newChannel()
      const list = events(channel)
      assert.deepEqual(await raisedBy(channel, () => world.receive(...list)), expected)
      assert.deepEqual(await raisedBy(channel, () => world.receive(...list)), nothing, 'redelivered')
    })
  }

  test('a file that arrives, or is lost, raises the edit version, and only once', async () => {
    const channel = await newChannel()
    const lose = { kind: 'lose-media', at: 0, channelId: channel, messageId: 'pending', reason: 'gone' } as const
    assert.deepEqual(await raisedBy(channel, () => world.store.write<'lose-media'>(lose)), edit)
    assert.deepEqual(await raisedBy(channel, () => world.store.write<'store-media'>(file(channel, 'pending'))), edit)
    assert.deepEqual(await raisedBy(channel, () => world.store.write<'store-media'>(file(channel, 'pending'))), nothing)
    assert.deepEqual(await raisedBy(channel, () => world.store.write<'lose-media'>(lose)), nothing)
  })

  test('changes that do not affect messages raise neither', async () => {
    const channel = await newChannel()
    const raised = await raisedBy(channel, async () => {
      await world.createRule(channel, operator, 'Where?')
      await world.subscribe(channel, 'U2')
      await world.store.write<'change-role'>({
        kind: 'change-role',
        by: operator,
        at: noon,
        channelId: channel,
        userId: 'U2',
        role: 'admin',
      })
      const other = await newChannel()
      await world.receive(message(other, noon + 1))
    })
    assert.deepEqual(raised, nothing)
  })

  test('a message without a subscriber raises neither', async () => {
    const channel = await world.channel({ owner: 'U1' })
    assert.deepEqual(await raisedBy(channel, () => world.receive(message(channel, noon))), nothing)
    await world.subscribe(channel, 'U1')
    assert.deepEqual(await raisedBy(channel, () => world.receive(message(channel, noon))), tail)
  })
}

function namesOf(raised: Raised): string {
  const names = [raised.tail ? 'the tail version' : '', raised.edit ? 'the edit version' : ''].filter(Boolean)
  return names.join(' and ') || 'no version'
}
