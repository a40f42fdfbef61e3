import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PlatformRefusal, PlatformSilence } from '../../src/ports/connector.ts'
import { botAdded, joined } from '../support/chat-events.ts'
import { message } from '../support/events.ts'
import { openWorkshop } from './job-harness.ts'
import { png } from './scripted-platform.ts'

describe('what the platform tells of a channel', () => {
  test('its name, its picture and how many are in it', async () => {
    const shop = await added('group')
    shop.platform.profiles.set('C1', { name: '読書会', pictureUrl: 'https://p/1' })
    shop.platform.pictures.set('https://p/1', png('one'))
    shop.platform.memberCount = 42
    shop.start()
    await shop.allDone()
    const { name, memberCount, picture } = await shop.store.getChannel(1)
    assert.deepEqual([name, memberCount, picture?.contentType], ['読書会', 42, 'image/png'])
  })

  test('a count that does not come holds up neither name nor picture, and comes later', async () => {
    const shop = await added('group')
    shop.platform.profiles.set('C1', { name: '読書会' })
    shop.platform.memberCount = new PlatformSilence('no answer')
    const worker = shop.start()
    await shop.until(() => shop.outcomes.includes('refresh-channel retry'))
    assert.equal((await shop.store.getChannel(1)).name, '読書会')
    shop.platform.memberCount = 7
    shop.clock.now += 1_000
    worker.wake()
    await shop.allDone()
    assert.equal((await shop.store.getChannel(1)).memberCount, 7)
  })

  test('a chat that we cannot see any more is left as it is, without a fuss', async () => {
    const shop = await added('group')
    shop.start()
    await shop.allDone()
    assert.deepEqual(await shop.buried(), [])
    assert.deepEqual(shop.logged, [])
  })

  test('a room is called after the people in it, as their names become known', async () => {
    const shop = await added('room')
    const worker = shop.start()
    await shop.allDone()
    assert.equal((await shop.store.getChannel(1)).name, 'Room')
    for (const [index, name] of ['Aiko', 'Ben', 'Chen', 'Dita'].entries()) {
      shop.platform.profiles.set(`U${index}`, { name })
      await shop.receive(inRoom(joined('C1', shop.clock.now + index, `U${index}`)))
      worker.wake()
      await shop.allDone()
    }
    assert.equal((await shop.store.getChannel(1)).name, 'Room of Aiko, Ben, Chen and 1 more')
  })
})

describe('what the platform tells of people', () => {
  test('everybody on its list is a member, by name', async () => {
    const shop = await added('group')
    const ids = Array.from({ length: 250 }, (_, index) => `U${index}`)
    for (const id of ids) shop.platform.profiles.set(id, { name: `Name of ${id}` })
    shop.platform.memberIds = [ids.slice(0, 100), ids.slice(100, 200), ids.slice(200)]
    shop.start()
    await shop.allDone()
    const members = await shop.store.listMembers(1, undefined)
    assert.deepEqual(
      members.map(({ displayName }) => displayName).toSorted(),
      ids.map((id) => `Name of ${id}`).toSorted(),
    )
  })

  test('who the platform shows nothing of is not asked for again at every word', async () => {
    const shop = await added('group')
    const worker = shop.start()
    for (let index = 0; index < 3; index++) {
      await shop.receive(message('C1', shop.clock.now, { from: 'U-hidden' }))
      worker.wake()
      await shop.allDone()
    }
    assert.equal(shop.outcomes.filter((outcome) => outcome.startsWith('refresh-member')).length, 1)
    const [member] = await shop.store.listMembers(1, undefined)
    assert.equal(member?.displayName, 'U-hidden', 'the id stands in for the name')
  })

  test('an account that may not see the list goes without it', async () => {
    const shop = await added('group')
    shop.platform.memberIds = new PlatformRefusal('forbidden', 'Access to this API is not available')
    shop.start()
    await shop.allDone()
    assert.deepEqual([await shop.store.listMembers(1, undefined), await shop.buried()], [[], []])
  })
})

