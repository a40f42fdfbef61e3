import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IncomingEvent } from '../../src/ports/connector.ts'
import { botAdded } from '../support/content/chat-events.ts'
import { message } from '../support/content/events.ts'
import { openJobHarness } from './job-harness.ts'
import { pictureAt, png } from './scripted-platform.ts'

const named = (event: IncomingEvent, name = 'Book club'): IncomingEvent => ({
  ...event,
  channel: { ...event.channel, name },
})

async function openNamedGroup() {
  const harness = await openJobHarness()
  const { platform, clock } = harness
  platform.profiles.set('C1', { name: 'Book club', picture: pictureAt('group') })
  platform.profiles.set('U1', { name: 'Una', picture: pictureAt('una') })
  for (const id of ['group', 'una']) platform.pictures.set(id, png(id))
  platform.memberCount = 7
  platform.memberIds = [['U1']]
  harness.start()
  const receive = (...events: IncomingEvent[]) =>
    harness.store.write<'receive-events'>({
      kind: 'receive-events',
      at: clock.now,
      platform: 'test',
      unread: [],
      events,
      namesComeAlone: true,
    })
  return { harness, platform, clock, receive }
}

test('pictures, the number of people and the roster are looked up although the names came along', async () => {
  const { harness, clock, receive } = await openNamedGroup()
  await receive(named(botAdded('C1', clock.now)))
  await harness.allDone()
  const found = await harness.store.getChannel(1)
  assert.deepEqual([found.name, found.memberCount], ['Book club', 7])
  assert.ok(await harness.store.findPictureOf('C1'), 'the picture of the group')
  assert.ok(await harness.store.findPictureOf('U1'), 'someone from the roster')
  await receive(named(message('C1', clock.now, { from: 'U2', name: 'Mika' })))
  await harness.allDone()
  assert.ok(harness.platform.asked.includes('U2'), 'someone who posted with a name')
  const asked = harness.platform.asked.length
  await receive(named(message('C1', clock.now + 1000, { from: 'U2', name: 'Mika' })))
  await harness.allDone()
  assert.equal(harness.platform.asked.length, asked, 'and not with every message')
})

test('a change of the chat that only the platform knows is looked up', async () => {
  const { harness, platform, clock, receive } = await openNamedGroup()
  await receive(named(botAdded('C1', clock.now)))
  await harness.allDone()
  platform.profiles.set('C1', { name: 'Book club', picture: pictureAt('new') })
  platform.pictures.set('new', png('new'))
  platform.memberIds = [['U1', 'U9']]
  const { channel } = named(botAdded('C1', 0))
  await receive({ kind: 'chat-changed', eventId: 'changed', at: clock.now + 1000, channel })
  await harness.allDone()
  assert.equal((await harness.store.findPictureOf('C1'))?.id, 'new')
  assert.ok(platform.asked.includes('U9'), 'and who is there')
})
