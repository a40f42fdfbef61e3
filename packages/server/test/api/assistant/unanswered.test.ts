import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UnansweredReport } from '@innkeeper/contract'
import { edited, unsent } from '../../support/content/chat-events.ts'
import { message } from '../../support/content/events.ts'
import { finishErasures } from '../../support/finish-erasures.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const owner = await service.caller('U-owner')
const now = service.clock.now
const hour = 3_600_000
let groups = 0

/** A new group in which these were said, the first one first, an hour apart. */
async function openGroup() {
  const channelId = await service.channel(`C-${++groups}`, {
    owner: 'U-owner',
    members: ['U-mai', 'U-ken'],
    subscribers: ['U-owner'],
  })
  const path = `/api/channels/${channelId}/assistant`
  return {
    channelId,
    path,
    async say(text: string, { hoursAgo = 1, from = 'U-mai', isBot = false, canReply = false } = {}) {
      const at = now - hoursAgo * hour
      const event = message(channelId, at, { from, content: { type: 'text', text } })
      const reply = { token: event.messageId, expiresAt: null, isOneUse: true, cost: 'free' } as const
      const bot = { userId: from, isBot: true as const }
      await service.receive([{ ...event, ...(isBot && { sender: bot }), ...(canReply && { reply }) }])
      return event.messageId
    },
    async list(query = ''): Promise<UnansweredReport> {
      const answer = await owner.get(`${path}/unanswered${query}`)
      assert.equal(answer.status, 200, answer.text)
      return answer.body
    },
  }
}

const contents = ({ questions }: UnansweredReport) => questions.map(({ content }) => content)

test('questions of the last 30 days that no rule answers are listed, similar ones together', async () => {
  const group = await openGroup()
  await group.say('When does the pool open?', { hoursAgo: 31 * 24 })
  await group.say('When does the pool open?', { hoursAgo: 50 })
  const latest = await group.say('when does the pool open', { hoursAgo: 20, from: 'U-ken' })
  await group.say('駐車場はありますか', { hoursAgo: 10 })
  await group.say('Good morning', { hoursAgo: 9 })
  await group.say('/help', { hoursAgo: 8 })
  await group.say('May I help?', { hoursAgo: 7, from: 'U-bot', isBot: true })
  const report = await group.list()
  assert.deepEqual(
    [report.messages, report.isComplete, contents(report)],
    [6, true, ['when does the pool open', '駐車場はありますか']],
  )
  assert.deepEqual(report.questions[0], {
    messageId: latest,
    content: 'when does the pool open',
    lastAt: new Date(now - 20 * hour).toISOString().replace('.000', ''),
    variants: [],
    messages: 2,
    people: 2,
  })
  assert.deepEqual(contents(await group.list('?from=2026-01-01&to=2026-02-10')), ['When does the pool open?'])
})

test('a question that a rule matches or answered is not listed, and neither is one that was unsent', async () => {
  const group = await openGroup()
  const rules = `${group.path}/qa`
  const rule = { keywords: ['sauna'], question: 'Sauna?', answer: 'At six.' }
  const { body: made } = await owner.post(rules, rule)
  await group.say('Is there a sauna?', { canReply: true })
  const pool = await group.say('Is there a pool?')
  assert.deepEqual(contents(await group.list()), ['Is there a pool?'])

  // Answered by a rule that is gone by now.
  await owner.delete(`${rules}/${made.id}`)
  assert.deepEqual(contents(await group.list()), ['Is there a pool?'])
  await group.say('Where is the sauna?')
  assert.deepEqual(contents(await group.list()).sort(), ['Is there a pool?', 'Where is the sauna?'])

  // A rule that is off doesn't answer.
  const { body: off } = await owner.post(rules, { ...rule, enabled: false })
  assert.equal((await group.list()).questions.length, 2)
  await owner.put(`${rules}/${off.id}`, { enabled: true })
  assert.deepEqual(contents(await group.list()), ['Is there a pool?'])

  await service.receive([edited(group.channelId, now, pool, 'Never mind')])
  assert.deepEqual(contents(await group.list()), ['Is there a pool?'], 'the bot read it as first sent')
  await service.receive([unsent(group.channelId, now, pool)])
  assert.deepEqual(contents(await group.list()), [])
})

test('an erased person leaves no question', async () => {
  const group = await openGroup()
  await group.say('Is there a pool?')
  await group.say('Where is the key?', { from: 'U-ken' })
  const at = service.clock.now
  await service.store.write<'erase-person'>({
    kind: 'erase-person',
    by: { kind: 'operator' },
    at,
    userId: 'U-mai',
    channelId: null,
  })
  await finishErasures(service.store, at)
  assert.deepEqual(contents(await group.list()), ['Where is the key?'])
})

test('unusual days and parameters are refused', async () => {
  const group = await openGroup()
  for (const query of [
    '?from=2026-03-11&to=2026-03-10',
    '?from=yesterday',
    '?to=2026-02-30',
    '?from=2020-01-01',
    '?q=x',
  ]) {
    assert.equal((await owner.get(`${group.path}/unanswered${query}`)).status, 400, query)
  }
})
