import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PlatformRefusal, PlatformSilence } from '../../src/domain/platforms/platform-errors.ts'
import { botAdded, joined } from '../support/content/chat-events.ts'
import { message } from '../support/content/events.ts'
import { openJobHarness } from './job-harness.ts'
import { png } from './scripted-platform.ts'

describe('what the platform tells of a channel', () => {
  test('its name, its picture and how many are in it', async () => {
    const harness = await added('group')
    harness.platform.profiles.set('C1', { name: '読書会', pictureUrl: 'https://p/1' })
    harness.platform.pictures.set('https://p/1', png('one'))
    harness.platform.memberCount = 42
    harness.start()
    await harness.allDone()
    const { name, memberCount, picture } = await harness.store.getChannel(1)
    assert.deepEqual([name, memberCount, picture?.contentType], ['読書会', 42, 'image/png'])
  })

  test('a count that does not come holds up neither name nor picture, and comes later', async () => {
    const harness = await added('group')
    harness.platform.profiles.set('C1', { name: '読書会' })
    harness.platform.memberCount = new PlatformSilence('no answer')
    const worker = harness.start()
    await harness.until(() => harness.outcomes.includes('refresh-channel retry'))
    assert.equal((await harness.store.getChannel(1)).name, '読書会')
    harness.platform.memberCount = 7
    harness.clock.now += 1_000
    worker.wake()
    await harness.allDone()
    assert.equal((await harness.store.getChannel(1)).memberCount, 7)
  })

  test('a chat that we cannot see any more is left as it is, without a fuss', async () => {
    const harness = await added('group')
    harness.start()
    await harness.allDone()
    assert.deepEqual(await harness.buried(), [])
    assert.deepEqual(harness.logged, [])
  })

  test('a room is called after the people in it, as their names become known', async () => {
    const harness = await added('room')
    const worker = harness.start()
    await harness.allDone()
    assert.equal((await harness.store.getChannel(1)).name, 'Room')
    for (const [index, name] of ['Aiko', 'Ben', 'Chen', 'Dita'].entries()) {
      harness.platform.profiles.set(`U${index}`, { name })
      await harness.receive(inRoom(joined('C1', harness.clock.now + index, `U${index}`)))
      worker.wake()
      await harness.allDone()
    }
    assert.equal((await harness.store.getChannel(1)).name, 'Room of Aiko, Ben, Chen and 1 more')
  })
})

describe('what the platform tells of people', () => {
  test('everybody on its list is a member, by name', async () => {
    const harness = await added('group')
    const ids = Array.from({ length: 250 }, (_, index) => `U${index}`)
    for (const id of ids) harness.platform.profiles.set(id, { name: `Name of ${id}` })
    harness.platform.memberIds = [ids.slice(0, 100), ids.slice(100, 200), ids.slice(200)]
    harness.start()
    await harness.allDone()
    const members = await harness.store.listMembers(1, undefined)
    assert.deepEqual(
      members.map(({ displayName }) => displayName).toSorted(),
      ids.map((id) => `Name of ${id}`).toSorted(),
    )
  })

  test('who the platform shows nothing of is not asked for again at every word', async () => {
    const harness = await added('group')
    const worker = harness.start()
    for (let index = 0; index < 3; index++) {
      await harness.receive(message('C1', harness.clock.now, { from: 'U-hidden' }))
      worker.wake()
      await harness.allDone()
    }
    assert.equal(harness.outcomes.filter((outcome) => outcome.startsWith('refresh-member')).length, 1)
    const [member] = await harness.store.listMembers(1, undefined)
    assert.equal(member?.displayName, 'U-hidden', 'the id stands in for the name')
  })

  test('an account that may not see the list goes without it', async () => {
    const harness = await added('group')
    harness.platform.memberIds = new PlatformRefusal('forbidden', 'Access to this API is not available')
    harness.start()
    await harness.allDone()
    assert.deepEqual([await harness.store.listMembers(1, undefined), await harness.buried()], [[], []])
  })
})

