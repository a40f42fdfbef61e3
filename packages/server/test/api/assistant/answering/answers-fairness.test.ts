import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '@innkeeper/testdata'
import { eventually } from '../../../support/eventually.ts'
import { startLineTestService } from '../../../support/line/line.ts'
import { isSoak } from '../../../support/soak.ts'

const { service, line } = await startLineTestService()

/** Each of these takes about a tenth of a second on this text, because no part of it repeats. */
const slowPatterns = Array.from({ length: 40 }, (_, index) => `[ab]*a[ab]{480}c${index}`)
const random = createRandom('slow text')
const slowText = Array.from({ length: 4_900 }, () => random.pick(['a', 'b'])).join('')
let count = 0

/** A group with one regex rule, and what the bot says in it. */
async function openGroup(patterns: string[]) {
  const owner = line.addUser({ displayName: `Owner ${++count}` })
  const group = line.addGroup({ name: `Group ${count}`, members: [owner] })
  await group.invite()
  await group.say(owner, '/claim')
  const texts = () =>
    line.sent
      .filter((one) => one.chatId === group.groupId)
      .flatMap(({ messages }) => messages.map((message) => ('text' in message ? message.text : '')))
  await line.until(() => texts().length >= 2)
  const caller = await service.caller(owner.userId)
  const assistant = `/api/channels/${group.groupId}/assistant`
  const rule = { keywords: patterns, question: 'Q?', answer: 'Answered.', match: 'regex' }
  const made = await caller.post(`${assistant}/qa`, rule)
  assert.equal(made.status, 201, made.text)
  return {
    caller,
    assistant,
    ruleId: made.body.id as string,
    say: async (text: string) => (await group.say(owner, text)).messageId,
    isAnswered: () => texts().includes('Answered.'),
    log: async (messageId: string): Promise<{ failure: string; state: string }[]> =>
      (await caller.get(`${assistant}/log?messageId=${messageId}`)).body.sends,
  }
}

test("thirty concurrent explain calls by one person are limited and keep no other group's rule waiting", async () => {
  const hostile = await openGroup(slowPatterns.slice(0, isSoak ? 10 : 4))
  const other = await openGroup(['^when (do|are) you open'])
  const order: string[] = []
  const explains = Array.from({ length: 30 }, async () => {
    const answer = await hostile.caller.post(`${hostile.assistant}/explain`, { text: slowText })
    order.push(answer.status === 429 ? 'refused' : 'explained')
    return answer
  })
  await line.until(() => order.includes('refused') || order.length > 0)
  await other.say('When do you open?')
  await line.until(other.isAnswered)
  order.push('answered')
  const answers = await Promise.all(explains)
  assert.ok(order.indexOf('answered') < order.lastIndexOf('explained'), order.join(' '))
  const refused = answers.filter(({ status }) => status === 429)
  assert.ok(refused.length >= 20, `${refused.length} were refused`)
  for (const { body, headers } of refused) {
    assert.deepEqual(body, { error: 'Too many requests' })
    assert.ok(Number(headers.get('retry-after')) > 0)
  }
  const admitted = answers.filter(({ status }) => status !== 429)
  assert.ok(admitted.length > 0 && admitted.every(({ status }) => status === 200 || status === 400))
  const own = await other.caller.post(`${other.assistant}/explain`, { text: 'When do you open?' })
  assert.deepEqual([own.status, own.body.ruleId], [200, other.ruleId], 'the control: others can explain')
})

test('a group whose messages are slow to match delays no other group', async () => {
  const hostile = await openGroup(slowPatterns)
  const other = await openGroup(['^when (do|are) you open'])
  const slow: string[] = []
  for (let index = 0; index < 3; index++) slow.push(await hostile.say(`${slowText}${index}`))
  await other.say('When are you open?')
  await line.until(other.isAnswered)
  const last = slow.at(-1) ?? ''
  assert.deepEqual(await hostile.log(last), [], 'it is answered while the slow ones still wait')
  const sends = await eventually(
    async () => {
      // Retries are due a little later.
      service.clock.now += 500
      return await hostile.log(last)
    },
    ({ length }) => length > 0,
  )
  assert.deepEqual(
    sends.map(({ state, failure }) => [state, failure]),
    [['refused', 'undecided']],
  )
})
