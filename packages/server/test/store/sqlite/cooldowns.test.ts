import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadCooldowns } from '../../../src/adapters/sql/assistant/sending/cooldowns.ts'
import type { Sql } from '../../../src/adapters/sql/sql.ts'
import type { AnsweringRule, Assistant } from '../../../src/domain/assistant/answering/assistant.ts'
import { decideStop } from '../../../src/domain/assistant/answering/decide-answer.ts'
import { openJobHarness } from '../../jobs/job-harness.ts'

const now = Date.parse('2026-03-10T12:00:00Z')
const asked = { at: now, userId: 'U1' }
const assistant = { timezone: 'UTC', qa: { cooldownSeconds: 0, memberCooldownSeconds: 0 } } as Assistant
const ruleOf = (index: number, cooldownSeconds = 60) =>
  ({
    id: `r${index}`,
    enabled: true,
    schedule: [],
    activeFrom: null,
    activeUntil: null,
    cooldownSeconds,
    memberCooldownSeconds: 0,
  }) as unknown as AnsweringRule

/** A store in which these rules have just answered. `asks` collects its queries. */
function storeOf(cooling: ReadonlySet<string>) {
  const asks: unknown[][] = []
  const all = async (_: string, ...values: unknown[]) => {
    asks.push(values)
    return values.filter((one) => cooling.has(String(one))).map((ruleId) => ({ ruleId, userId: '', at: now }))
  }
  return { tx: { all } as unknown as Sql, asks }
}

test('when ten thousand rules match, only the cooldowns that matter are read', async () => {
  const rules = Array.from({ length: 10_000 }, (_, index) => ruleOf(index))
  const table: { cooling: number; asks: number }[] = [
    { cooling: 0, asks: 1 },
    { cooling: 30, asks: 1 },
    { cooling: 31, asks: 2 },
    { cooling: 10_000, asks: 323 },
  ]
  for (const { cooling, asks } of table) {
    const store = storeOf(new Set(rules.slice(0, cooling).map(({ id }) => id)))
    const cooldowns = await loadCooldowns(store.tx, 1, assistant, rules, asked)
    const winner = rules.findIndex((rule) => !decideStop(assistant, rule, now, 'U1', cooldowns))
    assert.deepEqual([winner, store.asks.length], [cooling === 10_000 ? -1 : cooling, asks])
  }
  const store = storeOf(new Set())
  await loadCooldowns(store.tx, 1, assistant, [ruleOf(0, 0), ...rules], asked)
  assert.equal(store.asks.length, 0, 'a rule without a cooldown answers, regardless of the rules after it')
})

test('a cooldown is forgotten after a day, the longest possible cooldown', async () => {
  const harness = await openJobHarness()
  await harness.channel('C1', { owner: 'U1' })
  await harness.teach('C1')
  await harness.askForHours('C1', 'right')
  const count = () =>
    harness.environment.withSql(
      async (sql) => (await sql.get<{ count: number }>('select count(*) as count from cooldowns'))?.count,
    )
  const clean = (at: number) =>
    harness.store.write<'delete-expired'>({ kind: 'delete-expired', at, ceilingDays: null, limit: 100 })
  await clean(harness.clock.now + 86_400_000)
  assert.equal(await count(), 4)
  await clean(harness.clock.now + 86_400_001)
  assert.equal(await count(), 0)
})
