import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Simulator } from '@innkeeper/simulator'
import { createMediaBytes } from '@innkeeper/testdata'
import { issueClaimCode } from '../../../src/actions/storage/operator.ts'
import { eventually } from '../../support/eventually.ts'
import { startLineTestService } from '../../support/line/line.ts'

const { service, line } = await startLineTestService()

const draw = (name: string) =>
  createMediaBytes({ seed: name, language: 'en', messageId: name, content: { type: 'image' } as never })

const textsIn = (platform: Simulator, chatId: string) =>
  platform.sent
    .filter((one) => one.chatId === chatId)
    .flatMap(({ messages }) => messages.map((message) => ('text' in message ? message.text : '')))
const answer = async (chatId: string, count: number) => {
  await line.until(() => textsIn(line, chatId).length >= count)
  return textsIn(line, chatId)[count - 1] ?? ''
}

const statusOf = async ({ userId }: { userId: string }, channelId: string) => {
  const { channels } = (await (await service.caller(userId)).get('/api/channels')).body
  return channels.find((one: { channelId: string }) => one.channelId === channelId)?.status
}

describe('a group on LINE, from the invitation to the goodbye', () => {
  const picture = draw('group')
  const mai = line.addUser({ displayName: 'Mai', picture: draw('mai') })
  const ken = line.addUser({ displayName: 'Ken' })
  const family = line.addGroup({ name: 'Family', members: [mai, ken], picture })
  const path = `/api/channels/${family.groupId}`
  const messages = async () => {
    const caller = await service.caller(mai.userId)
    return (await caller.get(`${path}/backup/messages`)).body.messages as {
      id: string
      content?: string
      type: string
    }[]
  }
  let said = ''

  test('the bot joins and introduces itself for free', async () => {
    assert.ok((await family.invite()).isDelivered)
    assert.match(await answer(family.groupId, 1), /Innkeeper[\s\S]*\/claim/)
    assert.ok(line.sent.every(({ kind }) => kind === 'reply'))
  })

  test('the first person who claims the group owns it', async () => {
    await family.say(mai, '/claim')
    assert.match(await answer(family.groupId, 2), /you’re now the owner/)
    await family.say(ken, '/claim')
    assert.match(await answer(family.groupId, 3), /already has an owner/)
  })

  test('name, picture and number of people come from the platform', async () => {
    const caller = await service.caller(mai.userId)
    const read = async () => (await caller.get(path)).body.meta
    const channel = await eventually(read, ({ name, picture }) => name === 'Family' && !picture.includes('/default/'))
    assert.deepEqual([channel.name, channel.memberCount, await statusOf(mai, family.groupId)], ['Family', 2, 'active'])
    const shown = await fetch(channel.picture)
    assert.deepEqual(Buffer.from(await shown.arrayBuffer()), Buffer.from(picture), 'served from here, byte for byte')
    const members = async () => (await caller.get(`${path}/members`)).body.members
    const people = await eventually(members, (list) =>
      list.every((one: { userId: string; displayName: string }) => one.displayName !== one.userId),
    )
    assert.deepEqual(
      people.map((one: { displayName: string; role: string }) => [one.displayName, one.role]),
      [
        ['Mai', 'owner'],
        ['Ken', 'member'],
      ],
    )
  })

  test('the send log names the new owner as the chat shows them, although the name was not known at first', async () => {
    const caller = await service.caller(mai.userId)
    const { sends } = (await caller.get(`${path}/assistant/log`)).body
    const texts = sends.flatMap((one: { texts: string[] }) => one.texts).join('\n')
    assert.match(texts, /@Mai, you’re now the owner/)
    assert.doesNotMatch(texts, /@new member/)
  })

  test('nothing is saved before someone subscribes, and everything is from then on', async () => {
    await family.say(ken, 'before')
    await service.subscribe(family.groupId, mai.userId)
    said = (await family.say(ken, 'after')).messageId
    await family.say(mai, { type: 'sticker', packageId: '1', stickerId: '2' })
    assert.deepEqual(
      (await messages()).map(({ type, content }) => content ?? type),
      ['after', 'sticker'],
    )
  })

  test('an edited text is replaced, and its previous version can be read', async () => {
    await family.edit(ken, said, 'after, corrected')
    assert.equal((await messages())[0]?.content, 'after, corrected')
    const caller = await service.caller(mai.userId)
    const { versions } = (await caller.get(`${path}/backup/messages/${said}/versions`)).body
    assert.deepEqual(
      versions.map((one: { content: string }) => one.content),
      ['after', 'after, corrected'],
    )
  })

  test('a picture is downloaded and stored', async () => {
    const bytes = draw('beach')
    const { messageId } = await family.say(ken, { type: 'image', bytes })
    const caller = await service.caller(mai.userId)
    const read = () => caller.get(`${path}/backup/media/${messageId}`)
    const file = await eventually(read, ({ status }) => status === 200)
    assert.equal(file.status, 200)
  })

  test('an unsent message is gone', async () => {
    await family.unsend(ken, said)
    assert.ok((await messages()).every(({ id }) => id !== said))
  })

  test('people who want to stay private can', async () => {
    const before = textsIn(line, family.groupId).length
    await family.say(ken, '/private')
    await family.say(ken, 'between us')
    await family.say(ken, '/public')
    await family.say(ken, 'for all')
    const texts = (await messages()).map(({ content }) => content)
    assert.ok(texts.includes('for all') && !texts.includes('between us'))
    await answer(family.groupId, before + 2)
  })

  test('only the owner can make the bot leave; then the channel is disabled and stays readable', async () => {
    const before = textsIn(line, family.groupId).length
    await family.say(ken, '/leave')
    assert.match(await answer(family.groupId, before + 1), /Only the owner/)
    await family.say(mai, '/leave')
    assert.match(await answer(family.groupId, before + 2), /stays readable[\s\S]*\/leave yes/)
    await family.say(mai, '/leave yes')
    assert.match(await answer(family.groupId, before + 3), /Goodbye/)
    service.clock.now += 10_000
    await line.until(() => !family.state.isBotIn, 20_000)
    const status = await eventually(
      () => statusOf(mai, family.groupId),
      (one) => one === 'disabled',
    )
    assert.equal(status, 'disabled')
    assert.ok((await messages()).length > 0)
  })
})

