import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Simulator } from '@innkeeper/simulator'
import { eventually } from '../../../support/eventually.ts'
import { startLineTestService } from '../../../support/line/line.ts'

const { service, line } = await startLineTestService()

const textsIn = (platform: Simulator, chatId: string) =>
  platform.sent
    .filter((one) => one.chatId === chatId)
    .flatMap(({ messages }) => messages.map((message) => ('text' in message ? message.text : '')))

test('a message that contains a keyword is answered, with the variables filled in', async () => {
  const mai = line.addUser({ displayName: 'Mai' })
  const ken = line.addUser({ displayName: 'Ken' })
  const group = line.addGroup({ name: 'Club', members: [mai, ken] })
  await group.invite()
  await group.say(mai, '/claim')
  await line.until(() => textsIn(line, group.groupId).length >= 2)
  const caller = await service.caller(mai.userId)
  const rules = `/api/channels/${group.groupId}/assistant/qa`
  const made = await caller.post(rules, {
    keywords: ['opening hours'],
    question: 'When are you open?',
    answer: '{name}: from 9 to 18. {literal}',
  })
  assert.equal(made.status, 201)
  await eventually(
    async () => (await caller.get(`/api/channels/${group.groupId}/members`)).body.members,
    (members: { displayName: string }[]) => members.some(({ displayName }) => displayName === 'Mai'),
  )
  await group.say(mai, 'What are your Opening  hours?')
  await group.say(mai, 'Ｏpening hours, please')
  await line.until(() => textsIn(line, group.groupId).length >= 3)
  assert.equal(textsIn(line, group.groupId)[2], 'Mai: from 9 to 18. {literal}')
  const rule = await eventually(
    async () => (await caller.get(`${rules}/${made.body.id}`)).body,
    ({ hits }: { hits: number }) => hits > 0,
  )
  assert.equal(rule.hits, 1)
})
