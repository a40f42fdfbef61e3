import assert from 'node:assert/strict'
import { test } from 'node:test'
import { botTexts } from '../../../src/domain/platforms/bot-texts.ts'
import type { IncomingEvent, Person } from '../../../src/ports/connector.ts'
import { inPrivate, joined, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const owner = await service.caller('U-owner')
const group: Person = { userId: 'tg:-100', displayName: 'Book club', isShared: true }
let count = 0

async function openGroup() {
  const channelId = await service.channel(`C-${++count}`, { owner: 'U-owner', subscribers: ['U-owner'] })
  const at = service.clock.now
  const say = (text: string, more: object = {}): IncomingEvent => ({
    ...message(channelId, at, { from: 'U-mai', content: { type: 'text', text } }),
    reply: { token: `t-${++count}`, expiresAt: at + 60_000, isOneUse: true, cost: 'free' },
    ...more,
  })
  const sends = async () => (await owner.get(`/api/channels/${channelId}/assistant/log`)).body.sends
  const answers = async (): Promise<string[]> => (await sends()).map(({ texts }: { texts: string[] }) => texts[0] ?? '')
  return { channelId, say, sends, answers, at, path: `/api/channels/${channelId}` }
}

test('someone who posts as the group can neither own, hide, sign in nor erase anything, and is told so', async () => {
  const { channelId, say, answers, path } = await openGroup()
  const commands = [
    '/claim',
    '/private',
    '/public',
    '/link',
    '/forget',
    '/forget yes',
    '/backup on',
    '/leave',
    '/quiet 1h',
  ]
  for (const text of commands) {
    await service.receive([say(text, { sender: group })])
    assert.equal((await answers())[0], botTexts('en').sharedSender, text)
  }
  await service.receive([say('/help', { sender: group })])
  assert.match((await answers())[0] ?? '', /Here’s what I can do/)
  await service.receive([say('Hello from the group', { sender: group, messageId: 'm-group' })])
  const kept = (await owner.get(`${path}/backup/messages/m-group`)).body
  assert.deepEqual(kept.sender, { id: 'tg:-100', name: 'Book club' }, 'what it says is saved under its name')
  const members = (await owner.get(`${path}/members`)).body.members
  assert.ok(!members.some(({ userId }: { userId: string }) => userId === 'tg:-100'), 'it is no member')
  const transfer = await owner.put(`${path}/owner`, { userId: 'tg:-100' })
  assert.notEqual(transfer.status, 200, 'and can never own the channel')
  for (const language of ['ja', 'th', 'zh-CN', 'zh-TW']) {
    assert.equal((await owner.put(`${path}/settings`, { language })).status, 200)
    await service.receive([say('/claim', { sender: group })])
    assert.equal((await answers())[0], botTexts(language).sharedSender)
    assert.notEqual(botTexts(language).sharedSender, botTexts('en').sharedSender)
  }
  assert.equal(channelId.startsWith('C-'), true)
})

test('a command is read without the name of our bot, and one for another bot is left to it', async () => {
  const { say, answers, path } = await openGroup()
  const rule = { keywords: ['hours'], question: 'Hours?', answer: 'From 9 to 5.' }
  assert.equal((await owner.post(`${path}/assistant/qa`, rule)).status, 201)
  await service.receive([say('/help@inn_bot', { command: '/help' })])
  assert.match((await answers())[0] ?? '', /Here’s what I can do/)
  await service.receive([say('/help@other_bot', { command: null }), say('/hours@other_bot', { command: null })])
  assert.equal((await answers()).length, 1, 'nothing more')
  await service.receive([say('what are your hours')])
  assert.equal((await answers())[0], 'From 9 to 5.', 'control')
  await service.receive([say('/private@inn_bot', { command: '/private', messageId: 'm-private' })])
  assert.equal((await owner.get(`${path}/backup/messages/m-private`)).status, 404, 'not even the command is saved')
})

test('/start says what /help says, and with the word of a link it signs in', async () => {
  const { channelId, say, answers } = await openGroup()
  await service.receive([say('/start')])
  assert.match((await answers())[0] ?? '', /Here’s what I can do/)
  await service.receive([say('/start link')])
  assert.equal((await answers())[0], botTexts('en').link.notHere, 'only in a private chat')
  await service.receive([say('/start group-42')])
  assert.match((await answers())[0] ?? '', /Here’s what I can do/)
  await service.receive([
    inPrivate({ ...say('/start link'), channel: { channelId: `P-${channelId}`, type: 'user' } }, 'U-mai'),
  ])
  const codes = await service.caller('U-mai')
  const { sends } = (await codes.get(`/api/channels/P-${channelId}/assistant/log`)).body
  assert.match(sends[0].texts[0], /sign-in/)
})

test('a join that is reported twice is welcomed once', async () => {
  const { channelId, path, at, sends } = await openGroup()
  const welcome = await owner.put(`${path}/assistant/welcome`, {
    enabled: true,
    message: 'Welcome, {name}!',
    greetReturning: true,
  })
  assert.equal(welcome.status, 200)
  const reply = { token: 'w', expiresAt: at + 600_000, isOneUse: false, cost: 'free' } as const
  const greet = () =>
    service.store.write<'greet-newcomers'>({ kind: 'greet-newcomers', at: service.clock.now, channelId })
  const welcomes = async () => (await sends()).filter(({ kind }: { kind: string }) => kind === 'welcome').length
  await service.receive([{ ...joined(channelId, at, 'U-new', 'Ken'), reply }])
  service.clock.now += 10_000
  await greet()
  assert.equal(await welcomes(), 1)
  await service.receive([
    { ...joined(channelId, at, 'U-new', 'Ken'), reply },
    { ...joined(channelId, at + 1000, 'U-new', 'Ken'), reply },
  ])
  service.clock.now += 10_000
  await greet()
  assert.equal(await welcomes(), 1)
  const { items } = (await owner.get(`${path}/backup/timeline`)).body
  type Joined = { what?: string; person?: { id: string } }
  const shown = items.filter(({ what, person }: Joined) => what === 'joined' && person?.id === 'U-new')
  assert.equal(shown.length, 1, 'and shown once')
  await service.receive([{ ...joined(channelId, at + 3_600_000, 'U-new', 'Ken'), reply }])
  service.clock.now += 10_000
  await greet()
  assert.equal(await welcomes(), 2, 'control: a later join is another one')
})

test('an unsent message takes only its own unread event with it', async () => {
  const { channelId, at } = await openGroup()
  const other = await openGroup()
  const unread = (platform: string, channel: string | undefined) =>
    service.store.write<'receive-events'>({
      kind: 'receive-events',
      at,
      platform,
      events: [],
      unread: [
        {
          at,
          reason: 'new kind',
          raw: '{}',
          eventId: `u-${++count}`,
          messageId: '41',
          ...(channel && { channelId: channel }),
        },
      ],
    })
  await unread('test', channelId)
  await unread('test', other.channelId)
  await unread('other', channelId)
  const left = async () =>
    (await service.store.listUnreadEvents(100)).filter(({ reason }) => reason === 'new kind').length
  assert.equal(await left(), 3, 'control')
  await service.receive([unsent(channelId, at, '41')])
  assert.equal(await left(), 2)
})