describe('pictures are fetched once for each address', () => {
  test('a picture whose address is the same is not fetched again; in another chat neither', async () => {
    const harness = await withPicture('one')
    await look(harness, 'C1')
    await harness.channel('C2')
    await look(harness, 'C2')
    assert.equal(harness.platform.asked.filter((asked) => asked === 'https://p/one').length, 1)
    const [here] = await harness.store.listMembers(1, undefined)
    const [there] = await harness.store.listMembers(2, undefined)
    assert.deepEqual(here?.picture, there?.picture)
    assert.ok(here?.picture)
  })

  test('a new picture takes the place of the old one, whose bytes go when nobody bears it any more', async () => {
    const harness = await withPicture('one')
    await harness.channel('C2')
    await look(harness, 'C2')
    const before = await harness.store.findPictureOf('U1')
    change(harness, 'two')
    await look(harness, 'C1')
    const after = await harness.store.findPictureOf('U1')
    assert.notEqual(after?.sha256, before?.sha256)
    assert.equal(await harness.countFiles(), 2, 'the control: in the other chat the old one is still worn')
    await look(harness, 'C2')
    assert.equal(await harness.countFiles(), 1)
  })

  test('without a picture there is none, and no bytes', async () => {
    const harness = await withPicture('one')
    harness.platform.profiles.set('U1', { name: 'Una' })
    await look(harness, 'C1')
    assert.deepEqual([await harness.store.findPictureOf('U1'), await harness.countFiles()], [undefined, 0])
  })

  test('what is no picture is not kept, whatever it is called', async () => {
    const harness = await withPicture('one')
    harness.platform.pictures.set('https://p/two', Buffer.from('<svg onload="alert(1)"/>'))
    harness.platform.profiles.set('U1', { name: 'Una', pictureUrl: 'https://p/two' })
    await look(harness, 'C1')
    assert.equal((await harness.store.findPictureOf('U1'))?.url, 'https://p/one')
    assert.equal(await harness.countFiles(), 1)
  })

  test('a picture that does not come holds up no name, and comes later', async () => {
    const harness = await withPicture('one')
    harness.platform.pictures.set('https://p/two', new PlatformSilence('no answer'))
    harness.platform.profiles.set('U1', { name: 'Una the Great', pictureUrl: 'https://p/two' })
    await plan(harness, 'C1')
    await harness.until(() => harness.outcomes.includes('refresh-member retry'))
    const [member] = await harness.store.listMembers(1, undefined)
    assert.equal(member?.displayName, 'Una the Great')
    change(harness, 'two')
    harness.clock.now += 1_000
    harness.worker.wake()
    await harness.allDone()
    assert.equal((await harness.store.findPictureOf('U1'))?.url, 'https://p/two')
  })
})

type Shop = Awaited<ReturnType<typeof withPicture>>

async function added(type: 'group' | 'room') {
  const harness = await openJobHarness()
  const event = botAdded('C1', harness.clock.now)
  await harness.receive(type === 'room' ? inRoom(event) : event)
  return harness
}

function inRoom<E extends { channel: object }>(event: E): E {
  return { ...event, channel: { ...event.channel, type: 'room' } }
}

/** Una is in a chat and wears this picture. */
async function withPicture(word: string) {
  const started = await openJobHarness()
  const harness = { ...started, worker: started.start() }
  await harness.channel('C1')
  change(harness, word)
  await look(harness, 'C1')
  return harness
}

function change(harness: Shop, word: string): void {
  harness.platform.profiles.set('U1', { name: 'Una', pictureUrl: `https://p/${word}` })
  harness.platform.pictures.set(`https://p/${word}`, png(word))
}

async function look(harness: Shop, channelId: string): Promise<void> {
  await plan(harness, channelId)
  await harness.allDone()
}

async function plan(harness: Shop, channelId: string): Promise<void> {
  // Later than a profile lasts.
  harness.clock.now += 8 * 86_400_000
  await harness.receive(joined(channelId, harness.clock.now, 'U1'))
  harness.worker.wake()
}
