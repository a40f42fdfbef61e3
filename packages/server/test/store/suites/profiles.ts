import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PictureRef } from '../../../src/ports/commands/channels.ts'
import { joined, left } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { noon, operator, type World } from '../store-world.ts'

const picture = (letter: string): NonNullable<PictureRef> => {
  return { id: `https://pictures.test/${letter}`, sha256: letter.repeat(64), contentType: 'image/jpeg' }
}

export function profilesSuite(world: World): void {
  type ChannelProfile = { name?: string; picture?: PictureRef; memberCount?: number }
  const recordChannel = (channelId: string, profile: ChannelProfile) =>
    world.store.write<'record-channel'>({ kind: 'record-channel', at: noon, channelId, ...profile })
  const recordMember = (channelId: string, userId: string, name: string, picture: PictureRef = null, at = noon) =>
    world.store.write<'record-member'>({ kind: 'record-member', at, channelId, userId, name, picture })
  const recordRoster = (channelId: string, userIds: string[], at = noon + 5) =>
    world.store.write<'record-roster'>({ kind: 'record-roster', at, channelId, userIds })
  const channelOf = async (channelId: string) => world.store.getChannel((await world.look(channelId)).channelNo)
  const membersOf = async (channelId: string) =>
    world.store.listMembers((await world.look(channelId)).channelNo, undefined)
  const memberOf = async (channelId: string, userId: string) =>
    (await membersOf(channelId)).find((member) => member.userId === userId)

  test("the bot's account is stored for each platform, and the newest one counts", async () => {
    const record = (platform: string, accountId: string) =>
      world.store.write<'record-account'>({ kind: 'record-account', at: noon, platform, accountId, name: 'Bot' })
    assert.equal(await world.store.findAccountId('test'), undefined)
    await record('test', 'B-old')
    await record('elsewhere', 'B-other')
    await record('test', 'B-new')
    assert.equal(await world.store.findAccountId('test'), 'B-new')
    assert.equal(await world.store.findAccountId('elsewhere'), 'B-other')
  })

  test('a new channel profile replaces only the fields it contains', async () => {
    const channel = await world.channel({ owner: 'U1' })
    await recordChannel(channel, { name: 'Book club', picture: picture('a'), memberCount: 30 })
    assert.equal((await channelOf(channel)).name, 'Book club')
    assert.equal((await channelOf(channel)).memberCount, 30)
    assert.deepEqual(await world.store.findPictureOf(channel), picture('a'))

    await recordChannel(channel, { name: ' ' })
    await recordChannel(channel, { memberCount: 31 })
    assert.equal((await channelOf(channel)).name, 'Book club')
    assert.equal((await channelOf(channel)).memberCount, 31)
    assert.deepEqual(await world.store.findPictureOf(channel), picture('a'))

    await recordChannel(channel, { picture: null })
    assert.equal(await world.store.findPictureOf(channel), undefined)
    assert.equal((await channelOf(channel)).memberCount, 31)
    await recordChannel('C-nowhere', { name: 'Nothing' })
  })

  test('without a count from the platform, current members are counted', async () => {
    const channel = await world.channel({ owner: 'U1', members: ['U2', 'U3'], left: ['U4'] })
    assert.equal((await channelOf(channel)).memberCount, 3)
    await recordChannel(channel, { memberCount: 0 })
    assert.equal((await channelOf(channel)).memberCount, 0)
  })

  test('a person gets the name and picture from the platform, in that channel', async () => {
    const [one, two] = [await world.channel({ members: ['U-p'] }), await world.channel({ members: ['U-p'] })]
    await recordMember(one, 'U-p', 'Pat', picture('b'), noon + 1)
    assert.equal((await memberOf(one, 'U-p'))?.displayName, 'Pat')
    assert.equal((await memberOf(two, 'U-p'))?.displayName, 'Name of U-p')
    assert.equal((await world.store.getProfile('U-p')).displayName, 'Pat')
    await recordMember(one, 'U-p', '')
    assert.equal((await memberOf(one, 'U-p'))?.displayName, 'Pat')
  })

  test('a new name does not change messages sent under the old one', async () => {
    const channel = await world.channel({ owner: 'U1', subscribers: ['U1'] })
    await world.receive(message(channel, noon, { id: 'm1', from: 'U1', name: 'Before' }))
    await recordMember(channel, 'U1', 'After')
    const [said] = await world.messages(channel)
    assert.deepEqual(said?.sender, { id: 'U1', name: 'Before' })
  })

  test('a name that comes after many messages is put into them in several transactions, and is recorded with the last one', async () => {
    const channel = await world.channel({ owner: 'U1', subscribers: ['U1'] })
    const say = (from: number, count: number) =>
      world.receive(
        ...Array.from({ length: count }, (_, index) =>
          message(channel, noon + from + index, { id: `m${from + index}`, from: index % 3 === 0 ? 'U1' : 'U-new' }),
        ),
      )
    for (const from of [0, 300, 600, 900]) await say(from, 300)
    const record = {
      kind: 'record-member',
      at: noon,
      channelId: channel,
      userId: 'U-new',
      name: 'Nia',
      picture: null,
    } as const
    let { next } = await world.store.write<'record-member'>(record)
    assert.ok(next, 'control: one transaction is not enough')
    assert.equal((await memberOf(channel, 'U-new'))?.displayName, 'U-new')
    await say(1_200, 30)
    let transactions = 1
    for (; next; transactions++) ({ next } = await world.store.write<'record-member'>({ ...record, after: next }))
    assert.ok(transactions > 2)
    assert.equal((await memberOf(channel, 'U-new'))?.displayName, 'Nia')
    const names = (await world.messages(channel)).map(({ sender }) => sender.name)
    assert.deepEqual([names.filter((name) => name === 'Nia').length, names.includes('U-new')], [820, false])
  })

  test('a profile does not make anyone a member or bring anyone back', async () => {
    const channel = await world.channel({ owner: 'U1', left: ['U-gone'] })
    await recordMember(channel, 'U-gone', 'Gone', picture('c'))
    await recordMember(channel, 'U-never', 'Never', picture('c'))
    assert.notEqual((await memberOf(channel, 'U-gone'))?.leftAt, null)
    assert.equal(await memberOf(channel, 'U-never'), undefined)
    assert.equal((await channelOf(channel)).memberCount, 1)
  })

  test('the picture of a person is the latest one from any channel', async () => {
    const [one, two] = [await world.channel({ members: ['U-q'] }), await world.channel({ members: ['U-q'] })]
    assert.equal(await world.store.findPictureOf('U-q'), undefined)
    await recordMember(one, 'U-q', 'Q', picture('d'), noon + 2)
    await recordMember(two, 'U-q', 'Q', picture('e'), noon + 1)
    assert.deepEqual(await world.store.findPictureOf('U-q'), picture('d'))
    await recordMember(two, 'U-q', 'Q', null, noon + 3)
    assert.equal(await world.store.findPictureOf('U-q'), undefined, 'the latest profile has no picture')
  })

  test('a picture is referenced as long as a channel or member uses it', async () => {
    const channel = await world.channel({ members: ['U1'] })
    const { sha256 } = picture('f')
    assert.equal(await world.store.isBlobReferenced(sha256), false)
    assert.equal(await world.store.findPicture(sha256), undefined)
    await recordChannel(channel, { picture: picture('f') })
    await recordMember(channel, 'U1', 'One', picture('f'))
    await recordChannel(channel, { picture: null })
    assert.equal(await world.store.isBlobReferenced(sha256), true)
    assert.deepEqual(await world.store.findPicture(sha256), { contentType: 'image/jpeg' })
    await recordMember(channel, 'U1', 'One', null)
    assert.equal(await world.store.isBlobReferenced(sha256), false)
  })

  test('a member list adds people never seen before, and changes nobody else', async () => {
    const channel = await world.channel({ owner: 'U1', members: ['U2'], left: ['U-gone'] })
    const before = await membersOf(channel)
    await recordRoster(channel, ['U2', 'U-new', 'U-gone', 'U-new'])
    await recordRoster(channel, ['U-new'], noon + 9)
    const added = await memberOf(channel, 'U-new')
    assert.deepEqual(added, {
      userId: 'U-new',
      displayName: 'U-new',
      role: 'member',
      joinedAt: noon + 5,
      leftAt: null,
      updatedAt: noon + 5,
      picture: null,
    })
    assert.deepEqual(
      (await membersOf(channel)).filter(({ userId }) => userId !== 'U-new'),
      before,
    )
    await recordRoster('C-nowhere', ['U1'])
  })

  test('people from a member list start as guests where new people do, and leave like everyone else', async () => {
    const channel = await world.channel({ owner: 'U1' })
    const change = { newMemberRole: 'guest' } as const
    await world.store.write<'change-settings'>({
      kind: 'change-settings',
      by: operator,
      at: noon,
      channelId: channel,
      change,
    })
    await recordRoster(channel, ['U-new'])
    const { channelNo } = await world.look(channel)
    const guests = async () => (await world.store.listMembers(channelNo, 'guest')).map(({ leftAt }) => leftAt)
    assert.deepEqual(await guests(), [null])
    await world.receive(left(channel, noon + 10, 'U-new'))
    assert.deepEqual(await guests(), [noon + 10])
    await world.receive(joined(channel, noon + 20, 'U-new', 'New'))
    assert.deepEqual(await guests(), [null])
  })
}
