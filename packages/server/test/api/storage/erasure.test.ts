import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createMediaBytes } from '@innkeeper/testdata'
import { issueKey } from '../../../src/actions/storage/operator.ts'
import type { MessageDetails } from '../../../src/domain/messages/message-json.ts'
import { edited } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { eventually } from '../../support/eventually.ts'
import { findRemains } from '../../support/hostile/remains.ts'
import { startLineTestService } from '../../support/line/line.ts'
import { innkeeper } from '../../support/process/process.ts'
import { engine } from '../../support/test-environment.ts'
import { startTestService } from '../../support/test-service.ts'

const drawing = (name: string) =>
  createMediaBytes({ seed: name, language: 'en', messageId: name, content: { type: 'image' } })

const doomed = 'Udoomed00000000000000000000000001'
const friend = 'Ufriend00000000000000000000000002'

/** A person with messages, an edit, a photo, a mention by a friend, a key, and settings they changed. */
async function withPast() {
  const service = await startTestService()
  const { now } = service.clock
  await service.channel('C1', { owner: doomed, members: [friend], subscribers: [doomed, friend] })
  await service.channel('C2', { owner: friend, members: [doomed], subscribers: [friend] })
  const mention: MessageDetails = {
    quotedMessageId: 'theirs',
    mentions: [
      { index: 0, length: 4, userId: doomed },
      { index: 5, length: 3, userId: friend },
    ],
  }
  const theirs = await service.caller(doomed)
  // Their messages are answered by name, at once in C1 and by a job in C2.
  const rule = { question: 'Who?', answer: 'Somebody, {name}', cooldownSeconds: 60, memberCooldownSeconds: 60 }
  const friendly = await service.caller(friend)
  const here = await theirs.post('/api/channels/C1/assistant/qa', { ...rule, keywords: ['nobody'] })
  const there = await friendly.post('/api/channels/C2/assistant/qa', { ...rule, keywords: ['^no'], match: 'regex' })
  assert.deepEqual([here.status, there.status], [201, 201])
  await service.receive([
    message('C1', now, { id: 'theirs', from: doomed, name: 'Doomed Person', content: words('nobody must know') }),
    edited('C1', now + 1, 'theirs', 'nobody may know'),
    message('C1', now, { id: 'photo', from: doomed, content: { type: 'image' } }),
    { ...message('C1', now + 2, { id: 'reply', from: friend, content: words('I do') }), details: mention },
    message('C2', now, { id: 'elsewhere', from: doomed, content: words('nobody should know') }),
  ])
  const photo = drawing('doomed')
  await service.storeMedia('C1', 'photo', photo)
  assert.equal((await theirs.put('/api/channels/C1/settings', { language: 'ja' })).status, 200)
  await eventually(
    () => friendly.get('/api/channels/C1/backup/media/photo/preview'),
    ({ status }) => status === 200,
  )
  return { service, photo, theirs, friendly }
}

const words = (text: string) => ({ type: 'text', text }) as const

