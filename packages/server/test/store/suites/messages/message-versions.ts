import assert from 'node:assert/strict'
import { test } from 'node:test'
import { edited, unsent } from '../../../support/content/chat-events.ts'
import { message } from '../../../support/content/events.ts'
import { noon, type World } from '../../store-world.ts'

export function messageVersionsSuite(world: World): void {
  const newChannel = () => world.channel({ owner: 'U1', subscribers: ['U1'] })
  const list = async (channel: string, messageId: string) =>
    world.store.listVersions((await world.look(channel)).channelNo, messageId)
  const say = (channel: string, text: string) => message(channel, noon, { id: 'm1', content: { type: 'text', text } })

  test('a text that was never edited has one version', async () => {
    const channel = await newChannel()
    await world.receive(say(channel, 'one'))
    assert.deepEqual(await list(channel, 'm1'), [{ at: noon, content: 'one' }])
  })

  test('the versions of a text are listed oldest first, in whatever order they arrived', async () => {
    const channel = await newChannel()
    await world.receive(say(channel, 'one'))
    await world.receive(edited(channel, noon + 3, 'm1', 'three'), edited(channel, noon + 2, 'm1', 'two'))
    assert.deepEqual(await list(channel, 'm1'), [
      { at: noon, content: 'one' },
      { at: noon + 2, content: 'two' },
      { at: noon + 3, content: 'three' },
    ])
  })

  test('an unsent message, an unknown message and a message without text have no versions', async () => {
    const channel = await newChannel()
    const image = message(channel, noon, { id: 'image', content: { type: 'image' } })
    await world.receive(say(channel, 'one'), edited(channel, noon + 1, 'm1', 'two'), image)
    await world.receive(unsent(channel, noon + 2, 'm1'), edited(channel, noon + 3, 'early', 'before its message'))
    for (const messageId of ['m1', 'unknown', 'image', 'early']) assert.deepEqual(await list(channel, messageId), [])
  })
}
