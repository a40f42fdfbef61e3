import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Random } from '@innkeeper/testdata'
import { Client } from 'pg'
import { openServiceStore } from '../../../src/adapters/postgres/open-store.ts'
import type { CommandKind } from '../../../src/ports/commands.ts'
import type { Store } from '../../../src/ports/store.ts'
import { allCommandKinds, everyCommand } from '../../support/commands/every-command.ts'
import { type History, openHistory, readRegister } from '../../support/commands/history.ts'
import { type Run, runCommand } from '../../support/commands/run-command.ts'
import { noon, openWorld, people, receive, type World } from '../../support/commands/world.ts'
import { message } from '../../support/content/events.ts'
import { drawRandom } from '../../support/line/line-load.ts'
import { openDatabase } from '../../support/process/postgres.ts'
import { isSoak } from '../../support/soak.ts'

// Four nodes write every kind of command to the same channels at once, in random order. Whatever was acknowledged must have happened
// exactly once, as if one command had run after the other: messages form a set, settings are registers, versions and counts are
// counters, a job is held by one node at a time, and what was deleted never returns.

const [nodeCount, groupCount, hands] = [4, 200, 8]
const steps = isSoak ? 1_500 : 60

test('four nodes that write every kind of command to 200 channels at once have the same effect as one after the other', {
  timeout: 600_000,
}, async (t) => {
  const random = drawRandom(t)
  const { url, drop } = await openDatabase()
  const defaults = { timezone: 'UTC', claim: 'platform' } as const
  const stores: Store[] = []
  for (let node = 0; node < nodeCount; node++) stores.push(await openServiceStore({ url, defaults, pool: 8 }))
  const [first] = stores as [Store]
  const client = new Client({ connectionString: url })
  await client.connect()
  t.after(async () => {
    await Promise.all([...stores.map((store) => store.close()), client.end()])
    await drop()
  })
  // Each node takes its turns, as in a service.
  for (const [index, { nodes }] of stores.entries()) {
    await nodes?.report({ id: `n${index}`, ...node, startedAt: noon, clockAheadMs: 0, jobsLastMinute: 0 })
  }
  const world = await openWorld(random, first, { groups: groupCount, spare: 30, expendable: 60 })
  const history = openHistory()
  const step = createSteps(world, history)
  await Promise.all(
    stores.flatMap((store) =>
      Array.from({ length: hands }, async () => {
        for (let count = 0; count < steps; count++) {
          if (random.chance(10)) await readOne(world, client, history)
          else await step(store, draw(random))
        }
      }),
    ),
  )
  t.diagnostic(JSON.stringify(describe(history)))
  // What was never possible so far is tried until it is.
  for (const kind of concurrentKinds) {
    for (let tries = 0; tries < 50 && !history.runs.some(({ run }) => run.command.kind === kind); tries++) {
      for (const needed of [...foundations, kind]) await step(random.pick(stores), needed)
    }
  }
  const written = new Set(history.runs.map(({ run }) => run.command.kind))
  assert.deepEqual(
    concurrentKinds.filter((kind) => !written.has(kind)),
    [],
    'each kind was acknowledged',
  )

  await finishErasures(world)
  await deliverAgain(world, stores, history)
  await checkRegisters(world, client, history)
  const { checked, wrong } = history.checkReads()
  assert.deepEqual(wrong, [], 'what was read meanwhile was the last write, or one that overlapped the read')
  assert.ok(checked > 20, `${checked} reads`)
  for (const group of world.groups) await checkGroup(world, client, history, group)
  await checkDeleted(world, client, history)
  const { rows } = await client.query('select deadlocks from pg_stat_database where datname = current_database()')
  if (Number(rows[0].deadlocks) > 0) assert.fail(await describeDeadlocks(client))
})

/** Which statements waited for each other: only the log of the server says so. */
async function describeDeadlocks(client: Client): Promise<string> {
  const { rows } = await client.query("select pg_read_file(current_setting('data_directory') || '/../log') as log")
  const [, ...found] = String(rows[0].log).split('deadlock detected')
  return `There were deadlocks:\n${found.map((text) => text.split('\n').slice(0, 30).join('\n')).join('\n\n')}`
}

