import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../support/eventually.ts'
import { openBrowser } from '../../support/http/browser.ts'
import { startLineTestService } from '../../support/line/line.ts'

const { service, line } = await startLineTestService({ INNKEEPER_BASE_URL: 'https://inn.example' })

/** The last of this many texts that the bot sent to a chat, once it has sent them. */
async function hear(chatId: string, count: number, platform = line): Promise<string> {
  const texts = () =>
    platform.sent
      .filter((one) => one.chatId === chatId)
      .flatMap(({ messages }) => messages.map((message) => ('text' in message ? message.text : '')))
  await platform.until(() => texts().length >= count)
  return texts()[count - 1] ?? ''
}

/** The send log of a chat, once nothing is waiting any more. */
async function readLog(channelId: string) {
  const channelNo = (await service.store.findChannelNo(channelId)) ?? 0
  const query = {
    since: 0,
    before: { at: Number.MAX_SAFE_INTEGER, sendId: Number.MAX_SAFE_INTEGER },
    limit: 10,
    state: undefined,
    ruleId: undefined,
    messageId: undefined,
  }
  return await eventually(
    async () => (await service.store.listSends(channelNo, query)).sends.map(({ send }) => send),
    (sends) => sends.every(({ state }) => state !== 'waiting'),
  )
}

test('in a private chat the bot sends a link that signs its person in, and no one can read it in the log', async () => {
  const mai = line.addUser({ displayName: 'Mai' })
  await line.follow(mai)
  await mai.say('／ｌｉｎｋ')
  const text = await hear(mai.userId, 2)
  const [, code = ''] = /15 minutes[\s\S]*\nhttps:\/\/inn\.example\/sign-in#(\w{22})$/.exec(text) ?? []
  assert.notEqual(code, '', text)
  const sends = await readLog(mai.userId)
  assert.ok(sends.some(({ texts }) => texts.some((one) => one.endsWith('https://inn.example/sign-in#…'))))
  assert.ok(!JSON.stringify(sends).includes(code))
  const browser = openBrowser(service)
  const answer = await browser.post('/sign-in/link', { code })
  assert.deepEqual([answer.status, answer.body.userId], [201, mai.userId])
  assert.equal((await browser.get('/api/me')).body.displayName, 'Mai')
})

test('in a group the bot asks for a private message and gives nothing away', async () => {
  const ken = line.addUser({ displayName: 'Ken' })
  const group = line.addGroup({ name: 'Club', members: [ken] })
  await group.invite()
  await group.say(ken, '/link')
  assert.equal(await hear(group.groupId, 2), 'To do that, send me /link in a private chat.')
})

test('a person who turns on the backup gets the link in private if they allow pushes, and otherwise the URL', async () => {
  const ana = line.addUser({ displayName: 'Ana' })
  const crew = line.addGroup({ name: 'Crew', members: [ana] })
  await crew.invite()
  await crew.say(ana, '/backup on')
  assert.match(await hear(crew.groupId, 2), new RegExp(`https://inn.example/channels/${crew.groupId}.*/link`))
  await line.follow(ana)
  await hear(ana.userId, 1)
  const caller = await service.caller(ana.userId)
  assert.equal((await caller.put(`/api/channels/${ana.userId}/settings`, { allowPush: true })).status, 200)
  await crew.say(ana, '/backup')
  assert.match(
    await hear(crew.groupId, 3),
    /save all messages and files in this chat for you\. .*link I sent you in our private chat/,
  )
  const [, code = ''] = /#(\w{22})$/.exec(await hear(ana.userId, 2)) ?? []
  await crew.say(ana, '/backup')
  assert.match(await hear(crew.groupId, 4), /send me \/link/, 'no second push while the first link works')
  assert.equal((await openBrowser(service).post('/sign-in/link', { code })).body.userId, ana.userId)
  assert.equal(line.sent.filter(({ chatId, kind }) => chatId === ana.userId && kind === 'push').length, 1)
})

test('a link that could not be sent is not stored either', async () => {
  const eva = line.addUser({ displayName: 'Eva' })
  await line.follow(eva)
  await hear(eva.userId, 1)
  line.faults.add({ on: 'POST /v2/bot/message/reply', do: '403' })
  await eva.say('/link')
  const sends = await eventually(
    () => readLog(eva.userId),
    (all) => all.some(({ state }) => state === 'refused'),
  )
  line.faults.clear()
  assert.ok(sends.some(({ state, texts }) => state === 'refused' && texts.some((one) => one.endsWith('#…'))))
  const buried = await service.store.listBuriedJobs(10)
  assert.deepEqual(
    [buried.length, JSON.stringify([sends, buried]).match(/sign-in#\w/)],
    [1, null],
    JSON.stringify([sends, buried]),
  )
})

test('if the URL of the console is not known, the bot says whom to ask', async () => {
  const { line: other } = await startLineTestService()
  const mai = other.addUser({ displayName: 'Mai' })
  await other.follow(mai)
  await mai.say('/link')
  assert.match(await hear(mai.userId, 2, other), /operator.*INNKEEPER_BASE_URL/)
})
