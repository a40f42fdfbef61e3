import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PlatformSilence } from '../../src/domain/platforms/platform-errors.ts'
import type { ChannelRef } from '../../src/ports/connector.ts'
import { answerWith, json, refusal, startPlatform } from './platform.ts'
import { freshId } from './sample-events.ts'

const group = (channelId: string): ChannelRef => ({ channelId, type: 'group' })
const room = (channelId: string): ChannelRef => ({ channelId, type: 'room' })
const privateChat = (channelId: string): ChannelRef => ({ channelId, type: 'user' })

test('the connector finds out its own account', async (t) => {
  const { platform, connector } = await startPlatform(t, { simulator: { botName: 'Innkeeper' } })
  assert.deepEqual(await connector.getAccount(), { accountId: platform.botUserId, displayName: 'Innkeeper' })
})

test('names come from groups, their members and private chats; a room has none', async (t) => {
  const { platform, connector } = await startPlatform(t)
  const mika = platform.addUser({ displayName: 'Mika', pictureUrl: 'https://profile.line-scdn.net/0h1' })
  const ken = platform.addUser({ displayName: 'Ken' })
  const service = platform.addGroup({ name: 'The inn', members: [mika, ken] })
  const hut = platform.addRoom({ members: [mika] })
  for (const chat of [service, hut]) await chat.invite()
  await platform.follow(ken)

  assert.deepEqual(await connector.profiles.findChannel(group(service.groupId)), { name: 'The inn' })
  assert.equal(await connector.profiles.findChannel(room(hut.roomId)), undefined)
  assert.deepEqual(await connector.profiles.findChannel(privateChat(ken.userId)), { name: 'Ken' })
  const url = 'https://profile.line-scdn.net/0h1'
  const expected = { name: 'Mika', picture: { id: url, ref: url } }
  assert.deepEqual(await connector.profiles.getMember(group(service.groupId), mika.userId), expected)
  assert.deepEqual(await connector.profiles.getMember(room(hut.roomId), mika.userId), expected)
  assert.deepEqual(await connector.profiles.getMember(privateChat(ken.userId), ken.userId), { name: 'Ken' })
  await assert.rejects(connector.profiles.getMember(group(service.groupId), freshId('U')), refusal('not-found'))
  await assert.rejects(connector.profiles.getMember(privateChat(mika.userId), mika.userId), refusal('not-found'))
})

test('members are counted, and listed page by page if the account is allowed to', async (t) => {
  const { platform, connector } = await startPlatform(t, { simulator: { isVerified: true } })
  const members = Array.from({ length: 250 }, () => platform.addUser())
  const service = platform.addGroup({ members })
  await service.invite()
  assert.equal(await connector.roster?.count(group(service.groupId)), 250)
  assert.equal(await connector.roster?.count(privateChat(freshId('U'))), 1)
  const pages = await Array.fromAsync(connector.roster?.listMemberIds(group(service.groupId)) ?? [])
  assert.ok(pages.length >= 3)
  assert.deepEqual(pages.flat().sort(), members.map(({ userId }) => userId).sort())
})

test('an account that is not allowed to list members gets a refusal', async (t) => {
  const { platform, connector } = await startPlatform(t, { simulator: { isVerified: false } })
  const service = platform.addGroup({ members: [platform.addUser()] })
  await service.invite()
  await assert.rejects(
    Array.fromAsync(connector.roster?.listMemberIds(group(service.groupId)) ?? []),
    refusal('forbidden', /x-line-request-id/),
  )
})

test('a member list that goes in circles is not taken for a complete one', async () => {
  const { connector, calls } = answerWith([json(200, { memberIds: ['U1', 5, 'U2'], next: 'again' })])
  const pages: string[][] = []
  await assert.rejects(async () => {
    for await (const page of connector.roster?.listMemberIds(group('C1')) ?? []) pages.push(page)
  }, PlatformSilence)
  assert.deepEqual(pages, [
    ['U1', 'U2'],
    ['U1', 'U2'],
  ])
  assert.match(calls[1]?.url ?? '', /\/v2\/bot\/group\/C1\/members\/ids\?start=again$/)
})

test('the bot leaves groups and rooms; in a private chat there is nothing to leave', async (t) => {
  const { platform, connector } = await startPlatform(t)
  const service = platform.addGroup({ members: [platform.addUser()] })
  const hut = platform.addRoom({ members: [platform.addUser()] })
  for (const chat of [service, hut]) await chat.invite()
  await connector.leave(group(service.groupId))
  await connector.leave(room(hut.roomId))
  assert.deepEqual([service.state.isBotIn, hut.state.isBotIn], [false, false])
  const before = platform.requests.length
  await connector.leave(privateChat(freshId('U')))
  assert.equal(platform.requests.length, before)
})

test('no id can change the address of a request', async () => {
  const { connector, calls } = answerWith([json(200, { displayName: 'x', groupName: 'x', count: 1 })])
  await connector.profiles.getMember(group('C1/../../x'), 'U?a=b#c')
  assert.equal(calls[0]?.url, 'https://api.example.com/v2/bot/group/C1%2F..%2F..%2Fx/member/U%3Fa%3Db%23c')
  for (const id of ['', '.', '..', 'x'.repeat(129), 'a\ud83d']) {
    await assert.rejects(connector.profiles.findChannel(group(id)), refusal('invalid'))
    await assert.rejects(connector.profiles.getMember(group('C1'), id), refusal('invalid'))
    await assert.rejects(
      connector.media.open({ channel: group('C1'), messageId: id, type: 'image' }),
      refusal('invalid'),
    )
  }
  assert.equal(calls.length, 1)
})

test('the API address can have a path, and an invalid address is refused at startup', async () => {
  const { connector, calls } = answerWith([json(200, { count: 3 })], { apiBaseUrl: 'https://proxy.example.com/line/' })
  assert.equal(await connector.roster?.count(group('C1')), 3)
  assert.equal(calls[0]?.url, 'https://proxy.example.com/line/v2/bot/group/C1/members/count')
  for (const apiBaseUrl of ['', 'api.line.me', 'ftp://api.line.me'])
    assert.throws(() => answerWith([], { apiBaseUrl }), /not a valid API URL/)
})
