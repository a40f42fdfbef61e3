import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Random } from '@innkeeper/testdata'
import pg, { Client } from 'pg'
import { openCommandStore } from '../../../src/adapters/postgres/open-store.ts'
import { planOf } from '../../../src/adapters/sql/commands.ts'
import type { CommandKind } from '../../../src/ports/commands.ts'
import type { Store } from '../../../src/ports/store.ts'
import { allCommandKinds } from '../../support/commands/every-command.ts'
import { runCommand } from '../../support/commands/run-command.ts'
import { openWorld } from '../../support/commands/world.ts'
import { drawRandom } from '../../support/line/line-load.ts'
import { openDatabase } from '../../support/process/postgres.ts'
import { rowProblemsOf } from './row-guards.ts'
import { type RowLock, recordRowLocks } from './row-locks.ts'

// The rules of docs/adr/0021-locks-between-nodes.md, checked for every lock of every transaction of every kind of command: what
// waits for locks takes them in one order, rows are changed only by those who have locked what guards them, and the queues of jobs
// are only written by statements of their own.

/** In the order in which a transaction may wait for them. Only maintenance locks `upkeep`, before it knows which channel is next. */
const ranks = ['upkeep', 'channels', 'names', 'model days', 'job'] as const
type Statement = { text: string; values: unknown[] }
type Lock = Statement & { what: (typeof ranks)[number] | 'queues'; waits: boolean }

test('every command takes its locks in the one order that all share, and changes only rows that it has locked', async (t) => {
  const { url, drop } = await openDatabase()
  const record = recordTransactions(t)
  const store = await openCommandStore({ url, defaults: { timezone: 'UTC', claim: 'platform' }, pool: 6 })
  const client = new Client({ connectionString: url })
  await client.connect()
  t.after(async () => {
    await Promise.all([store.close(), client.end()])
    await drop()
  })
  record.transactions.length = 0
  const changed = await liveThrough(drawRandom(t), store, client)

  const locking = record.transactions
    .map((statements) => statements.flatMap(lockOf))
    .filter((locks) => locks.length > 0)
  const seen = new Set(locking.flat().map(({ what, waits }) => `${what}${waits ? ' (waits)' : ''}`))
  for (const kind of ['upkeep (waits)', 'channels', 'channels (waits)', 'names (waits)', 'job (waits)'])
    assert.ok(seen.has(kind), kind)
  const problems = new Set([...locking.flatMap(problemsOf), ...[...changed.values()].flatMap(rowProblemsOf)])
  assert.deepEqual([...problems], [])
})

test('the order is checked: a transaction in the wrong order, or that waits for a second channel, is found', () => {
  const wait = (what: Lock['what'], text = `${what} order by`): Lock => ({ what, waits: true, text, values: [] })
  assert.equal(problemsOf([wait('names'), wait('channels')]).length, 1)
  assert.equal(problemsOf([wait('channels'), wait('channels')]).length, 1)
  assert.equal(problemsOf([wait('channels', 'select … = any($1) for update')]).length, 1)
  assert.equal(problemsOf([{ ...wait('queues'), waits: false }]).length, 1)
  const named = (name: string): Lock => ({ ...wait('names'), values: [name] })
  assert.equal(problemsOf([named('keys'), named('erasures')]).length, 1)
  assert.deepEqual(problemsOf([named('erasures'), named('keys')]), [])
  const take = (what: Lock['what']): Lock => ({ ...wait(what), waits: false })
  assert.equal(problemsOf([take('channels'), wait('names')]).length, 1)
  assert.equal(problemsOf([take('channels'), wait('channels')]).length, 1)
  assert.deepEqual(problemsOf([wait('names'), take('channels')]), [])
  assert.deepEqual(problemsOf([wait('channels'), wait('names'), wait('job')]), [])
})

test('the rows are checked: one that is changed without its lock is found, and so is a table that no one has thought of', () => {
  const row = (table: string, guards: string[], key = '1'): RowLock => ({ transaction: '1', table, key, guards })
  assert.equal(rowProblemsOf([row('messages', ['keys'])]).length, 1)
  assert.equal(rowProblemsOf([row('keys', ['channel'])]).length, 1)
  assert.equal(rowProblemsOf([row('new_table', ['channel'])]).length, 1)
  assert.equal(rowProblemsOf([row('job_queues', ['channel'])]).length, 1)
  assert.equal(rowProblemsOf([row('jobs', []), row('media', ['channel'])]).length, 1)
  assert.equal(rowProblemsOf([row('released_files', [], '10'), row('released_files', [], '9')]).length, 1)
  assert.equal(rowProblemsOf([row('assistant_changes', ['channel']), row('assistant_imports', ['channel'])]).length, 1)
  const fine = [row('messages', ['channel']), row('jobs', ['channel']), row('released_files', [], '9')]
  assert.deepEqual(rowProblemsOf(fine), [])
})