describe('a person who is erased', () => {
  test('leaves nothing in the data folder; messages of others stay, with a gap where they quoted them', async () => {
    const { service, photo, theirs, friendly } = await withPast()
    const { code, stdout, stderr } = await innkeeper(['erase', '--user', doomed], { env: service.environment.env })
    assert.equal(code, 0, stderr)
    assert.match(stdout, /3 messages, 1 previous version/)
    assert.match(stdout, /1 media file, /)
    assert.match(stdout, /their name in 2 channels/)
    // Only a data folder is locked by its service.
    assert.equal(stdout.includes('A service is running'), engine === 'sqlite')
    assert.equal((await theirs.get('/api/me')).status, 401, 'their keys are gone')
    assert.deepEqual(
      (await friendly.get('/api/channels/C1/backup/messages')).body.messages.map(({ id }: { id: string }) => id),
      ['reply'],
    )
    assert.equal((await friendly.get('/api/channels/C1/backup/messages/theirs')).status, 404)
    assert.deepEqual(await Array.fromAsync(service.blobs.list()), [])
    await service.stop()
    assert.deepEqual(
      await findRemains(service.environment, [doomed, 'Doomed Person', 'nobody m', 'nobody s', photo]),
      [],
    )
    assert.notDeepEqual(await findRemains(service.environment, [friend]), [], 'the control: the friend is found')
  })

  test('can also be erased while no service is running, and then nothing is left for later', async () => {
    const { service, photo } = await withPast()
    await service.stop()
    assert.notDeepEqual(await findRemains(service.environment, [photo]), [], 'the control: before, the photo is found')
    const { code, stdout } = await innkeeper(['erase', '--user', doomed, '--json'], { env: service.environment.env })
    assert.equal(code, 0)
    const { erased, cleared } = JSON.parse(stdout)
    assert.deepEqual([erased.messages, erased.mediaFiles, cleared], [3, 1, 'cleared'])
    assert.deepEqual(
      await findRemains(service.environment, [doomed, 'Doomed Person', 'nobody m', 'nobody s', photo]),
      [],
    )
  })

  test('in one channel keeps their data in others', async () => {
    const { service, friendly } = await withPast()
    const { code } = await innkeeper(['erase', '--user', doomed, '--channel', 'C1'], { env: service.environment.env })
    assert.equal(code, 0)
    assert.equal((await friendly.get('/api/channels/C1/backup/messages/theirs')).status, 404)
    assert.equal((await friendly.get('/api/channels/C2/backup/messages/elsewhere')).status, 200)
  })

  test('leaves no edit behind whose message was never saved', async () => {
    const service = await startTestService()
    const { now } = service.clock
    await service.channel('C1', { owner: friend, members: [doomed], subscribers: [friend] })
    await service.receive([edited('C1', now, 'never-kept', 'words of an unknown message', doomed)])
    assert.equal((await innkeeper(['erase', '--user', doomed], { env: service.environment.env })).code, 0)
    await service.stop()
    assert.deepEqual(await findRemains(service.environment, [doomed, 'words of an unknown message']), [])
  })

  test('leaves no such edit behind that an earlier release saves without its author in the same database', async () => {
    const service = await startTestService()
    await service.channel('C1', { owner: friend, members: [doomed], subscribers: [friend] })
    const channelNo = await service.store.findChannelNo('C1')
    await service.environment.withSql(async (sql) => {
      await sql.run('insert into message_ids (channel, message_id) values (?, ?)', channelNo ?? 0, 'stray')
      const version = 'insert into message_versions (channel, message_id, at, content) values (?, ?, ?, ?)'
      await sql.run(version, channelNo ?? 0, 'stray', service.clock.now, 'words of nobody')
    })
    assert.equal((await innkeeper(['erase', '--user', doomed], { env: service.environment.env })).code, 0)
    await service.stop()
    assert.deepEqual(await findRemains(service.environment, ['words of nobody']), [])
  })

  test('must exist: a wrong id is reported, and nothing happens', async () => {
    const { service } = await withPast()
    const nobody = await innkeeper(['erase', '--user', 'U-nobody'], { env: service.environment.env })
    assert.deepEqual([nobody.code, nobody.stdout], [1, ''])
    assert.match(nobody.stderr, /No data found for a person with the ID U-nobody/)
    assert.equal((await innkeeper(['erase'], { env: service.environment.env })).code, 2)
    assert.equal((await service.store.countRows()).messages, 4)
  })
})