test('the registers are checked: a lost write is found, and writes that overlapped may end either way', async () => {
  const history = openHistory()
  const write = (value: string) => ({ kind: 'update-rule', channelId: 'C', ruleId: 'r', change: { answer: value } })
  const done = (value: string) => async () => ({ kind: 'done', command: write(value), result: null }) as unknown as Run
  await history.note(done('lost'))
  const later = Promise.withResolvers<void>()
  const slow = history.note(async () => {
    await later.promise
    return await done('slow')()
  })
  await history.note(done('fast'))
  later.resolve()
  await slow
  assert.deepEqual(history.possible('answer C r').toSorted(), ['fast', 'slow'])
  await history.note(done('last'))
  assert.deepEqual(history.possible('answer C r'), ['last'])

  const read = (value: string) => history.noteRead('answer C r', async () => value)
  await read('last')
  assert.deepEqual(history.checkReads(), { checked: 1, wrong: [] })
  await read('fast')
  assert.deepEqual(history.checkReads(), { checked: 2, wrong: ['answer C r was read as fast'] })
})

const node = { name: 'test', version: '1', address: '', media: 'the data folder' }

/** All but those that no running service writes while others write, too. */
const concurrentKinds = allCommandKinds.filter((kind) => everyCommand[kind].alone === undefined)

/** What kinds need that are rarely possible. */
const foundations: readonly CommandKind[] = [
  'create-setup-code',
  'create-operator',
  'create-claim-code',
  'open-history',
  'receive-events',
  'receive-events',
  'receive-events',
  'claim-jobs',
  'finish-job',
  'create-webhook',
]

/** As in life, most of it is messages and jobs. */
function draw(random: Random): CommandKind {
  if (random.chance(35)) return 'receive-events'
  return random.chance(25)
    ? random.pick(['claim-jobs', 'finish-job', 'finish-job', 'continue-erasure'])
    : random.pick(concurrentKinds)
}

/** Runs one command of a kind. Each job is held by one node, and done once. */
function createSteps(world: World, history: History) {
  const held = new Set<number>()
  const finished = new Set<number>()
  return async (store: Store, kind: CommandKind): Promise<void> => {
    const run = await history.note(() =>
      runCommand(world, store, kind, (command) => {
        // Before the command: from its commit on another node may hold the job.
        if (command.kind === 'finish-job') held.delete(command.jobId)
      }),
    )
    if (run.kind !== 'done') return
    const { command } = run
    if (command.kind === 'claim-jobs') {
      for (const { jobId } of run.result as { jobId: number }[]) {
        assert.ok(!held.has(jobId), `job ${jobId} is held twice`)
        assert.ok(!finished.has(jobId), `job ${jobId} was done already`)
        held.add(jobId)
      }
    }
    if (command.kind === 'finish-job' && command.outcome.kind === 'done') finished.add(command.jobId)
  }
}

function describe({ runs }: History): Record<string, number> {
  const counts = Map.groupBy(runs, ({ run }) => run.command.kind)
  return Object.fromEntries([...counts].map(([kind, { length }]) => [kind, length]))
}

/** Until nothing is left to erase. Channels wait until the bot has left, which is a job. */
async function finishErasures(world: World): Promise<void> {
  const { store } = world
  while (await store.hasOpenErasures()) {
    const at = world.now() + 3_600_000
    const { kind } = await store.write<'continue-erasure'>({ kind: 'continue-erasure', at, limit: 500 })
    if (kind !== 'waiting') continue
    for (const held of world.jobs.splice(0)) await finishJob(store, at, held)
    const lease = randomUUID()
    const claimed = await store.write<'claim-jobs'>({ kind: 'claim-jobs', at, lease, leaseMs: 1, limit: 500 })
    for (const { jobId } of claimed) await finishJob(store, at, { jobId, lease })
  }
}

async function finishJob(store: Store, at: number, held: { jobId: number; lease: string }): Promise<void> {
  await store.write<'finish-job'>({ kind: 'finish-job', at, ...held, outcome: { kind: 'done' } })
}

/** The platform delivers everything again, also what was unsent or erased. */
async function deliverAgain(world: World, stores: Store[], history: History): Promise<void> {
  await Promise.all(
    world.groups.map(async ({ sent }) => {
      const store = world.random.pick(stores)
      if (sent.length > 0) await receive(world, store, sent)
      // Under another event id as well: then only the message and its sender are known.
      if (sent.length > 0)
        await receive(
          world,
          store,
          sent.map((event) => ({ ...event, eventId: randomUUID() })),
        )
    }),
  )
  for (const channelId of listDeleted(history)) {
    await receive(world, world.store, [message(channelId, noon, { from: 'U1' })])
  }
}

/** A register that someone may be writing at this moment. */
async function readOne(world: World, client: Client, history: History): Promise<void> {
  const names = readableNames(world, history)
  if (names.length === 0) return
  const name = world.random.pick(names)
  await history.noteRead(name, () => readRegister(world, client, name))
}

