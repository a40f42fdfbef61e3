import type { NodeRecord, Nodes } from '../../ports/storage/nodes.ts'
import type { Sql } from '../sql/sql.ts'
import { type Address, connect, sqlOn } from './connections/client.ts'
import { openLine } from './connections/line.ts'
import type { Turn } from './ingest/turns.ts'
import { createTurns } from './node-turns.ts'
import { addPartitions, dropEmptied } from './storage/partitions.ts'

/** On a separate connection, to which the locks belong that nodes take turns with. */
export function openNodes(
  address: Address,
  noteTurn: (turn: Turn) => void = () => undefined,
  { frozenAfterMs }: { frozenAfterMs?: number } = {},
): Nodes & { close(): Promise<void> } {
  const line = openLine(address)
  const turns = createTurns(line, frozenAfterMs)
  /** Rounds that this node won last, and when the next one is due. */
  const rounds = new Map<string, number>()
  let count = 1

  return {
    inTurn: turns.inTurn,
    unlessTaken: turns.unlessTaken,
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
        ...turns.names().filter((held) => !held.startsWith('file ')),
        ...[...rounds].filter(([, until]) => until > performance.now()).map(([won]) => won),
      ]
      const values = [id, name, version, at, media, startedAt, clockAheadMs, duties.join('\n'), jobsLastMinute, id, id]
      const [row] = await line.ask((sql) =>
        sql.returning<{ at: number; before: number; others: number }>(report, ...values),
      )
      if (!row) throw new Error('Reporting the node returned no row')
      count = row.others + 1
      noteTurn({ index: row.before, of: count, aheadMs: clockAheadMs })
      return row.at
    },
    count: () => count,
    async withdraw(id) {
      await line.ask((sql) => sql.run('delete from nodes where node_id = ?', id))
    },
    async list(withinMs = seenWithinMs) {
      const rows = await line.ask((sql) =>
        sql.all<Omit<NodeRecord, 'duties'> & { duties: string }>(listNodes, withinMs),
      )
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
  from nodes n where seen_at > ${serverTime} - ?
    and not exists (select from nodes o where o.name = n.name and o.address = n.address and o.started_at > n.started_at)
  order by started_at, node_id`

const dayMs = 86_400_000

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

/** For work that waits for others but must not block them: it gives up soon and is retried later. */
async function inTransaction(address: Address, work: (tx: Sql) => Promise<void>): Promise<void> {
  const client = await connect(address)
  try {
    await client.query('begin isolation level read committed')
    // Dropping a month locks all messages. A node that freezes meanwhile must not keep them.
    await client.query("set local lock_timeout = '2s'; set local idle_in_transaction_session_timeout = '2s'")
    await work(sqlOn(client))
    await client.query('commit')
  } finally {
    await client.end()
  }
}
