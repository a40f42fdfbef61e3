import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RuleRunner, TooSlow } from '../../src/ports/rule-runner.ts'
import { botRemoved, unsent } from '../support/chat-events.ts'
import { message } from '../support/events.ts'
import { openWorkshop, type Workshop } from './workshop.ts'

const pattern = '(\\p{L}{1,10}\\s?){1,20}$'

/** A group whose rule is a pattern, so that answering is a job. */
async function furnished(): Promise<Workshop & { ruleId: string; ask(): Promise<string> }> {
  const shop = await openWorkshop()
  await shop.channel('C1', { owner: 'U-owner' })
  const about = { by: { kind: 'operator' }, at: shop.clock.now, channelId: 'C1' } as const
  const rule = { keywords: [pattern], question: 'Q?', answer: 'A.', match: 'regex' as const }
  const { id } = await shop.store.write<'create-rule'>({ kind: 'create-rule', ...about, rule })
  return {
    ...shop,
    ruleId: id,
    async ask() {
      const content = { type: 'text', text: 'What a secret' } as const
      const reply = { token: 'r1', expiresAt: shop.clock.now + 58_000, isOneUse: true, cost: 'free' } as const
      const asked = { ...message('C1', shop.clock.now, { from: 'U-asker', name: 'Asker', content }), reply }
      await shop.receive(asked)
      return asked.messageId
    },
  }
}

const slow = {
  match: () => Promise.reject(new TooSlow('matching took longer than 1000 ms', { rule: 0, pattern })),
  close: async () => {},
}

test('a message that matches a pattern is answered by a job', async () => {
  const { platform, ...shop } = await furnished()
  await shop.ask()
  shop.start()
  await shop.allDone()
  assert.deepEqual(platform.said, ['r1'])
})

test('where matching takes too long there is silence and one line that names the pattern, never the message', async () => {
  const { platform, logged, outcomes, ruleId, ...shop } = await furnished()
  await shop.ask()
  shop.start({ runner: slow })
  await shop.allDone()
  assert.deepEqual([platform.said, outcomes], [[], ['find-answer done']])
  assert.equal(logged.length, 1)
  const [line] = logged
  const { channelId, ruleId: named, pattern: blamed } = line?.about ?? {}
  assert.deepEqual([line?.level, channelId, named, blamed], ['warn', 'C1', ruleId, pattern])
  assert.ok(!JSON.stringify(logged).includes('secret'))
})

test('a message that is unsent while the rules are looked for is not answered', async () => {
  const { platform, ...shop } = await furnished()
  const messageId = await shop.ask()
  const during = {
    async match() {
      await shop.receive(unsent('C1', shop.clock.now, messageId))
      return [[{ rule: 0, by: pattern, length: 1, score: null }]]
    },
    close: async () => {},
  }
  shop.start({ runner: during })
  await shop.allDone()
  assert.deepEqual(platform.said, [])
})

test('in a channel that the bot has left meanwhile, nothing is looked for', async () => {
  const { platform, outcomes, logged, ...shop } = await furnished()
  await shop.ask()
  await shop.receive(botRemoved('C1', shop.clock.now + 1))
  shop.start({ runner: slow })
  await shop.allDone()
  assert.deepEqual([platform.said, logged], [[], []])
})

test('a rule that is switched off is not looked for, and costs the others no time', async () => {
  const { platform, ruleId, ...shop } = await furnished()
  const about = { by: { kind: 'operator' }, at: shop.clock.now, channelId: 'C1' } as const
  const other = { keywords: ['^What'], question: 'What?', answer: 'That.', match: 'regex' as const }
  const { id } = await shop.store.write<'create-rule'>({ kind: 'create-rule', ...about, rule: other })
  await shop.store.write<'update-rule'>({ kind: 'update-rule', ...about, ruleId, change: { enabled: false } })
  const asked: { ids: string[]; signal: AbortSignal | undefined }[] = []
  const noting: RuleRunner = {
    async match({ rules }, _texts, _limitMs, signal) {
      asked.push({ ids: rules.map((one) => one.id), signal })
      return [[{ rule: 0, by: '^What', length: 4, score: null }]]
    },
    close: async () => {},
  }
  await shop.ask()
  shop.start({ runner: noting })
  await shop.allDone()
  assert.deepEqual(
    asked.map(({ ids }) => ids),
    [[id]],
  )
  assert.ok(asked[0]?.signal, 'it hears when the job is given up')
  assert.deepEqual(platform.said, ['r1'], 'what is found is read by its place among the others')
})
