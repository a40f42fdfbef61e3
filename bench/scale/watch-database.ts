import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'

/** What a database went through in a round. */
export type Watched = {
  deadlocks: number
  /** Of the running statements that were seen, those that waited for a lock. */
  lockShare: number
  /** Time in which statements waited for locks, estimated from these samples, of the time that all statements took. */
  lockTimeShare: number
  /** How many statements were executed. */
  statements: number
  /** Answers that were too late to be sent. */
  expired: number
  /** The statements that were seen waiting for a lock, and how often. */
  waits: Map<string, number>
}

const everyMs = 25

/** The server has to load pg_stat_statements. */
export async function watchDatabase(url: string): Promise<{ stop(): Promise<Watched> }> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('create extension if not exists pg_stat_statements')
  const count = async () => {
    const { rows } = await client.query<{
      deadlocks: string
      statementMs: number
      statements: string
      expired: string
    }>(counts)
    const [row] = rows
    return {
      deadlocks: Number(row?.deadlocks ?? 0),
      statementMs: row?.statementMs ?? 0,
      statements: Number(row?.statements ?? 0),
      expired: Number(row?.expired ?? 0),
    }
  }
  const before = await count()
  const startedAt = performance.now()
  let samples = 0
  let running = 0
  let waiting = 0
  const waits = new Map<string, number>()
  let isOver = false
  const sampling = (async () => {
    while (!isOver) {
      const { rows } = await client.query<{ waits: boolean; query: string }>(active)
      samples++
      running += rows.length
      for (const { query } of rows.filter((row) => row.waits)) {
        waiting++
        waits.set(query, (waits.get(query) ?? 0) + 1)
      }
      await pause(everyMs)
    }
  })()
  return {
    async stop() {
      isOver = true
      await sampling
      const sampleMs = (performance.now() - startedAt) / Math.max(samples, 1)
      // The server reports its statistics after a second.
      await pause(1_200)
      const after = await count()
      await client.end()
      return {
        deadlocks: after.deadlocks - before.deadlocks,
        expired: after.expired - before.expired,
        // Without our own samples.
        statements: after.statements - before.statements - samples,
        waits,
        lockShare: waiting / Math.max(running, 1),
        lockTimeShare: (waiting * sampleMs) / Math.max(after.statementMs - before.statementMs, 1),
      }
    },
  }
}

const active = `select wait_event_type = 'Lock' as waits, left(regexp_replace(query, '\\s+', ' ', 'g'), 90) as query
  from pg_stat_activity where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`

const counts = `select d.deadlocks,
    (select sum(s.total_exec_time + s.total_plan_time) from pg_stat_statements s where s.dbid = d.datid) as "statementMs",
    (select sum(s.calls) from pg_stat_statements s where s.dbid = d.datid) as statements,
    (select count(*) from sends where failure in ('expired', 'undecided')) as expired
  from pg_stat_database d where d.datname = current_database()`
