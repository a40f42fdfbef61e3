import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { openCommandStore } from '../../../src/adapters/postgres/open-store.ts'
import type { Authority } from '../../../src/ports/commands.ts'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import type { Store } from '../../../src/ports/store.ts'
import { message, peopleEvents } from '../../support/content/events.ts'
import { until } from '../../support/eventually.ts'
import { openDatabase } from '../../support/process/postgres.ts'
import { seedChannel } from '../seed-channel.ts'

// The rules of docs/adr/0021-locks-between-nodes.md, checked for every lock of every transaction: what waits for locks takes them
// in one order, and the queues of jobs are only written by statements of their own.

const noon = Date.parse('2026-03-10T12:00:00Z')
const operator: Authority = { kind: 'operator' }

/** In the order in which a transaction may wait for them. Only maintenance locks `upkeep`, before it knows which channel is next. */
const ranks = ['upkeep', 'channels', 'names', 'model days', 'job'] as const
type Statement = { text: string; values: unknown[] }
type Lock = Statement & { what: (typeof ranks)[number] | 'queues'; waits: boolean }

test('every transaction takes its locks in the one order that all share', async (t) => {
  const { url, drop } = await openDatabase()
  const record = recordTransactions(t)
  const store = await openCommandStore({ url, defaults: { timezone: 'UTC', claim: 'first' }, pool: 6 })
  t.after(async () => {
    await store.close()
    await drop()
  })
  record.transactions.length = 0
  await liveThrough(store)

  const locking = record.transactions
    .map((statements) => statements.flatMap(lockOf))
    .filter((locks) => locks.length > 0)
  assert.ok(locking.length > 40, `${locking.length} transactions with locks`)
  const seen = new Set(locking.flat().map(({ what, waits }) => `${what}${waits ? ' (waits)' : ''}`))
  for (const kind of ['upkeep (waits)', 'channels', 'channels (waits)', 'names (waits)', 'job (waits)'])
    assert.ok(seen.has(kind), kind)
  for (const locks of locking) assert.deepEqual(problemsOf(locks), [])
})

test('the order is checked: a transaction in the wrong order, or that waits for a second channel, is found', () => {
  const wait = (what: Lock['what'], text = `${what} order by`): Lock => ({ what, waits: true, text, values: [] })
  assert.equal(problemsOf([wait('names'), wait('channels')]).length, 1)
  assert.equal(problemsOf([wait('channels'), wait('channels')]).length, 1)
  assert.equal(problemsOf([wait('channels', 'select … = any($1) for update')]).length, 1)
  assert.equal(problemsOf([{ ...wait('queues'), waits: false }]).length, 1)
  assert.deepEqual(problemsOf([wait('channels'), wait('names'), wait('job')]), [])
})

/** Every kind of command that locks something, at least once. */
async function liveThrough(store: Store): Promise<void> {
  const at = noon
  const members = ['U2', 'U3', 'U4']
  for (const channelId of ['C3', 'C2', 'C1']) {
    await seedChannel(store, channelId, { owner: 'U1', members, subscribers: ['U1', 'U2'] }, at)
  }
  const events = ['C1', 'C2', 'C3'].map((channelId) => message(channelId, at, { from: 'U2' }))
  const receive = (given: IncomingEvent[]) =>
    store.write<'receive-events'>({ kind: 'receive-events', platform: 'test', unread: [], at, events: given })
  await receive(events)
  await receive(events)
  await receive(peopleEvents('C1', { members: ['U7'], left: ['U8'] }, at))
  const common = { by: operator, at, channelId: 'C1' } as const
  const rule = { keywords: ['key'], question: 'Key?', answer: 'Here' }
  await store.write<'create-rule'>({ kind: 'create-rule', ...common, rule })
  await store.write<'change-role'>({ kind: 'change-role', ...common, userId: 'U3', role: 'admin' })
  await store.write<'hand-over-owner'>({ kind: 'hand-over-owner', ...common, userId: 'U3' })
  await store.write<'change-settings'>({ kind: 'change-settings', ...common, change: { retentionDays: 3 } })
  await store.write<'change-welcome'>({ kind: 'change-welcome', ...common, change: { enabled: true } })
  await store.write<'set-status'>({ kind: 'set-status', ...common, status: 'disabled' })
  await store.write<'set-status'>({ kind: 'set-status', ...common, status: 'active' })
  await store.write<'record-channel'>({ kind: 'record-channel', at, channelId: 'C1', name: 'Inn' })
  await store.write<'record-roster'>({ kind: 'record-roster', at, channelId: 'C1', userIds: ['U9'] })
  await store.write<'index-messages'>({ kind: 'index-messages', limit: 100 })
  await store.write<'forget-changes'>({ kind: 'forget-changes', at, limit: 10, after: 0 })
  await store.write<'forget-events'>({ kind: 'forget-events', at, limit: 10 })
  const nextMonth = at + 31 * 86_400_000
  await store.write<'delete-expired'>({ kind: 'delete-expired', at: nextMonth, ceilingDays: 1, limit: 10 })
  await store.write<'plan-checks'>({ kind: 'plan-checks', at, platform: 'test', before: at, after: 0, limit: 10 })
  const tokens = { userId: 'U2', requests: 1, tokens: 5, limits: null }
  await store.write<'count-tokens'>({ kind: 'count-tokens', at, channelId: 'C2', ...tokens })
  for (let round = 0; round < 3; round++) await runJobs(store, at + 60_000)
  await store.write<'erase-person'>({ kind: 'erase-person', by: operator, at, userId: 'U2', channelId: null })
  const { confirm, ...deleted } = { ...common, channelId: 'C2', confirm: 'Group C2' }
  await store.write<'delete-channel'>({ kind: 'delete-channel', ...deleted, confirm })
  const isErased = async () => {
    if (!(await store.hasOpenErasures())) return true
    const progress = await store.write<'continue-erasure'>({ kind: 'continue-erasure', at, limit: 100 })
    if (progress.kind === 'waiting') await runJobs(store, at + 120_000)
    return false
  }
  await until(isErased, 'every erasure ends', { everyMs: 0 })
  await store.write<'number-ledger'>({ kind: 'number-ledger', limit: 100 })
}

