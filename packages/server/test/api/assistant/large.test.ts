import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextRound } from 'node:timers/promises'
import { createReads, type Reads } from '../../../src/adapters/sql/reads.ts'
import type { Sql } from '../../../src/adapters/sql/sql.ts'
import { startTestService } from '../../support/test-service.ts'

const service = await startTestService()
const owner = await service.caller('U-owner')

const rulesOf = (count: number, edition: string, answer = 'Yes.') =>
  Array.from({ length: count }, (_, index) => ({
    id: `rule-${index}`,
    keywords: [`word ${index}`],
    question: `Question ${index} ${edition}?`,
    answer,
  }))

async function fill(channelId: string, rules: object[]): Promise<string> {
  const path = `/api/channels/${await service.channel(channelId, { owner: 'U-owner' })}/assistant`
  await importRules(path, rules)
  return path
}

async function importRules(path: string, rules: object[]): Promise<void> {
  const body = { assistant: { format: 'innkeeper-assistant/1', rules } }
  const answer = await owner.post(`${path}/import`, body)
  assert.equal(answer.status, 200, answer.text)
}

/** Runs the work with reads on this store, and reports every list that the database returns. */
async function watchLists<T>(
  channelId: string,
  seen: (rows: object[]) => Promise<void> | void,
  work: (reads: Reads, channelNo: number) => Promise<T>,
): Promise<T> {
  return await service.environment.withSql(async (sql) => {
    const watched: Sql = {
      ...sql,
      engine: sql.engine,
      get: (text, ...values) => sql.get(text, ...values),
      lists: (text, ...values) => sql.lists(text, ...values),
      run: (text, ...values) => sql.run(text, ...values),
      async all<Row>(text: string, ...values: never[]) {
        const rows = await sql.all<Row>(text, ...values)
        await seen(rows as object[])
        return rows
      },
    }
    const channelNo = (await service.store.findChannelNo(channelId)) ?? 0
    return await work(createReads(watched, { timezone: 'UTC', claim: 'first' }), channelNo)
  })
}

const readers: Record<string, (reads: Reads, channelNo: number) => Promise<readonly { question: string }[]>> = {
  'the list of rules': async (reads, channelNo) =>
    (await reads.listRules(channelNo, undefined)).map(({ rule }) => rule),
  'an export': async (reads, channelNo) => (await reads.getAssistantState(channelNo)).state.rules,
  'the rules that answer': async (reads, channelNo) => (await reads.getAssistant(channelNo)).assistant.rules,
}

await fill('C-many', rulesOf(2_000, 'first'))
await fill('C-long', rulesOf(150, 'first', 'x'.repeat(5_000)))

for (const [what, read] of Object.entries(readers)) {
  test(`${what} of a large assistant is read in slices, and other work runs in between`, async () => {
    let turns = 0
    let isReading = true
    const turn = () => {
      turns++
      if (isReading) setImmediate(turn)
    }
    setImmediate(turn)
    // Wait until earlier work has ended, or the second slice could be read in the same turn as the first.
    while (turns < 3) await nextRound()
    const sizes: number[] = []
    const turnsAt: number[] = []
    const rules = await watchLists(
      'C-many',
      (rows) => {
        sizes.push(rows.length)
        turnsAt.push(turns)
      },
      read,
    )
    isReading = false
    assert.equal(rules.length, 2_000)
    assert.ok(Math.max(...sizes) <= 500, `${Math.max(...sizes)} rules were read at once`)
    const slices = turnsAt.filter((_, index) => (sizes[index] ?? 0) > 1)
    assert.equal(new Set(slices).size, slices.length, 'two slices were read in the same turn')
  })

  test(`${what} with long answers is read in smaller slices`, async () => {
    const sizes: number[] = []
    const rules = await watchLists('C-long', (rows) => void sizes.push(JSON.stringify(rows).length), read)
    assert.equal(rules.length, 150)
    assert.ok(Math.max(...sizes) < 500_000, `${Math.max(...sizes)} characters were read at once`)
  })

  test(`${what} never mixes one version with the next`, async () => {
    const channelId = `C-changing-${what.replaceAll(' ', '-')}`
    const path = await fill(channelId, rulesOf(1_200, 'first'))
    let slices = 0
    const rules = await watchLists(
      channelId,
      async (rows) => {
        // Change the rules after the first half is read, and once more after it is read again.
        if (rows.length > 1 && ++slices % 3 === 2 && slices < 6) await importRules(path, rulesOf(1_200, `at ${slices}`))
      },
      read,
    )
    assert.ok(slices > 3, 'the changed rules were read again')
    assert.deepEqual([...new Set(rules.map(({ question }) => question.split(' ').slice(2).join(' ')))], ['at 5?'])
  })
}

test('concurrent requests for the rules of a large assistant share one read', async () => {
  let rows = 0
  const versions = await watchLists(
    'C-many',
    (list) => {
      rows += list.length
    },
    async (reads, channelNo) => {
      const all = await Promise.all(Array.from({ length: 10 }, () => reads.getAssistant(channelNo)))
      return all.map(({ version }) => version)
    },
  )
  assert.equal(rows, 2_000)
  assert.equal(new Set(versions).size, 1)
})

test('a large assistant is complete and in order as a list, an export and a table', async () => {
  const path = '/api/channels/C-many/assistant'
  const ids = rulesOf(2_000, 'first').map(({ id }) => id)
  const idsOf = (rules: { id: string }[]) => rules.map(({ id }) => id)
  assert.deepEqual(idsOf((await owner.get(`${path}/qa`)).body.rules), ids)
  assert.deepEqual(idsOf((await owner.get(`${path}/export`)).body.rules), ids)
  const { text } = await owner.get(`${path}/export.csv`)
  const [head, ...rows] = text.trim().split('\r\n')
  assert.match(head ?? '', /^\ufeff?id,/)
  assert.deepEqual(
    rows.map((row) => row.split(',')[0]),
    ids,
  )
})
