import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConflictReport } from '@innkeeper/contract'
import { message } from '../../support/content/events.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const owner = await service.caller('U-owner')
const noon = service.clock.now
const hour = 3_600_000
const tea = { keywords: ['tea'], question: 'Is there tea?', answer: 'There is.' }
const green = { keywords: ['green tea'], question: 'Is there green tea?', answer: 'Sencha.' }
const cake = { keywords: ['cake'], question: 'Is there cake?', answer: 'On Sundays.' }
let groups = 0

async function openGroup(said: string[], rules: object[]) {
  const channelId = await service.channel(`C-${++groups}`, {
    owner: 'U-owner',
    members: ['U-mai'],
    subscribers: ['U-owner'],
  })
  const path = `/api/channels/${channelId}/assistant`
  const ruleIds: string[] = []
  for (const rule of rules) ruleIds.push((await owner.post(`${path}/qa`, rule)).body.id)
  const messageIds: string[] = []
  for (const [index, text] of said.entries()) {
    const at = noon - (said.length - index) * hour
    const event = message(channelId, at, { from: 'U-mai', name: 'Mai', content: { type: 'text', text } })
    await service.receive([event])
    messageIds.push(event.messageId)
  }
  return {
    ruleIds,
    messageIds,
    async conflicts(body: object = {}): Promise<ConflictReport> {
      const answer = await owner.post(`${path}/conflicts`, body)
      assert.equal(answer.status, 200, answer.text)
      return answer.body
    },
  }
}

test('rules that match the same messages are listed in pairs, with the one that answers and a sample message', async () => {
  const said = ['green tea, please', 'tea and cake', 'a green tea!', 'green tea with cake', 'good morning']
  const group = await openGroup(said, [tea, green, cake])
  const [teaId, greenId, cakeId] = group.ruleIds
  const { pairs, messages, isComplete } = await group.conflicts()
  assert.deepEqual([messages, isComplete], [5, true])
  assert.deepEqual(
    pairs.map(({ first, second, messages, firstWins }) => [first.ruleId, second.ruleId, messages, firstWins]),
    [
      // The longer keyword goes first, whichever rule is older.
      [greenId, teaId, 3, 3],
      [cakeId, teaId, 2, 2],
      [greenId, cakeId, 1, 1],
    ],
  )
  assert.deepEqual(pairs[0]?.first, { ruleId: greenId, question: green.question })
  assert.equal(pairs[0]?.sample?.messageId, group.messageIds[3])
  assert.deepEqual([pairs[1]?.sample?.content, pairs[1]?.sample?.sender.name], ['green tea with cake', 'Mai'])
})

test('for a draft that is not saved yet, only its conflicts with other rules are listed', async () => {
  const group = await openGroup(['green tea', 'tea and cake', 'cake'], [tea, green])
  const { pairs } = await group.conflicts({ rule: { ...cake, priority: 5 } })
  assert.deepEqual(
    pairs.map(({ first, second, messages }) => [first.ruleId, second.ruleId, messages]),
    [['draft', group.ruleIds[0], 1]],
  )
  // A draft that replaces a rule does not conflict with the old state of that rule.
  const instead = await group.conflicts({ rule: { ...cake, id: group.ruleIds[0] } })
  assert.deepEqual(instead.pairs, [])
})

test('rules that are off or active at other times do not conflict', async () => {
  const past = { activeUntil: new Date(noon - 48 * hour).toISOString().replace(/\.\d+/, '') }
  const group = await openGroup(['tea', 'more tea'], [tea, { ...tea, enabled: false }, { ...tea, ...past }])
  assert.deepEqual((await group.conflicts()).pairs, [])
  // The same rule does conflict while it is active, so the times are what kept it out.
  assert.equal((await group.conflicts({ rule: tea })).pairs.length, 1)
})
