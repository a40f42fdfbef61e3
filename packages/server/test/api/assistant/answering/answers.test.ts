import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Simulator } from '@innkeeper/simulator'
import { eventually, openLineInn } from '../../../support/line/line.ts'

const { inn, line } = await openLineInn()

const textsIn = (platform: Simulator, chatId: string) =>
  platform.sent
    .filter((one) => one.chatId === chatId)
    .flatMap(({ messages }) => messages.map((message) => ('text' in message ? message.text : '')))

test('a message that holds a keyword is answered, with the variables filled in', async () => {
  const mai = line.addUser({ displayName: 'Mai' })
  const ken = line.addUser({ displayName: 'Ken' })
  const club = line.addGroup({ name: 'Club', members: [mai, ken] })
  await club.invite()
  await club.say(mai, '/claim')
  await line.until(() => textsIn(line, club.groupId).length >= 2)
  const caller = await inn.caller(mai.userId)
  const rules = `/api/channels/${club.groupId}/assistant/qa`
  const made = await caller.post(rules, {
    keywords: ['opening hours'],
    question: 'When are you open?',
    answer: '{name}: from 9 to 18. {literal}',
  })
  assert.equal(made.status, 201)
  await eventually(
    async () => (await caller.get(`/api/channels/${club.groupId}/members`)).body.members,
    (members: { displayName: string }[]) => members.some(({ displayName }) => displayName === 'Mai'),
  )
  await club.say(mai, 'What are your Opening  hours?')
  await club.say(mai, 'Ｏpening hours, please')
  await line.until(() => textsIn(line, club.groupId).length >= 3)
  assert.equal(textsIn(line, club.groupId)[2], 'Mai: from 9 to 18. {literal}')
  const rule = await eventually(
    async () => (await caller.get(`${rules}/${made.body.id}`)).body,
    ({ hits }: { hits: number }) => hits > 0,
  )
  assert.equal(rule.hits, 1)
})
