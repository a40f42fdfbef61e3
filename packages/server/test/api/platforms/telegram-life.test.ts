import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TimelineItem, TimelineMessage } from '@innkeeper/contract'
import type { Group, GroupSayOptions, Person } from '@innkeeper/simulator-telegram'
import { botTexts } from '../../../src/domain/platforms/bot-texts.ts'
import { eventually, until } from '../../support/eventually.ts'
import { startTelegramTestService, untilOwned } from '../../support/telegram/telegram.ts'

const { service, telegram } = await startTelegramTestService(
  { INNKEEPER_BASE_URL: 'https://inn.example.com' },
  { bot: { privacyMode: false } },
)
const mai = telegram.addUser({ firstName: 'Mai' })
const ken = telegram.addUser({ firstName: 'Ken' })
const noi = telegram.addUser({ firstName: 'Noi' })
const name = telegram.bot.username
const texts = botTexts('en')
const idOf = ({ id }: { id: number }) => `tg:${id}`
const owner = await service.caller(idOf(mai))

const saidTo = ({ id }: { id: number }) =>
  telegram.sent.filter(({ chatId }) => chatId === id).map(({ message }) => message.text ?? message.caption ?? '')
const answers = (chat: { id: number }, count: number) =>
  eventually(
    () => saidTo(chat),
    (said) => said.length >= count,
  )
const allReceived = () => until(() => telegram.updates.list().length === 0, 'everything is received and confirmed')

/** Telegram takes one message a second per chat, so tests that read answers use a group each. */
function addGroups(count: number): Group[] {
  const groups = Array.from({ length: count }, () =>
    telegram.addGroup({ title: 'Flat', owner: mai, members: [ken, noi] }),
  )
  for (const group of groups) group.invite()
  return groups
}

async function backUp(groups: readonly Group[]): Promise<void> {
  for (const group of groups) group.say(mai, 'hello')
  await allReceived()
  for (const group of groups) {
    await untilOwned(service, group, mai)
    await service.subscribe(idOf(group), idOf(mai))
  }
}