test('a person who follows the bot owns their private chat, and blocking the bot disables it', async () => {
  const yui = line.addUser({ displayName: 'Yui' })
  await line.follow(yui)
  await line.until(() => textsIn(line, yui.userId).length > 0)
  const caller = await service.caller(yui.userId)
  const read = async () => (await caller.get(`/api/channels/${yui.userId}`)).body
  const channel = await eventually(read, ({ meta }) => meta.name === 'Yui')
  assert.deepEqual([channel.meta.type, channel.role, channel.meta.name], ['user', 'owner', 'Yui'])
  assert.equal(await statusOf(yui, yui.userId), 'active')
  await line.unfollow(yui)
  assert.equal(await statusOf(yui, yui.userId), 'disabled')
})

test('a private chat is named after its person, even if they wrote without following the bot', async () => {
  const chiara = line.addUser({ displayName: 'Chiara' })
  await chiara.say('hello')
  const caller = await service.caller(chiara.userId)
  const read = async () => (await caller.get(`/api/channels/${chiara.userId}`)).body
  const { meta } = await eventually(read, ({ meta }) => meta?.name === 'Chiara')
  assert.deepEqual([meta.type, meta.name], ['user', 'Chiara'])
})

test('a room gets a sensible name', async () => {
  const [ana, bo] = [line.addUser({ displayName: 'Ana' }), line.addUser({ displayName: 'Bo' })]
  const room = line.addRoom({ members: [ana, bo] })
  await room.invite()
  await room.say(ana, '/claim')
  await room.say(bo, 'hello')
  const caller = await service.caller(ana.userId)
  const read = async () => (await caller.get(`/api/channels/${room.roomId}`)).body.meta
  const channel = await eventually(read, ({ name }) => /Ana/.test(name))
  assert.match(channel.name, /Ana/)
})

test('in standby the bot backs up and stays silent', async () => {
  const eva = line.addUser({ displayName: 'Eva' })
  const group = line.addGroup({ name: 'Club', members: [eva] })
  await group.invite()
  await group.say(eva, '/claim')
  await answer(group.groupId, 2)
  await service.subscribe(group.groupId, eva.userId)
  group.state.mode = 'standby'
  await group.say(eva, '/help')
  group.state.mode = 'active'
  await group.say(eva, '/help')
  await answer(group.groupId, 3)
  const caller = await service.caller(eva.userId)
  const { body } = await caller.get(`/api/channels/${group.groupId}/backup/messages`)
  assert.equal(body.messages.length, 2, 'both were saved')
  assert.equal(textsIn(line, group.groupId).length, 3, 'one was answered')
})

test('with codes, only a person who has one can claim, and it works once', async () => {
  const strict = await startLineTestService({ INNKEEPER_CLAIM: 'code' })
  const [sam, tom] = [strict.line.addUser({ displayName: 'Sam' }), strict.line.addUser({ displayName: 'Tom' })]
  const [one, two] = ['One', 'Two'].map((name) => strict.line.addGroup({ name, members: [sam, tom] }))
  assert.ok(one && two)
  const { store, clock } = strict.service
  const request = { channelId: null, expiresAt: clock.now + 60_000 }
  const code = await issueClaimCode({ store, clock: () => clock.now }, request)
  const reply = async (chatId: string, count: number) => {
    await strict.line.until(() => textsIn(strict.line, chatId).length >= count)
    return textsIn(strict.line, chatId)[count - 1] ?? ''
  }
  await one.invite()
  assert.match(await reply(one.groupId, 1), /code/)
  await one.say(sam, '/claim')
  assert.match(await reply(one.groupId, 2), /code/)
  await one.say(sam, '/claim AAAA-AAAA')
  assert.match(await reply(one.groupId, 3), /doesn’t work/)
  await one.say(sam, `/claim ${code.toLowerCase()}`)
  assert.match(await reply(one.groupId, 4), /you’re now the owner/)
  await two.invite()
  await two.say(tom, `/claim ${code}`)
  assert.match(await reply(two.groupId, 2), /doesn’t work/)
})