test('a person who sends /forget in private is asked once to confirm, then erased everywhere and told the count', async () => {
  const { service, line } = await startLineTestService()
  const mai = line.addUser({ displayName: 'Mai Forgotten' })
  const ken = line.addUser({ displayName: 'Ken' })
  const family = line.addGroup({ name: 'Family', members: [mai, ken] })
  await family.invite()
  await family.say(ken, '/claim')
  await eventually(
    async () => (await (await service.caller(ken.userId)).get('/api/channels')).body.channels.length,
    (count) => count === 1,
  )
  await service.subscribe(family.groupId, ken.userId)
  const { messageId } = await family.say(mai, 'forget me not')
  await family.say(mai, { type: 'image' })
  await family.say(ken, 'I remember')
  const answers = () =>
    line.sent
      .filter(({ chatId }) => chatId === mai.userId)
      .flatMap(({ messages }) => messages.map((one) => ('text' in one ? one.text : '')))
  const last = async (count: number) => {
    await line.until(() => answers().length >= count)
    return answers().at(-1) ?? ''
  }
  await line.follow(mai)
  await last(1)
  await family.say(mai, '/forget')
  await line.until(() =>
    line.sent.some(
      ({ chatId, messages }) => chatId === family.groupId && /private chat/.test(JSON.stringify(messages)),
    ),
  )
  await mai.say('/forget')
  assert.match(await last(2), /can’t undo this[\s\S]*\/forget yes/)
  const reader = await service.caller(ken.userId)
  const path = `/api/channels/${family.groupId}/backup/messages`
  assert.equal((await reader.get(`${path}/${messageId}`)).status, 200, 'so far nothing has happened')
  service.clock.now += 1000
  await mai.say('/forget yes')
  assert.match(await last(3), /Erased messages: 3\. Erased files: \d\./)
  assert.equal((await reader.get(`${path}/${messageId}`)).status, 404)
  const texts = (await reader.get(path)).body.messages.map(({ content }: { content: string }) => content)
  assert.deepEqual(texts, ['I remember'])
  await line.settled()
  await service.stop()
  assert.deepEqual(await findRemains(service.environment, [mai.userId, 'Mai Forgotten', 'forget me not']), [])
})

describe('a channel that is deleted', () => {
  test('is confirmed by its name and gone for everyone at once, and the response has the counts', async () => {
    const { service, photo, theirs, friendly } = await withPast()
    const refused = await theirs.delete('/api/channels/C1', { confirm: 'Group' })
    assert.deepEqual(
      [refused.status, refused.body.error],
      [400, 'confirm must be the channel\'s name, "Group C1", to delete it'],
    )
    assert.equal((await friendly.delete('/api/channels/C1', { confirm: 'Group C1' })).status, 403)
    const { status, body } = await theirs.delete('/api/channels/C1', { confirm: 'Group C1' })
    assert.equal(status, 200)
    const { mediaBytes, ...counts } = body
    assert.deepEqual(counts, { success: true, messages: 3, versions: 1, mediaFiles: 1, members: 2 })
    assert.equal(mediaBytes, photo.length)
    assert.equal((await friendly.get('/api/channels/C1')).status, 403)
    assert.equal((await theirs.delete('/api/channels/C1', { confirm: 'Group C1' })).status, 403)
    const left = (await friendly.get('/api/channels')).body.channels
    assert.deepEqual(
      left.map(({ channelId }: { channelId: string }) => channelId),
      ['C2'],
    )
    assert.equal((await friendly.get('/api/channels/C2/backup/messages/elsewhere')).status, 200, 'another one stays')
    await eventually(
      () => service.store.hasOpenErasures(),
      (isOpen) => !isOpen,
    )
    await service.stop()
    assert.deepEqual(await findRemains(service.environment, ['Group C1', 'nobody m', 'I do', photo]), [])
  })

  test('makes the bot leave the chat, and messages there until then do not create it again', async () => {
    const { service, line } = await startLineTestService()
    const mai = line.addUser({ displayName: 'Mai' })
    const group = line.addGroup({ name: 'Club', members: [mai] })
    await group.invite()
    await group.say(mai, '/claim')
    const owner = await service.caller(mai.userId)
    const path = `/api/channels/${group.groupId}`
    await eventually(
      async () => (await owner.get(path)).body.meta?.name,
      (name) => name === 'Club',
    )
    service.clock.now += 1000
    const { status } = await owner.delete(path, { confirm: 'Club' })
    assert.equal(status, 200)
    await line.until(() => line.requests.some(({ path: called }) => called.endsWith('/leave')))
    await line.settled()
    await eventually(
      () => service.store.hasOpenErasures(),
      (isOpen) => !isOpen,
    )
    assert.deepEqual(await service.store.listAllChannels(), [])
    const { key } = await issueKey(
      { store: service.store, clock: () => service.clock.now },
      { userId: mai.userId, name: '', scope: 'full', expiresAt: null },
    )
    service.clock.now += 1000
    await group.invite()
    await group.say(mai, '/claim')
    const again = service.callerWith(`Bearer ${key}`)
    const found = await eventually(
      () => again.get(path),
      (answer) => answer.body.role === 'owner',
    )
    assert.equal(found.status, 200, 'invited again, it starts over')
  })
})