/** The first rule of each group is never deleted. Other rules are also deleted and restored. */
function readableNames(world: World, history: History): string[] {
  const firstRules = new Set(world.groups.map(({ channelId, ruleIds }) => `answer ${channelId} ${ruleIds[0]}`))
  return history.names().filter((name) => !name.startsWith('answer') || firstRules.has(name))
}

async function checkRegisters(world: World, client: Client, history: History): Promise<void> {
  let compared = 0
  for (const name of readableNames(world, history)) {
    const possible = history.possible(name)
    const stored = await readRegister(world, client, name)
    assert.ok(possible.includes(stored), `${name} is ${stored}, and may be ${possible.join(' or ')}`)
    compared++
  }
  assert.ok(compared > 40, `${compared} registers`)
}

async function checkGroup(world: World, client: Client, history: History, group: World['groups'][number]) {
  const { channelId, channelNo, messages, sent } = group
  const read = async <Row>(text: string) => (await client.query(text, [channelNo])).rows as Row[]
  type Stored = { message_id: string; seq: string }
  const stored = await read<Stored>('select message_id, seq from messages where channel = $1')
  const ids = new Set(stored.map(({ message_id: id }) => id))

  // A set: every acknowledged message once, unless it was unsent or its sender erased. What strangers wrote may be private.
  const isErased = (userId: string | undefined) => world.erased.includes(userId ?? '')
  const isOf = (userId: string | undefined) => people.some((one) => one === userId)
  const unsent = new Set(sent.filter((one) => isOf(one.sender?.userId) && !messages.includes(one)))
  for (const one of sent) {
    const { userId } = one.sender ?? {}
    const isGone = unsent.has(one) || isErased(userId)
    if (userId?.startsWith('R')) continue
    assert.equal(ids.has(one.messageId), !isGone, `${channelId}: ${one.messageId} of ${userId}`)
  }
  assert.equal(ids.size, stored.length, 'each is stored once')
  assert.equal(new Set(stored.map(({ seq }) => seq)).size, stored.length, 'each has a position of its own')
  const sentIds = new Set(sent.map(({ messageId }) => messageId))
  assert.deepEqual(
    [...ids].filter((id) => !sentIds.has(id)),
    [],
    'nothing that no one has sent',
  )

  // Counters: each change of the assistant has a version, and each message was counted.
  const changes = history.countIn(channelId, versioned) + countImports(history, channelId)
  const versions = await read('select from assistant_versions where channel = $1')
  assert.equal(versions.length, 1 + changes, `versions of ${channelId}`)
  const [usage] = await read<{ sum: string }>(
    'select coalesce(sum(messages), 0) as sum from usage_days where channel = $1',
  )
  const fewest = sent.filter(({ sender }) => isOf(sender?.userId)).length
  const counted = Number(usage?.sum)
  assert.ok(counted >= fewest && counted <= sent.length, `${channelId}: ${counted} of ${fewest} to ${sent.length}`)

  // Changes have no gap: a client that follows them misses nothing.
  const numbers = (await read<{ no: string }>('select no from changes where channel = $1 order by no')).map(({ no }) =>
    Number(no),
  )
  for (const [index, no] of numbers.entries()) assert.equal(no, (numbers[0] ?? 0) + index, channelId)
}

const versioned = [
  'change-assistant-config',
  'change-welcome',
  'change-group-rules',
  'create-rule',
  'update-rule',
  'delete-rule',
  'restore-rule',
] as const

function countImports({ runs }: History, of: string): number {
  return runs.filter(({ run: { command, result } }) => {
    if (command.kind !== 'finish-import' || command.channelId !== of) return false
    return (result as { kind: string }).kind === 'done'
  }).length
}

function listDeleted({ runs }: History): string[] {
  return runs.flatMap(({ run: { command } }) => (command.kind === 'delete-channel' ? [command.channelId] : []))
}

/** Nothing names a person or a channel that was erased. */
async function checkDeleted(world: World, client: Client, history: History): Promise<void> {
  const deleted = listDeleted(history)
  assert.ok(deleted.length > 0 && world.erased.length > 0)
  for (const channelId of deleted) assert.equal(await world.store.findChannelNo(channelId), undefined, channelId)
  for (const userId of world.erased) {
    for (const table of ['members', 'keys', 'subscriptions', 'sign_in_codes']) {
      const { rows } = await client.query(`select from ${table} where user_id = $1`, [userId])
      assert.equal(rows.length, 0, `${userId} is still in ${table}`)
    }
  }
  const { rows } = await client.query(`select json from messages where json ~ '"id":"E[0-9]+"'`)
  const left = rows.filter(({ json }) => world.erased.some((userId) => json.includes(`"id":"${userId}"`)))
  assert.deepEqual(left, [])
}
