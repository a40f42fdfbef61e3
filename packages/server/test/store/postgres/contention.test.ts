import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Random } from '@innkeeper/testdata'
import { Client } from 'pg'
import { openServiceStore } from '../../../src/adapters/postgres/open-store.ts'
import { Refusal } from '../../../src/domain/refusal.ts'
import type { Authority } from '../../../src/ports/commands.ts'
import type { IncomingEvent } from '../../../src/ports/connector.ts'
import type { Store } from '../../../src/ports/store.ts'
import { message } from '../../support/content/events.ts'
import { drawRandom } from '../../support/line/line-load.ts'
import { openDatabase } from '../../support/process/postgres.ts'
import { isSoak } from '../../support/soak.ts'
import { seedChannel } from '../seed-channel.ts'

// Four nodes write to the same channels at once, in random order. Whatever was acknowledged must have happened exactly once, as
// if one command had run after the other: messages form a set, the owner and the answer of a rule are registers, versions and
// counts are counters, and a job is held by one node at a time.

const [nodeCount, channelCount, hands] = [4, 200, 8]
const steps = isSoak ? 1_500 : 90
const noon = Date.parse('2026-03-10T12:00:00Z')
const operator: Authority = { kind: 'operator' }
const people = ['U1', 'U2', 'U3', 'U4', 'U5']

/** What the nodes acknowledged, by channel. */
type Known = {
  channelId: string
  sent: Map<string, IncomingEvent>
  unsent: Set<string>
  /** Changes of the assistant, each of which adds a version. */
  versions: number
  ruleId: string
  answers: Set<string>
}

test('four nodes that write to 200 channels at once have the same effect as one after the other', {
  timeout: 600_000,
}, async (t) => {
  const random = drawRandom(t)
  const { url, drop } = await openDatabase()
  const defaults = { timezone: 'UTC', claim: 'first' } as const
  const stores: Store[] = []
  for (let node = 0; node < nodeCount; node++) stores.push(await openServiceStore({ url, defaults, pool: 8 }))
  const [first] = stores as [Store]
  const client = new Client({ connectionString: url })
  await client.connect()
  t.after(async () => {
    await Promise.all([...stores.map((store) => store.close()), client.end()])
    await drop()
  })
  // Each node knows its slice of the channels, as in a service.
  for (const [index, { nodes }] of stores.entries()) {
    await nodes?.report({ id: `n${index}`, ...node, startedAt: noon, clockAheadMs: 0, jobsLastMinute: 0 })
  }
  const channels: Known[] = []
  for (let index = 0; index < channelCount; index++) channels.push(await openChannel(first, `C${index}`))

  const held = new Map<number, number>()
  const finished = new Set<number>()
  const work = createWork({ random, channels, held, finished })
  await Promise.all(
    stores.flatMap((store, index) =>
      Array.from({ length: hands }, async () => {
        for (let step = 0; step < steps; step++) await work(store, index)
      }),
    ),
  )

  const counts = { messages: 0, versions: 0, jobs: finished.size }
  for (const known of channels) {
    counts.messages += known.sent.size
    counts.versions += known.versions
    await check(first, client, known)
  }
  t.diagnostic(JSON.stringify(counts))
  assert.ok(counts.messages > 100 && counts.versions > 100 && counts.jobs > 20, JSON.stringify(counts))
  const { rows } = await client.query('select deadlocks from pg_stat_database where datname = current_database()')
  assert.equal(Number(rows[0].deadlocks), 0)
})

const node = { name: 'test', version: '1', address: '', media: 'the data folder' }

async function openChannel(store: Store, channelId: string): Promise<Known> {
  await seedChannel(store, channelId, { owner: 'U1', members: people.slice(1), subscribers: ['U1'] }, noon)
  const { channelNo } = await numberOf(store, channelId)
  const rule = { keywords: ['key'], question: 'Key?', answer: 'none' }
  await store.write<'create-rule'>({ kind: 'create-rule', by: operator, at: noon, channelId, rule })
  const [created] = await store.listRules(channelNo, undefined)
  return {
    channelId,
    sent: new Map(),
    unsent: new Set(),
    versions: 1,
    ruleId: created?.rule.id ?? '',
    answers: new Set(['none']),
  }
}

async function numberOf(store: Store, channelId: string): Promise<{ channelNo: number }> {
  const channelNo = await store.findChannelNo(channelId)
  assert.ok(channelNo !== undefined, channelId)
  return { channelNo }
}

type Shared = { random: Random; channels: Known[]; held: Map<number, number>; finished: Set<number> }

