import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { Refusal } from '../../domain/refusal.ts'
import type { NodeRecord, Nodes } from '../../ports/storage/nodes.ts'
import type { Sql } from '../sql/sql.ts'
import { type Address, connect, sqlOn } from './connections/client.ts'
import { isBroken, isUnreachable } from './connections/trouble.ts'
import type { Turn } from './ingest/turns.ts'
import { addPartitions, dropEmptied } from './storage/partitions.ts'

/** How often a node that waits for its turn tries again. */
const askAgainMs = 50

/**
 * On a separate connection, because an advisory lock belongs to a connection: if a node dies, its locks are released with it,
 * and no timeout is needed.
 */
export function openNodes(
  address: Address,
  noteTurn: (turn: Turn) => void = () => undefined,
): Nodes & { close(): Promise<void> } {
  const line = openLine(address)
  /** The server grants a connection the same lock twice, so callers in this process wait for each other here. */
  const here = new Map<string, Promise<unknown>>()
  /** Rounds that this node won last, and when the next one is due. */
  const rounds = new Map<string, number>()

  const tryTurn = async (name: string): Promise<pg.Client | undefined> => {
    const text = `select pg_try_advisory_lock(${turnOf}) as taken`
    return await line.ask(async (sql, client) =>
      (await sql.get<{ taken: number }>(text, name))?.taken === 1 ? client : undefined,
    )
  }
  const endTurn = async (name: string, client: pg.Client): Promise<void> => {
    // A broken connection has already released it.
    await sqlOn(client)
      .get(`select pg_advisory_unlock(${turnOf})`, name)
      .catch(() => undefined)
  }
  const takeHere = async <T>(name: string, work: Promise<T>): Promise<T> => {
    here.set(name, work)
    try {
      return await work
    } finally {
      if (here.get(name) === work) here.delete(name)
    }
  }

  return {
    async inTurn(name, work) {
      const before = here.get(name) ?? Promise.resolve()
      const mine = before
        .catch(() => undefined)
        .then(async () => {
          let client = await tryTurn(name)
          for (; !client; client = await tryTurn(name)) await pause(askAgainMs)
          try {
            return await work()
          } finally {
            await endTurn(name, client)
          }
        })
      return await takeHere(name, mine)
    },
    async unlessTaken(name, work) {
      if (here.has(name)) return false
      const mine = (async () => {
        const client = await tryTurn(name)
        if (!client) return false
        const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
        client.once('end', lose)
        try {
          await work(lost)
          return true
        } finally {
          client.off('end', lose)
          await endTurn(name, client)
        }
      })()
      return await takeHere(name, mine)
    },
    async claimRound(name, everyMs) {
      // By the server's clock, which is the same for all. A node's own rounds are never exactly as long as they should be.
      const changed = await line.ask((sql) => sql.run(claimRound, `round ${name}`, Math.floor(everyMs * 0.9)))
      if (changed > 0) rounds.set(name, performance.now() + everyMs)
      else rounds.delete(name)
      return changed > 0
    },
    async takeQuota(name, { at, windowMs, limit, wanted }) {
      const most = Math.min(wanted, limit)
      const [row] = await line.ask((sql) =>
        sql.returning<{ used: number; taken: number; endsAt: number }>(
          takeQuota,
          name,
          at + windowMs,
          most,
          most,
          at,
          at,
          limit,
          at,
          limit,
        ),
      )
      if (!row) throw new Error('Updating the quota returned no row')
      return { taken: row.taken, left: Math.max(0, limit - row.used), endsAt: row.endsAt }
    },
    async maintainPartitions(at, ceilingDays) {
      // Separate from the transaction, whose waits would block everyone who takes from a quota.
      await line.ask((sql) => sql.run('delete from request_windows where ends_at < ?', at))
      await line.ask((sql) => sql.run('delete from nodes where seen_at < ?', at - dayMs))
      await inTransaction(address, async (tx) => {
        await addPartitions(tx, { from: at, at })
        if (ceilingDays !== null) await dropEmptied(tx, at - ceilingDays * dayMs)
      })
    },
    async report({ id, name, version, address: at, media, startedAt, clockAheadMs, jobsLastMinute }) {
      const duties = [
        ...[...here.keys()].filter((held) => !held.startsWith('file ')),
        ...[...rounds].filter(([, until]) => until > performance.now()).map(([won]) => won),
      ]
      const values = [id, name, version, at, media, startedAt, clockAheadMs, duties.join('\n'), jobsLastMinute, id, id]
      const [row] = await line.ask((sql) =>
        sql.returning<{ at: number; before: number; others: number }>(report, ...values),
      )
      if (!row) throw new Error('Reporting the node returned no row')
      noteTurn({ index: row.before, of: row.others + 1, aheadMs: clockAheadMs })
      return row.at
    },
    async withdraw(id) {
      await line.ask((sql) => sql.run('delete from nodes where node_id = ?', id))
    },
    async list() {
      const rows = await line.ask((sql) => sql.all<Omit<NodeRecord, 'duties'> & { duties: string }>(listNodes))
      return rows.map(({ duties, ...node }) => ({ ...node, duties: duties === '' ? [] : duties.split('\n') }))
    },
    close: line.close,
  }
}

