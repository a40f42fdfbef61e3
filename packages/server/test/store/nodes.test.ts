import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import pg from 'pg'
import { openNodes } from '../../src/adapters/postgres/nodes.ts'
import { eventually } from '../support/eventually.ts'
import { openStallingProxy } from '../support/http/stalling-proxy.ts'
import { openDatabase } from '../support/process/postgres.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')
const dayMs = 86_400_000

describe('nodes that share a PostgreSQL database', () => {
  test('take turns on work outside the store, within a node and between nodes', async (t) => {
    const { a, b } = await openTwo(t)
    const seen: string[] = []
    let inside = 0
    const work = (name: string) => async () => {
      assert.equal(++inside, 1, 'nothing else runs under this name')
      await new Promise((resolve) => setTimeout(resolve, 5))
      seen.push(name)
      inside--
    }
    const names = ['a', 'b', 'a', 'b', 'a', 'b']
    await Promise.all(names.map((name) => (name === 'a' ? a : b).inTurn('file 1', work(name))))
    assert.deepEqual(seen.toSorted(), names.toSorted())
    // Control: work under two different names runs at the same time.
    const met = Promise.withResolvers<void>()
    await Promise.all([a.inTurn('file 1', () => met.promise), b.inTurn('file 2', async () => met.resolve())])
  })

  test('skip work that is already under way, and only that', async (t) => {
    const { a, b } = await openTwo(t)
    const held = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const first = a.unlessTaken('index', async () => {
      begun.resolve()
      await held.promise
    })
    await begun.promise
    const never = async () => assert.fail('the work is already under way')
    assert.equal(await b.unlessTaken('index', never), false)
    assert.equal(await a.unlessTaken('index', never), false)
    assert.equal(await b.unlessTaken('other', async () => undefined), true)
    held.resolve()
    assert.equal(await first, true)
    assert.equal(await b.unlessTaken('index', async () => undefined), true)
  })

  test('take over the turn of a node that died, and carry on after a lost connection', async (t) => {
    const { a, b, client } = await openTwo(t)
    const begun = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    const dying = a.inTurn('file 1', async () => {
      begun.resolve()
      await left.promise
    })
    await begun.promise
    const mine = b.inTurn('file 1', async () => 'mine')
    await client.query(
      `select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
       where l.locktype = 'advisory' and l.granted and d.datname = current_database()`,
    )
    assert.equal(await mine, 'mine')
    left.resolve()
    await dying
    assert.equal(await a.inTurn('file 1', async () => 'again'), 'again')
  })

  test('take over the turn of a node that is frozen, which then can neither go on nor number a turn', async (t) => {
    const { b, client, url } = await openTwo(t, { frozenAfterMs: 1_000 })
    const proxy = await openStallingProxy(url, Number.POSITIVE_INFINITY)
    const frozen = openNodes({ url: proxy.url }, undefined, { frozenAfterMs: 1_000 })
    t.after(async () => {
      proxy.close()
      await frozen.close()
    })
    const begun = Promise.withResolvers<number>()
    const woken = Promise.withResolvers<void>()
    const late: unknown[] = []
    const first = frozen.unlessTaken('webhooks', async (turn) => {
      begun.resolve(await turn.number())
      await turn.lost
      late.push(await turn.isHeld(), await turn.number().catch(() => 'refused'))
      woken.resolve()
    })
    assert.equal(await begun.promise, 1)
    // Another program, and another node that shows that it works, keep theirs, however long they have them.
    await client.query("select pg_advisory_lock(hashtextextended('of another program', 0))")
    proxy.stall()
    const numbers: number[] = []
    const takeOver = () =>
      b.unlessTaken('webhooks', async (turn) => {
        numbers.push(await turn.number())
        assert.equal(await turn.isHeld(), true)
      })
    assert.equal(await takeOver(), false, 'control: the server keeps the lock')
    await eventually(takeOver, (isDone) => isDone)
    assert.deepEqual(numbers, [2])
    assert.equal(await b.unlessTaken('of another program', async () => undefined), false)
    assert.equal(await b.unlessTaken('of another program', async () => undefined), false)
    proxy.open()
    await woken.promise
    assert.deepEqual(late, [false, 'refused'])
    await first
  })

  test('leave the turn of a frozen node alone where only that node has what is needed', async (t) => {
    const { a, b, client } = await openTwo(t, { frozenAfterMs: 0 })
    await client.query(
      "set application_name = 'innkeeper'; select pg_advisory_lock(hashtextextended('media folder', 0))",
    )
    const nothing = async () => undefined
    assert.equal(await a.unlessTaken('media folder', nothing, { fromFrozen: false }), false)
    assert.equal(await b.unlessTaken('media folder', nothing, { fromFrozen: false }), false)
    assert.equal((await client.query('select 1')).rowCount, 1, 'its connection is still open')
    // Control: any other turn is taken.
    client.on('error', () => undefined)
    await b.unlessTaken('media folder', nothing)
    await eventually(
      () => b.unlessTaken('media folder', nothing),
      (isDone) => isDone,
    )
  })

  test('run each round once, on whichever node is first, and again when it is due', async (t) => {
    const { a, b, client } = await openTwo(t)
    const claims = await Promise.all([a, b, a, b].map((node) => node.claimRound('walk', 60_000)))
    assert.equal(claims.filter(Boolean).length, 1)
    await client.query("update facts set value = cast(cast(value as bigint) - 60000 as text) where name = 'round walk'")
    assert.equal(await b.claimRound('walk', 60_000), true)
    assert.equal(await a.claimRound('walk', 60_000), false)
    assert.equal(await a.claimRound('another', 60_000), true)
  })

  test('stay on the list for a while after they fell silent, until they are started again', async (t) => {
    const { a, b, client } = await openTwo(t)
    const report = (name: string, id: string, startedAt: number) => ({
      ...{ id, name, startedAt, version: '1', address: `http://${name}`, media: 'bucket', clockAheadMs: 0 },
      jobsLastMinute: 0,
    })
    await a.report(report('a', 'first', noon))
    await b.report(report('b', 'other', noon + 1))
    assert.deepEqual([a.count(), b.count()], [1, 2])
    const listed = async (withinMs?: number) => (await b.list(withinMs)).map(({ id }) => id)
    await client.query("update nodes set seen_at = seen_at - 600000 where node_id = 'first'")
    assert.deepEqual(await listed(), ['other'])
    assert.deepEqual(await listed(3_600_000), ['first', 'other'])
    await b.report(report('b', 'other', noon + 1))
    assert.equal(b.count(), 1)
    await a.report(report('a', 'second', noon + 2))
    assert.deepEqual(await listed(3_600_000), ['other', 'second'])
  })

  test('together never take more than the quota, until the next window', async (t) => {
    const { a, b } = await openTwo(t)
    const request = { at: noon, windowMs: 60_000, limit: 60, wanted: 7 }
    const shares = await Promise.all(
      Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? a : b).takeQuota('key', request)),
    )
    const sum = shares.reduce((all, { taken }) => all + taken, 0)
    assert.equal(sum, 60)
    assert.ok(shares.every(({ endsAt }) => endsAt === noon + 60_000))
    assert.deepEqual(await b.takeQuota('key', request), { taken: 0, left: 0, endsAt: noon + 60_000 })
    const later = { ...request, at: noon + 60_000 }
    assert.deepEqual(await b.takeQuota('key', later), { taken: 7, left: 53, endsAt: noon + 120_000 })
    assert.deepEqual(await a.takeQuota('other', request), { taken: 7, left: 53, endsAt: noon + 60_000 })
  })

  test('see what the previous transaction left of a quota, even under stricter transaction isolation', async (t) => {
    const { a, b, client } = await openTwo(t)
    const { rows } = await client.query('select current_database() as name')
    await client.query(`alter database "${rows[0].name}" set default_transaction_isolation = 'serializable'`)
    const request = { at: noon, windowMs: 60_000, limit: 60, wanted: 7 }
    await a.takeQuota('key', request)
    await client.query("begin isolation level read committed; update request_windows set used = 55 where name = 'key'")
    const share = b.takeQuota('key', request)
    await untilBlocked(client)
    await client.query('commit')
    assert.deepEqual(await share, { taken: 5, left: 0, endsAt: noon + 60_000 })
  })

  test('forget quotas of past minutes, even when adding partitions for new months is blocked', async (t) => {
    const { a, b, client } = await openTwo(t)
    await a.takeQuota('key', { at: noon, windowMs: 60_000, limit: 60, wanted: 7 })
    await client.query('begin; lock table messages in access exclusive mode')
    await assert.rejects(b.maintainPartitions(Date.now() + 200 * dayMs, 30), { code: '55P03' })
    assert.equal((await client.query('select 1 from request_windows')).rowCount, 0)
    await client.query('rollback')
  })

  test('keep no lock on messages when a node freezes in the middle of maintenance', async (t) => {
    const { client, url } = await openTwo(t)
    const proxy = await openStallingProxy(url, Number.POSITIVE_INFINITY)
    const frozen = openNodes({ url: proxy.url })
    t.after(async () => {
      proxy.close()
      await frozen.close()
    })
    await client.query('begin; lock table messages in access exclusive mode')
    const maintained = frozen.maintainPartitions(Date.now() + 200 * dayMs, null)
    const ended = assert.rejects(maintained)
    await untilBlocked(client)
    proxy.stall()
    await client.query('rollback')
    await client.query("set lock_timeout = '20s'; begin; lock table messages in access exclusive mode; rollback")
    proxy.open()
    await ended
  })

  test('create partitions for the coming months without disturbing each other', async (t) => {
    const { a, b, client } = await openTwo(t)
    const at = Date.now() + 200 * dayMs
    await Promise.all([a.maintainPartitions(at, null), b.maintainPartitions(at, null)])
    const month = (time: number) => `messages_${new Date(time).toISOString().slice(0, 7).replace('-', '_')}`
    const made = await listParts(client)
    assert.ok(made.includes(month(at)) && made.includes(month(at + 60 * dayMs)))
    await a.maintainPartitions(at, null)
    assert.deepEqual(await listParts(client), made)
  })

  test('drop whole months of expired messages, and no month that still has messages', async (t) => {
    const { a, client } = await openTwo(t)
    const first = Date.now()
    const later = first + 400 * dayMs
    await a.maintainPartitions(later, null)
    const all = await listParts(client)
    const insert = (time: number) =>
      client.query(`insert into messages (channel, time, seq, message_id, json) values (1, ${time}, 1, 'm', '{}')`)
    const keptAt = first + 100 * dayMs
    await insert(keptAt)
    await a.maintainPartitions(later, null)
    assert.deepEqual(await listParts(client), all, 'without a ceiling, nothing is dropped')
    await a.maintainPartitions(later, 30)
    const left = await listParts(client)
    assert.ok(left.length < all.length)
    const { rows } = await client.query('select time from messages')
    assert.deepEqual(rows, [{ time: String(keptAt) }], 'a month with a message stays')
    // A late message for a dropped month can still be stored.
    await insert(first)
    await client.query('delete from messages')
    await a.maintainPartitions(later, 30)
    assert.ok((await listParts(client)).length < left.length)
    await insert(first)
    await insert(keptAt)
  })
})

async function untilBlocked(client: pg.Client): Promise<void> {
  await eventually(
    async () => {
      // Within a transaction, PostgreSQL caches these statistics on first use.
      await client.query('select pg_stat_clear_snapshot()')
      const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
      return (await client.query(waiting)).rowCount
    },
    (count) => count === 1,
  )
}

async function listParts(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_inherits join pg_class on oid = inhrelid where inhparent = 'messages'::regclass order by 1",
  )
  return rows.map(({ name }) => name)
}

async function openTwo(t: { after(work: () => Promise<void>): void }, options: { frozenAfterMs?: number } = {}) {
  const { url, drop } = await openDatabase()
  const [a, b] = [openNodes({ url }, undefined, options), openNodes({ url }, undefined, options)]
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  t.after(async () => {
    await Promise.all([a.close(), b.close(), client.end().catch(() => undefined)])
    await drop()
  })
  return { a, b, client, url }
}