test('control: a command that locks nothing is found, although constraints of the database still hide its effects', async (t) => {
  const { url, drop } = await openDatabase()
  const store = await openCommandStore({ url, defaults: { timezone: 'UTC', claim: 'platform' }, pool: 6 })
  const client = new Client({ connectionString: url })
  await client.connect()
  const world = await openWorld(drawRandom(t), store, { groups: 2, spare: 0, expendable: 0 })
  const readRows = await recordRowLocks(client)
  for (const kind of ['update-rule', 'hand-over-owner'] as const) {
    const plan = planOf({ kind } as never)
    const { locks } = plan
    plan.locks = () => []
    t.after(() => {
      plan.locks = locks
    })
    // Some change nothing, such as handing over to the owner.
    let problems: string[] = []
    for (let tries = 0; tries < 50 && problems.length === 0; tries++) {
      await runCommand(world, store, kind)
      problems = rowProblemsOf(await readRows())
    }
    assert.notDeepEqual(problems, [], kind)
    plan.locks = locks
  }
  await Promise.all([store.close(), client.end()])
  await drop()
})

/** Writes random commands until each kind was acknowledged. Returns the rows that each transaction changed. */
async function liveThrough(random: Random, store: Store, client: Client): Promise<Map<string, RowLock[]>> {
  const expendable = 60
  const world = await openWorld(random, store, { groups: 3, spare: 12, expendable, upkeepAheadMs: tenYearsMs })
  const readRows = await recordRowLocks(client)
  const rows: RowLock[] = []
  const done = new Map<CommandKind, number>()
  const missing = () => allCommandKinds.filter((kind) => (done.get(kind) ?? 0) < 1)
  for (let round = 0; round < mostRounds && missing().length > 0; round++) {
    // Those that are done go on, because others need what they leave.
    for (const kind of random.shuffle([...missing(), ...others, ...more])) {
      const run = await runCommand(world, store, kind)
      if (run.kind === 'done') done.set(kind, (done.get(kind) ?? 0) + 1)
    }
  }
  assert.deepEqual(missing(), [], 'each kind of command was recorded')
  rows.push(...(await readRows()))
  return Map.groupBy(rows, ({ transaction }) => transaction)
}

const mostRounds = 60
/** Removing all operators would undo what others wait for. */
const others = allCommandKinds.filter((kind) => kind !== 'remove-operators')
/** What happens most, and leaves what other kinds need. */
const more = [...times(8, 'receive-events'), ...times(2, 'claim-jobs'), ...times(8, 'finish-job')]
function times(count: number, kind: CommandKind): CommandKind[] {
  return Array.from({ length: count }, () => kind)
}
const tenYearsMs = 3_650 * 86_400_000

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
  if (!/for (update|share)/.test(text)) return []
  if (/from locks\b/.test(text)) return [{ what: values[0] === 'upkeep' ? 'upkeep' : 'names', waits, text, values }]
  if (/from channels\b/.test(text)) return [{ what: 'channels', waits, text, values }]
  return [{ what: 'job', waits, text, values }]
}

/** What is wrong with the locks of one transaction, in the order they were taken. */
function problemsOf(locks: Lock[]): string[] {
  const problems: string[] = []
  let highest = -1
  let hasTaken = false
  let lastName = ''
  /** The channels that the first statement asked for. Those that didn't exist yet are locked once they do. */
  let asked: unknown[] | undefined
  for (const { what, waits, text, values } of locks) {
    if (what === 'queues') problems.push(`writes a queue inside a transaction: ${text}`)
    else if (!waits) hasTaken ||= what === 'channels'
    else {
      // What takes the free ones may hold many, for which others then wait as long as it does.
      if (hasTaken) problems.push(`waits for ${what} after it has taken what was free: ${text}`)
      if (what === 'names') {
        const name = String(values[0] ?? '')
        if (name < lastName) problems.push(`waits for ${name} while it holds ${lastName}: ${text}`)
        lastName = name
      }
      const rank = ranks.indexOf(what)
      // A channel that didn't exist yet is locked as soon as it does. No one else can wait for something while they hold it, except
      // if they create it at the same moment.
      const isNew = what === 'channels' && asked?.includes(values[0])
      if (rank < highest && !isNew) problems.push(`waits for ${what} while it holds ${ranks[highest]}: ${text}`)
      highest = Math.max(highest, rank)
      if (what !== 'channels') continue
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