const serverTime = 'cast(extract(epoch from clock_timestamp()) * 1000 as bigint)'
const seenWithinMs = 60_000
/** Three reports. Which nodes take turns changes no later. */
const aliveMs = 15_000

const report = `insert into nodes (node_id, name, version, address, media, started_at, clock_ahead_ms, duties, jobs_last_minute, seen_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ${serverTime})
  on conflict (node_id) do update set
    address = excluded.address,
    clock_ahead_ms = excluded.clock_ahead_ms,
    duties = excluded.duties,
    jobs_last_minute = excluded.jobs_last_minute,
    seen_at = excluded.seen_at
  returning seen_at as at,
    (select count(*) from nodes o where o.seen_at > ${serverTime} - ${aliveMs} and o.node_id < ?) as before,
    (select count(*) from nodes o where o.seen_at > ${serverTime} - ${aliveMs} and o.node_id <> ?) as others`

const listNodes = `select node_id as id, name, version, address, media, started_at as "startedAt", clock_ahead_ms as "clockAheadMs",
    duties, jobs_last_minute as "jobsLastMinute", seen_at as "seenAt"
  from nodes where seen_at > ${serverTime} - ${seenWithinMs} order by started_at, node_id`

const dayMs = 86_400_000
const turnOf = 'hashtextextended(?, 0)'

const claimRound = `insert into facts (name, value)
  values (?, cast(${serverTime} as text))
  on conflict (name) do update set value = excluded.value
  where cast(excluded.value as bigint) - cast(facts.value as bigint) >= ?`

/** `taken` is what this statement granted. An ended window starts over. */
const takeQuota = `insert into request_windows as w (name, ends_at, used, taken) values (?, ?, ?, ?)
  on conflict (name) do update set
    ends_at = case when w.ends_at <= ? then excluded.ends_at else w.ends_at end,
    taken = case when w.ends_at <= ? then excluded.taken else greatest(0, least(? - w.used, excluded.taken)) end,
    used = case when w.ends_at <= ? then excluded.used else w.used + greatest(0, least(? - w.used, excluded.taken)) end
  returning used, taken, ends_at as "endsAt"`

/** One connection, opened when it is needed and again when it broke. */
function openLine(address: Address) {
  let opened: Promise<pg.Client> | undefined
  const open = () => {
    if (opened) return opened
    const mine = connect(address).then(isolateLittle)
    opened = mine
    const drop = () => {
      if (opened === mine) opened = undefined
    }
    mine.then((client) => client.on('error', drop).on('end', drop), drop)
    return mine
  }
  return {
    async ask<T>(question: (sql: Sql, client: pg.Client) => Promise<T>): Promise<T> {
      let client: pg.Client | undefined
      try {
        client = await open()
        return await question(sqlOn(client), client)
      } catch (error) {
        if (isBroken(error)) void client?.end().catch(() => undefined)
        throw isUnreachable(error) ? new Refusal('unavailable', 'the store does not answer') : error
      }
    },
    async close() {
      const client = await opened?.catch(() => undefined)
      await client?.end().catch(() => undefined)
    },
  }
}

/** As in `transactions.ts`: nodes access the same row at once, and the second one must see what the first one wrote. */
async function isolateLittle(client: pg.Client): Promise<pg.Client> {
  await client.query("set default_transaction_isolation = 'read committed'")
  return client
}

/** For work that waits for others but must not block them: it gives up soon and is retried later. */
async function inTransaction(address: Address, work: (tx: Sql) => Promise<void>): Promise<void> {
  const client = await connect(address)
  try {
    await client.query('begin isolation level read committed')
    await client.query("set local lock_timeout = '2s'")
    await work(sqlOn(client))
    await client.query('commit')
  } finally {
    await client.end()
  }
}