async function readTimeline(group: { id: number }): Promise<TimelineItem[]> {
  const answer = await owner.get(`/api/channels/${idOf(group)}/backup/timeline?limit=100`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.items
}

async function readMessages(group: { id: number }): Promise<TimelineMessage[]> {
  return (await readTimeline(group)).filter((item) => item.kind === 'message')
}

describe('commands', () => {
  const inGroups: [string, RegExp][] = [
    ['help', /Here’s what I can do/],
    ['start', /Here’s what I can do/],
    ['rules', /no rules yet/],
    ['claim', /./],
    ['backup', /not saving members’ messages/],
    ['backup on', /./],
    ['backup off', /already off/],
    ['private', /stay out of this chat’s backup/],
    ['public', /included in this chat’s backup/],
    ['quiet 1h', /./],
    ['leave', /./],
    ['delete', /Which message/],
    ['link', /in a private chat/],
    ['forget', /in a private chat/],
  ]

  test('work with the name of the bot, and those for another bot are left to it', async () => {
    const groups = addGroups(inGroups.length)
    for (const [index, [command]] of inGroups.entries()) {
      const [word, ...rest] = command.split(' ')
      groups[index]?.say(ken, [`/${word}@other_bot`, ...rest].join(' '))
      groups[index]?.say(ken, [`/${word}@${name}`, ...rest].join(' '))
    }
    for (const [index, [command, words]] of inGroups.entries()) {
      const group = groups[index] ?? assert.fail()
      const [notice, answer, ...others] = await answers(group, 2)
      assert.match(notice ?? '', /I’m Innkeeper/)
      assert.match(answer ?? '', words, command)
      assert.deepEqual(others, [], command)
    }
  })

  test('a private chat begins with an introduction, and the link for signing in leads straight to it', async () => {
    const people = ['Ann', 'Bo', 'Cy'].map((firstName) => telegram.addUser({ firstName }))
    const [ann, bo, cy] = people as [Person, Person, Person]
    ann.start()
    bo.start('link')
    cy.say(`/link@${name}`)
    const [notice, help] = await answers(ann, 2)
    assert.match(notice ?? '', /I’m Innkeeper/)
    assert.match(help ?? '', /Here’s what I can do/)
    for (const person of [bo, cy]) {
      const [link, ...others] = await answers(person, 1)
      assert.match(link ?? '', /https:\/\/inn\.example\.com\/\S+/)
      assert.deepEqual(others, [])
    }
  })

  test('the introduction says how to delete, because Telegram does not tell of deleted messages', async () => {
    const [group] = addGroups(1)
    assert.ok(group)
    const [notice] = await answers(group, 1)
    assert.ok(notice?.includes(texts.notice.deleting), notice)
    assert.ok(!notice?.includes(texts.notice.unsending), notice)
  })

  test('/delete as a reply removes a message for its sender and for admins, and the log of changes says who', async () => {
    const groups = addGroups(3)
    await backUp(groups)
    const cases: [Person, string, boolean][] = [
      [noi, texts.delete.notYours, true],
      [ken, texts.delete.done, false],
      [mai, texts.delete.done, false],
    ]
    for (const [index, [by, words, isKept]] of cases.entries()) {
      const group = groups[index] ?? assert.fail()
      const { message } = group.say(ken, 'walrus')
      group.say(by, `/delete@${name}`, { replyTo: message.message_id })
      const [, answer] = await answers(group, 2)
      assert.equal(answer, words)
      const stored = (await readMessages(group)).map(({ id }) => id)
      assert.equal(stored.includes(`${idOf(group)}:${message.message_id}`), isKept)
      const { entries } = (await owner.get(`/api/channels/${idOf(group)}/audit`)).body
      const deleted = entries.filter(({ action }: { action: string }) => action === 'message.deleted')
      assert.deepEqual(
        deleted.map(({ target, detail }: { target: string; detail: object }) => [target, detail]),
        isKept ? [] : [[idOf(by), { isOwn: by === ken }]],
      )
    }
  })

  test('/forget erases what was saved about a person, in every chat', async () => {
    const [group] = addGroups(1)
    assert.ok(group)
    await backUp([group])
    const zoe = telegram.addUser({ firstName: 'Zoe' })
    group.join(zoe)
    group.say(zoe, 'about Zoe')
    group.say(ken, 'about Ken')
    zoe.say(`/forget@${name} yes`)
    const [answer] = await answers(zoe, 1)
    assert.match(answer ?? '', /^Done\. Erased messages: [12]\./)
    const contents = (await readMessages(group)).map((one) => (one.type === 'text' ? one.content : ''))
    assert.ok(contents.includes('about Ken') && !contents.includes('about Zoe'), String(contents))
  })
})

describe('a group that is backed up', () => {
  const [group] = addGroups(1) as [Group]
  const say = (content: Parameters<Group['say']>[1], options?: GroupSayOptions) =>
    group.say(ken, content, options).message.message_id
  const find = async (messageId: number): Promise<TimelineMessage | undefined> =>
    (await readMessages(group)).find(({ id }) => id === `${idOf(group)}:${messageId}`)

  test('shows albums of photos and videos as one, stickers as pictures, and edits only where something changed', async () => {
    await backUp([group])
    const album = group.album(ken, [{ type: 'photo', caption: 'the kitchen' }, { type: 'video' }, { type: 'photo' }])
    const sticker = say({ type: 'sticker', emoji: '👍', setName: 'cats' })
    const [touched, edited] = [say('as it is'), say('before')]
    group.touch(touched)
    group.edit(ken, touched, 'as it is')
    group.edit(ken, edited, 'after')
    group.repeat(edited)
    await allReceived()
    const parts = await Promise.all(album.map(({ message }) => find(message.message_id)))
    assert.deepEqual(
      parts.map((part) => [part?.type, part?.imageSet?.id]),
      ['image', 'video', 'image'].map((type) => [type, parts[0]?.imageSet?.id ?? assert.fail()]),
    )
    const shown = await eventually(
      () => find(sticker),
      (found) => found?.sticker != null,
    )
    const picture = await owner.get(new URL(shown?.sticker?.url ?? '').pathname)
    assert.match(String(picture.headers.get('content-type')), /^image\//)
    const [same, changed] = [await find(touched), await find(edited)]
    assert.deepEqual([same?.edited, changed?.edited], [false, true])
    assert.equal(changed?.type === 'text' && changed.content, 'after')
    const ids = (await readMessages(group)).map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length, 'nothing is there twice')
  })

  test('answers a question that names the bot, and shows it as it was written', async () => {
    const path = `/api/channels/${idOf(group)}/assistant`
    const rule = { keywords: ['opening hours?'], question: 'When?', answer: '9 to 5', match: 'exact' }
    assert.equal((await owner.post(`${path}/qa`, rule)).status, 201)
    const before = saidTo(group).length
    const asked = say(`@${name}, opening hours?`)
    await answers(group, before + 1)
    assert.equal(saidTo(group).at(-1), '9 to 5')
    const stored = await find(asked)
    assert.equal(stored?.type === 'text' && stored.content, `@${name}, opening hours?`)
    const explained = await owner.post(`${path}/explain`, { messageId: `${idOf(group)}:${asked}` })
    assert.equal(explained.body.rules?.[0]?.matched, true, explained.text)
    const day = new Date(service.clock.now).toISOString().slice(0, 10)
    const replayed = await owner.post(`${path}/replay`, { from: day, to: day })
    assert.equal(replayed.body.hits, 1, replayed.text)
  })

  test('welcomes people once, although Telegram tells twice that they joined', async () => {
    const welcome = { enabled: true, message: 'Welcome, {name}!' }
    assert.equal((await owner.put(`/api/channels/${idOf(group)}/assistant/welcome`, welcome)).status, 200)
    group.promoteBot()
    const before = saidTo(group).length
    const lea = telegram.addUser({ firstName: 'Lea' })
    const { member, message } = group.join(lea)
    assert.ok(member.updateId !== undefined && message?.updateId !== undefined, 'both were told')
    await allReceived()
    service.clock.now += 20_000
    await answers(group, before + 1)
    service.clock.now += 60_000
    group.say(ken, '/help')
    const said = (await answers(group, before + 2)).slice(before)
    assert.deepEqual(
      said.map((text) => text.split('\n')[0]),
      ['Welcome, Lea!', texts.help.heading],
    )
  })
})
