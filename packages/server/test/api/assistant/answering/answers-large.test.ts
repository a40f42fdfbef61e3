import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAssistants } from '../../../../src/adapters/sql/assistant/assistants.ts'
import type { Sql } from '../../../../src/adapters/sql/sql.ts'
import { eventually } from '../../../support/eventually.ts'
import { startLineTestService } from '../../../support/line/line.ts'

// An assistant with thousands of rules is not loaded in the transaction that stores a message, or every other group would wait.

const { service, line } = await startLineTestService()
let count = 0

async function openGroup(rules: object[]) {
  const owner = line.addUser({ displayName: `Owner ${++count}` })
  const group = line.addGroup({ name: `Group ${count}`, members: [owner] })
  await group.invite()
  await group.say(owner, '/claim')
  await line.until(() => line.sent.filter(({ chatId }) => chatId === group.groupId).length >= 2)
  const caller = await service.caller(owner.userId)
  const path = `/api/channels/${group.groupId}/assistant`
  const imported = await caller.post(`${path}/import`, { assistant: { format: 'innkeeper-assistant/1', rules } })
  assert.equal(imported.status, 200, imported.text)
  return {
    caller,
    path,
    channelId: group.groupId,
    /** Waits for the bot's answer. */
    async ask(text: string): Promise<string> {
      const before = line.sent.length
      await group.say(owner, text)
      const sent = await eventually(
        async () => line.sent.slice(before).find(({ chatId }) => chatId === group.groupId),
        (one) => one !== undefined,
      )
      const [first] = sent?.messages ?? []
      return first && 'text' in first ? first.text : ''
    },
  }
}

const manyRules = (number: number) =>
  Array.from({ length: number }, (_, index) => ({
    id: `rule-${index}`,
    keywords: [`word ${index} end`],
    question: `Question ${index}, which is long enough to be an ordinary one?`,
    answer: `Answer ${index}.`,
  }))

test('an assistant with thousands of rules answers like a small one: by priority, then by the longest match', async () => {
  const { ask, caller, path } = await openGroup([
    ...manyRules(2_000),
    { id: 'short', keywords: ['lantern'], question: 'Short?', answer: 'The shorter one.' },
    { id: 'long', keywords: ['blue lantern'], question: 'Long?', answer: 'The longer one.' },
    { id: 'first', keywords: ['boat'], question: 'First?', answer: 'The more important one.', priority: 5 },
    { id: 'second', keywords: ['blue boat'], question: 'Second?', answer: 'The less important one.' },
  ])
  assert.equal(await ask('is there a word 1234 end?'), 'Answer 1234.')
  assert.equal(await ask('where is the blue lantern?'), 'The longer one.')
  assert.equal(await ask('where is the blue boat?'), 'The more important one.')
  const changed = await caller.put(`${path}/qa/first`, { enabled: false })
  assert.equal(changed.status, 200, changed.text)
  assert.equal(await ask('and where is the blue boat now?'), 'The less important one.')
})

test('no transaction loads thousands of rules for a message in their group; the control loads a few', async () => {
  const large = await openGroup(manyRules(2_000))
  const small = await openGroup(manyRules(20))
  const countRows = (channelId: string) =>
    service.environment.withSql(async (sql) => {
      let rows = 0
      const watched: Sql = {
        ...sql,
        engine: sql.engine,
        get: (text, ...values) => sql.get(text, ...values),
        lists: (text, ...values) => sql.lists(text, ...values),
        run: (text, ...values) => sql.run(text, ...values),
        async all<Row>(text: string, ...values: never[]) {
          const found = await sql.all<Row>(text, ...values)
          rows += found.length
          return found
        },
      }
      const channelNo = (await service.store.findChannelNo(channelId)) ?? 0
      const ready = await createAssistants({ timezone: 'UTC', claim: 'first' }).get(watched, channelNo, 1)
      return { rows, isSlow: ready.isSlow }
    })
  assert.deepEqual(await countRows(large.channelId), { rows: 0, isSlow: true })
  assert.deepEqual(await countRows(small.channelId), { rows: 20, isSlow: false })
})