describe('pictures are fetched once for each address', () => {
  test('a picture whose address is the same is not fetched again; in another chat neither', async () => {
    const shop = await withPicture('one')
    await look(shop, 'C1')
    await shop.channel('C2')
    await look(shop, 'C2')
    assert.equal(shop.platform.asked.filter((asked) => asked === 'https://p/one').length, 1)
    const [here] = await shop.store.listMembers(1, undefined)
    const [there] = await shop.store.listMembers(2, undefined)
    assert.deepEqual(here?.picture, there?.picture)
    assert.ok(here?.picture)
  })

  test('a new picture takes the place of the old one, whose bytes go when nobody bears it any more', async () => {
    const shop = await withPicture('one')
    await shop.channel('C2')
    await look(shop, 'C2')
    const before = await shop.store.findPictureOf('U1')
    change(shop, 'two')
    await look(shop, 'C1')
    const after = await shop.store.findPictureOf('U1')
    assert.notEqual(after?.sha256, before?.sha256)
    assert.equal(await shop.countFiles(), 2, 'the control: in the other chat the old one is still worn')
    await look(shop, 'C2')
    assert.equal(await shop.countFiles(), 1)
  })

  test('without a picture there is none, and no bytes', async () => {
    const shop = await withPicture('one')
    shop.platform.profiles.set('U1', { name: 'Una' })
    await look(shop, 'C1')
    assert.deepEqual([await shop.store.findPictureOf('U1'), await shop.countFiles()], [undefined, 0])
  })

  test('what is no picture is not kept, whatever it is called', async () => {
    const shop = await withPicture('one')
    shop.platform.pictures.set('https://p/two', Buffer.from('<svg onload="alert(1)"/>'))
    shop.platform.profiles.set('U1', { name: 'Una', pictureUrl: 'https://p/two' })
    await look(shop, 'C1')
    assert.equal((await shop.store.findPictureOf('U1'))?.url, 'https://p/one')
    assert.equal(await shop.countFiles(), 1)
  })

  test('a picture that does not come holds up no name, and comes later', async () => {
    const shop = await withPicture('one')
    shop.platform.pictures.set('https://p/two', new PlatformSilence('no answer'))
    shop.platform.profiles.set('U1', { name: 'Una the Great', pictureUrl: 'https://p/two' })
    await plan(shop, 'C1')
    await shop.until(() => shop.outcomes.includes('refresh-member retry'))
    const [member] = await shop.store.listMembers(1, undefined)
    assert.equal(member?.displayName, 'Una the Great')
    change(shop, 'two')
    shop.clock.now += 1_000
    shop.worker.wake()
    await shop.allDone()
    assert.equal((await shop.store.findPictureOf('U1'))?.url, 'https://p/two')
  })
})

type Shop = Awaited<ReturnType<typeof withPicture>>

async function added(type: 'group' | 'room') {
  const shop = await openWorkshop()
  const event = botAdded('C1', shop.clock.now)
  await shop.receive(type === 'room' ? inRoom(event) : event)
  return shop
}

function inRoom<E extends { channel: object }>(event: E): E {
  return { ...event, channel: { ...event.channel, type: 'room' } }
}

/** Una is in a chat and wears this picture. */
async function withPicture(word: string) {
  const workshop = await openWorkshop()
  const shop = { ...workshop, worker: workshop.start() }
  await shop.channel('C1')
  change(shop, word)
  await look(shop, 'C1')
  return shop
}

function change(shop: Shop, word: string): void {
  shop.platform.profiles.set('U1', { name: 'Una', pictureUrl: `https://p/${word}` })
  shop.platform.pictures.set(`https://p/${word}`, png(word))
}

async function look(shop: Shop, channelId: string): Promise<void> {
  await plan(shop, channelId)
  await shop.allDone()
}

async function plan(shop: Shop, channelId: string): Promise<void> {
  // Later than a profile lasts.
  shop.clock.now += 8 * 86_400_000
  await shop.receive(joined(channelId, shop.clock.now, 'U1'))
  shop.worker.wake()
}