/** One random command at one of the nodes. */
function createWork({ random, channels, held, finished }: Shared) {
  const receive = (store: Store, events: IncomingEvent[]) =>
    store.write<'receive-events'>({ kind: 'receive-events', platform: 'test', unread: [], at: noon, events })
  const say = async (store: Store) => {
    const known = random.pick(channels)
    const one = message(known.channelId, noon, { from: random.pick(people) })
    await receive(store, [one])
    known.sent.set(one.messageId, one)
  }
  /** Deliveries of several channels, some of them repeated. */
  const deliver = async (store: Store) => {
    const chosen = [random.pick(channels), random.pick(channels), random.pick(channels)]
    const fresh = chosen.map((known) => message(known.channelId, noon, { from: 'U2' }))
    const old = [...random.pick(chosen).sent.values()].slice(0, 2)
    await receive(store, [...fresh, ...old])
    for (const [index, one] of fresh.entries()) chosen[index]?.sent.set(one.messageId, one)
  }
  const unsend = async (store: Store) => {
    const known = random.pick(channels)
    const [messageId] = [...known.sent.keys()].filter((id) => !known.unsent.has(id))
    if (messageId === undefined) return
    known.unsent.add(messageId)
    const event = { kind: 'message-unsent', eventId: randomUUID(), at: noon, messageId } as const
    await receive(store, [{ ...event, channel: { channelId: known.channelId, type: 'group' } } as IncomingEvent])
  }
  const changeRule = async (store: Store) => {
    const known = random.pick(channels)
    const answer = randomUUID()
    const { channelId, ruleId } = known
    await store.write<'update-rule'>({
      kind: 'update-rule',
      by: operator,
      at: noon,
      channelId,
      ruleId,
      change: { answer },
    })
    known.versions++
    known.answers.add(answer)
  }
  const handOver = async (store: Store) => {
    const { channelId } = random.pick(channels)
    const userId = random.pick(people)
    await store.write<'hand-over-owner'>({ kind: 'hand-over-owner', by: operator, at: noon, channelId, userId })
  }
  const changeRole = async (store: Store) => {
    const { channelId } = random.pick(channels)
    const [userId, role] = [random.pick(people), random.pick(['admin', 'member'] as const)]
    await store.write<'change-role'>({ kind: 'change-role', by: operator, at: noon, channelId, userId, role })
  }
  const changeSettings = async (store: Store) => {
    const { channelId } = random.pick(channels)
    const change = { retentionDays: 1 + random.below(300) }
    await store.write<'change-settings'>({ kind: 'change-settings', by: operator, at: noon, channelId, change })
  }
  /** Each job is held by one node, and done once. */
  const runJobs = async (store: Store, index: number) => {
    const lease = randomUUID()
    const at = noon + 60_000
    const claimed = await store.write<'claim-jobs'>({ kind: 'claim-jobs', at, lease, leaseMs: 3_600_000, limit: 4 })
    for (const { jobId } of claimed) {
      assert.equal(held.get(jobId), undefined, `job ${jobId} is held twice`)
      held.set(jobId, index)
    }
    for (const { jobId } of claimed) {
      const outcome = random.below(4) === 0 ? ({ kind: 'give-back', runAt: at } as const) : ({ kind: 'done' } as const)
      // Before the command: from its commit on another node may hold the job.
      held.delete(jobId)
      await store.write<'finish-job'>({ kind: 'finish-job', at, jobId, lease, outcome })
      if (outcome.kind === 'done') {
        assert.ok(!finished.has(jobId), `job ${jobId} is done twice`)
        finished.add(jobId)
      }
    }
  }
  const index = (store: Store) => store.write<'index-messages'>({ kind: 'index-messages', limit: 100 })
  const forget = (store: Store) =>
    store.write<'forget-changes'>({ kind: 'forget-changes', at: noon, limit: 50, after: 0 })
  const expire = (store: Store) =>
    store.write<'delete-expired'>({ kind: 'delete-expired', at: noon, ceilingDays: null, limit: 100 })
  const rest = [
    unsend,
    changeRule,
    changeRule,
    handOver,
    changeRole,
    changeSettings,
    runJobs,
    runJobs,
    index,
    forget,
    expire,
  ]
  return async (store: Store, at: number): Promise<void> => {
    try {
      const draw = random.below(3)
      await (draw === 0 ? say : draw === 1 ? deliver : random.pick(rest))(store, at)
    } catch (error) {
      // For example a role that the owner can't get. It has changed nothing.
      if (!(error instanceof Refusal)) throw error
      assert.notEqual(error.code, 'unavailable', error.message)
    }
  }
}

async function check(store: Store, client: Client, known: Known): Promise<void> {
  const { channelId, sent, unsent, versions, ruleId, answers } = known
  const { channelNo } = await numberOf(store, channelId)
  const read = async <Row>(text: string) => (await client.query(text, [channelNo])).rows as Row[]

  // A set: every acknowledged message once, unless it was unsent.
  const stored = await read<{ message_id: string; seq: string }>(
    'select message_id, seq from messages where channel = $1',
  )
  const expected = [...sent.keys()].filter((id) => !unsent.has(id))
  assert.deepEqual(stored.map(({ message_id: id }) => id).toSorted(), expected.toSorted(), channelId)
  assert.equal(new Set(stored.map(({ seq }) => seq)).size, stored.length, 'each has a position of its own')

  // Registers: one owner, and one of the answers that were written.
  const members = await store.listMembers(channelNo, 'owner')
  assert.equal(members.length, 1, `${channelId} has one owner`)
  const rule = await store.findRule(channelNo, ruleId)
  assert.ok(answers.has(rule?.answer ?? ''), channelId)

  // Counters: each change of the assistant has a version, and each message was counted.
  assert.equal((await store.getAssistantState(channelNo)).version, versions, channelId)
  const [usage] = await read<{ sum: string }>(
    'select coalesce(sum(messages), 0) as sum from usage_days where channel = $1',
  )
  assert.equal(Number(usage?.sum), sent.size, channelId)

  // Changes have no gap: a client that follows them misses nothing.
  const changes = (await read<{ no: string }>('select no from changes where channel = $1 order by no')).map(({ no }) =>
    Number(no),
  )
  for (const [index, no] of changes.entries()) assert.equal(no, (changes[0] ?? 0) + index, channelId)
}