async function runJobs(store: Store, at: number): Promise<void> {
  const lease = randomUUID()
  const claimed = await store.write<'claim-jobs'>({ kind: 'claim-jobs', at, lease, leaseMs: 60_000, limit: 50 })
  for (const { jobId } of claimed) {
    await store.write<'finish-job'>({ kind: 'finish-job', at, jobId, lease, outcome: { kind: 'done' } })
  }
}

/** The statements of every transaction of this process, in the order they were sent. */
function recordTransactions(t: { after(work: () => void): void }): { transactions: Statement[][] } {
  const transactions: Statement[][] = []
  const open = new WeakMap<object, Statement[]>()
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given
    const config = (typeof first === 'string' ? { text: first } : first) as Partial<Statement> | undefined
    const { text = '', values = [] } = config ?? {}
    if (/^begin/.test(text)) open.set(this, [])
    else if (/^(commit|rollback)/.test(text)) {
      const statements = open.get(this)
      if (statements) transactions.push(statements)
      open.delete(this)
    } else open.get(this)?.push({ text, values })
    return (query as (...values: unknown[]) => unknown).apply(this, given)
  } as typeof query
  t.after(() => {
    pg.Client.prototype.query = query
  })
  return { transactions }
}

function lockOf({ text, values }: Statement): Lock[] {
  const waits = !/skip locked/.test(text)
  if (/\b(insert into|update) job_queues\b/.test(text)) return [{ what: 'queues', waits: false, text, values }]
  if (/lock table model_days/.test(text)) return [{ what: 'model days', waits: true, text, values }]
  if (/lock table/.test(text)) return [{ what: 'channels', waits: true, text: `${text} order by`, values }]
  if (!/for update/.test(text)) return []
  if (/from locks\b/.test(text)) return [{ what: values[0] === 'upkeep' ? 'upkeep' : 'names', waits, text, values }]
  if (/from channels\b/.test(text)) return [{ what: 'channels', waits, text, values }]
  return [{ what: 'job', waits, text, values }]
}

/** What is wrong with the locks of one transaction, in the order they were taken. */
function problemsOf(locks: Lock[]): string[] {
  const problems: string[] = []
  let highest = -1
  /** The channels that the first statement asked for. Those that didn't exist yet are locked once they do. */
  let asked: unknown[] | undefined
  for (const { what, waits, text, values } of locks) {
    if (what === 'queues') problems.push(`writes a queue inside a transaction: ${text}`)
    else if (waits) {
      const rank = ranks.indexOf(what)
      if (rank < highest) problems.push(`waits for ${what} while it holds ${ranks[highest]}: ${text}`)
      highest = Math.max(highest, rank)
      if (what !== 'channels') continue
      const isNew = asked?.includes(values[0])
      // One after the other, by their numbers.
      const isNext = /channel = \$1/.test(text) && Number(values[0]) > Number(asked?.at(-1))
      if (isNext) asked?.push(values[0])
      else if (asked && !isNew) problems.push(`waits for channels twice: ${text}`)
      if (/any\(/.test(text) && !/order by/.test(text)) problems.push(`in no order: ${text}`)
      asked ??= values.flat()
    }
  }
  return problems
}
