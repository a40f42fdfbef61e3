import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PlatformRefusal, PlatformSilence } from '../../src/domain/platforms/platform-errors.ts'
import { botAdded, joined } from '../support/content/chat-events.ts'
import { message } from '../support/content/events.ts'
import { openJobHarness } from './job-harness.ts'
import { pictureAt, png } from './scripted-platform.ts'

describe('channel profiles from the platform', () => {
  test('set the name, the picture and the member count', async () => {
    const harness = await added('group')
    harness.platform.profiles.set('C1', { name: '読書会', picture: pictureAt('https://p/1') })
    harness.platform.pictures.set('https://p/1', png('one'))
    harness.platform.memberCount = 42
    harness.start()
    await harness.allDone()
    const { name, memberCount, picture } = await harness.store.getChannel(1)
    assert.deepEqual([name, memberCount, picture?.contentType], ['読書会', 42, 'image/png'])
  })

  test('are asked for at the first message if the arrival of the bot never reached us', async () => {
    const harness = await openJobHarness()
    harness.platform.profiles.set('C1', { name: '読書会' })
    harness.platform.memberCount = 2
    await harness.receive(message('C1', harness.clock.now), message('C1', harness.clock.now + 1))
    harness.start()
    await harness.allDone()
    const { name, memberCount } = await harness.store.getChannel(1)
    assert.deepEqual([name, memberCount], ['読書会', 2])
    assert.equal(harness.outcomes.filter((outcome) => outcome.startsWith('refresh-channel')).length, 1)
  })

  test('a missing count delays neither name nor picture, and is fetched later', async () => {
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

  test('a chat that we can no longer see is left as it is, without an error', async () => {
    const harness = await added('group')
    harness.start()
    await harness.allDone()
    assert.deepEqual(await harness.buried(), [])
    assert.deepEqual(harness.logged, [])
  })

  test('a room is named after its people as their names become known', async () => {
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

describe('member profiles from the platform', () => {
  test('everyone on the member list becomes a member with a name', async () => {
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

  test('a person the platform shows nothing about is not looked up again with every message', async () => {
    const harness = await added('group')
    const worker = harness.start()
    for (let index = 0; index < 3; index++) {
      await harness.receive(message('C1', harness.clock.now, { from: 'U-hidden' }))
      worker.wake()
      await harness.allDone()
    }
    assert.equal(harness.outcomes.filter((outcome) => outcome.startsWith('refresh-member')).length, 1)
    const [member] = await harness.store.listMembers(1, undefined)
    assert.equal(member?.displayName, 'U-hidden', 'the id replaces the name')
  })

  test('an account that is not allowed to see the list works without it', async () => {
    const harness = await added('group')
    harness.platform.memberIds = new PlatformRefusal('forbidden', 'Access to this API is not available')
    harness.start()
    await harness.allDone()
    assert.deepEqual([await harness.store.listMembers(1, undefined), await harness.buried()], [[], []])
  })
})

describe('pictures are fetched once per URL', () => {
  test('a picture with the same URL is not fetched again, not even for another chat', async () => {
    const harness = await withPicture('one')
    await refresh(harness, 'C1')
    await harness.channel('C2')
    await refresh(harness, 'C2')
    assert.equal(harness.platform.asked.filter((asked) => asked === 'https://p/one').length, 1)
    const [here] = await harness.store.listMembers(1, undefined)
    const [there] = await harness.store.listMembers(2, undefined)
    assert.deepEqual(here?.picture, there?.picture)
    assert.ok(here?.picture)
  })

  test('a new picture replaces the old one, whose bytes go when no one uses it any more', async () => {
    const harness = await withPicture('one')
    await harness.channel('C2')
    await refresh(harness, 'C2')
    const before = await harness.store.findPictureOf('U1')
    change(harness, 'two')
    await refresh(harness, 'C1')
    const after = await harness.store.findPictureOf('U1')
    assert.notEqual(after?.sha256, before?.sha256)
    assert.equal(await harness.countFiles(), 2, 'control: the other chat still uses the old one')
    await refresh(harness, 'C2')
    assert.equal(await harness.countFiles(), 1)
  })

  test('without a picture, neither a picture nor its bytes are kept', async () => {
    const harness = await withPicture('one')
    harness.platform.profiles.set('U1', { name: 'Una' })
    await refresh(harness, 'C1')
    assert.deepEqual([await harness.store.findPictureOf('U1'), await harness.countFiles()], [undefined, 0])
  })

  test('a file that is not a picture is not kept, whatever its type says', async () => {
    const harness = await withPicture('one')
    harness.platform.pictures.set('https://p/two', Buffer.from('<svg onload="alert(1)"/>'))
    harness.platform.profiles.set('U1', { name: 'Una', picture: pictureAt('https://p/two') })
    await refresh(harness, 'C1')
    assert.equal((await harness.store.findPictureOf('U1'))?.id, 'https://p/one')
    assert.equal(await harness.countFiles(), 1)
  })

  test('a missing picture does not delay the name, and is fetched later', async () => {
    const harness = await withPicture('one')
    harness.platform.pictures.set('https://p/two', new PlatformSilence('no answer'))
    harness.platform.profiles.set('U1', { name: 'Una the Great', picture: pictureAt('https://p/two') })
    await plan(harness, 'C1')
    await harness.until(() => harness.outcomes.includes('refresh-member retry'))
    const [member] = await harness.store.listMembers(1, undefined)
    assert.equal(member?.displayName, 'Una the Great')
    change(harness, 'two')
    harness.clock.now += 1_000
    harness.worker.wake()
    await harness.allDone()
    assert.equal((await harness.store.findPictureOf('U1'))?.id, 'https://p/two')
  })
})

type Harness = Awaited<ReturnType<typeof withPicture>>

async function added(type: 'group' | 'room') {
  const harness = await openJobHarness()
  const event = botAdded('C1', harness.clock.now)
  await harness.receive(type === 'room' ? inRoom(event) : event)
  return harness
}

function inRoom<E extends { channel: object }>(event: E): E {
  return { ...event, channel: { ...event.channel, type: 'room' } }
}

/** Una is in a chat and has this picture. */
async function withPicture(word: string) {
  const started = await openJobHarness()
  const harness = { ...started, worker: started.start() }
  await harness.channel('C1')
  change(harness, word)
  await refresh(harness, 'C1')
  return harness
}

function change(harness: Harness, word: string): void {
  harness.platform.profiles.set('U1', { name: 'Una', picture: pictureAt(`https://p/${word}`) })
  harness.platform.pictures.set(`https://p/${word}`, png(word))
}

async function refresh(harness: Harness, channelId: string): Promise<void> {
  await plan(harness, channelId)
  await harness.allDone()
}

async function plan(harness: Harness, channelId: string): Promise<void> {
  // Longer than a profile stays fresh.
  harness.clock.now += 8 * 86_400_000
  await harness.receive(joined(channelId, harness.clock.now, 'U1'))
  harness.worker.wake()
}
