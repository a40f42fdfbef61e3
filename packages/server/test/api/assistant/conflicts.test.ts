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
let rooms = 0

async function openRoom(said: string[], rules: object[]) {
  const channelId = await service.channel(`C-${++rooms}`, {
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

test('rules that match the same messages are told in pairs, with the one that answers and a message to see it by', async () => {
  const said = ['green tea, please', 'tea and cake', 'a green tea!', 'green tea with cake', 'good morning']
  const room = await openRoom(said, [tea, green, cake])
  const [teaId, greenId, cakeId] = room.ruleIds
  const { pairs, messages, isComplete } = await room.conflicts()
  assert.deepEqual([messages, isComplete], [5, true])
  assert.deepEqual(
    pairs.map(({ first, second, messages, firstWins }) => [first.ruleId, second.ruleId, messages, firstWins]),
    [
      // The longer keyword goes first, whatever the age.
      [greenId, teaId, 3, 3],
      [cakeId, teaId, 2, 2],
      [greenId, cakeId, 1, 1],
    ],
  )
  assert.deepEqual(pairs[0]?.first, { ruleId: greenId, question: green.question })
  assert.equal(pairs[0]?.sample?.messageId, room.messageIds[3])
  assert.deepEqual([pairs[1]?.sample?.content, pairs[1]?.sample?.sender.name], ['green tea with cake', 'Mai'])
})

test('of a draft only what it has in common with others is told, before it is saved', async () => {
  const room = await openRoom(['green tea', 'tea and cake', 'cake'], [tea, green])
  const { pairs } = await room.conflicts({ rule: { ...cake, priority: 5 } })
  assert.deepEqual(
    pairs.map(({ first, second, messages }) => [first.ruleId, second.ruleId, messages]),
    [['draft', room.ruleIds[0], 1]],
  )
  // In the place of the rule that it changes, it has nothing in common with what that was.
  const instead = await room.conflicts({ rule: { ...cake, id: room.ruleIds[0] } })
  assert.deepEqual(instead.pairs, [])
})

test('rules that are off, or in force at other times, are in nobody’s way', async () => {
  const past = { activeUntil: new Date(noon - 48 * hour).toISOString().replace(/\.\d+/, '') }
  const room = await openRoom(['tea', 'more tea'], [tea, { ...tea, enabled: false }, { ...tea, ...past }])
  assert.deepEqual((await room.conflicts()).pairs, [])
  // The same rule in force is in the way, so it is the times that keep it out.
  assert.equal((await room.conflicts({ rule: tea })).pairs.length, 1)
})
