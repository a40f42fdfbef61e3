import type { Duplex } from 'node:stream'
import pg from 'pg'
import type { Sql } from '../../sql/sql.ts'
import { type JobQueue, updateNextJobs } from '../jobs/claim-jobs.ts'
import type { Lock } from '../locks.ts'
import { type Address, clientConfig, sqlOn } from './client.ts'
import { hostsOf } from './hosts.ts'
import type { Connection } from './query-lists.ts'
import { createLane } from './queues.ts'
import { prepared } from './statements.ts'
import { isBroken, isUnreachable } from './trouble.ts'

/** Connections for writing: each transaction has its own while it lasts. */
export type Transactions = {
  /** Resolves when all of it is durable. If it rejects, nothing has changed. */
  run<T>(course: Course<T>): Promise<T>
  /** The same for work that can wait: it leaves some connections free. */
  runLater<T>(course: Course<T>): Promise<T>
  /** The same for work that no one waits for: it also leaves connections free for `runLater`. */
  runLast<T>(course: Course<T>): Promise<T>
  /** For statements that are transactions of their own. Leaves connections free like `runLater`. */
  runSingle<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export type Course<T> = {
  /**
   * Sent together with `begin`, before that is confirmed: locks and reads. A write must make sure that the transaction has
   * started.
   */
  begin(connection: Connection): Promise<unknown>
  work(tx: Sql, connection: Connection): Promise<T>
  /** Sent together with `commit`. */
  end?(): Promise<unknown>
}

/** First the locks, then the work. */
export function underLocks<T>(locks: Lock[], work: (tx: Sql) => Promise<T>): Course<T> {
  return {
    begin: (connection) =>
      Promise.all(locks.map(({ text, values }) => connection.query({ ...prepared(text), values }))),
    work,
  }
}

/**
 * Shorter than for other connections. A node that freezes in the middle of a transaction keeps its locks until the server ends the
 * transaction, and others wait for these locks until they time out.
 */
const shortLimits = { lock_timeout: 3_000, idle_in_transaction_session_timeout: 2_000 } as const

/** Every write looks up rows by their keys, so one plan is as good as the next, and planning takes longer than most of them. */
const planOnce = '-c plan_cache_mode=force_generic_plan'

export function openTransactions(address: Address, most: number): Transactions {
  const hosts = hostsOf(address.url)
  // The pool waits for it, which its types don't say.
  const admission = { onConnect: hosts.admit }
  const pool = new pg.Pool({
    Client: class extends pg.Client {
      constructor() {
        super({ ...clientConfig(hosts.current()), ...shortLimits, options: planOnce })
      }
    },
    ...(admission as object),
    max: most,
    idleTimeoutMillis: 60_000,
    // Includes the time spent waiting for a free connection.
    connectionTimeoutMillis: 10_000,
  })
  // Error of an idle connection: it is replaced when one is needed.
  pool.on('error', () => undefined)
  /** Tries each host once, if there are several. */
  const connect = async (): Promise<pg.PoolClient> => {
    for (let tries = 1; ; tries++) {
      const host = hosts.current()
      try {
        return await pool.connect()
      } catch (error) {
        if (!isUnreachable(error)) throw error
        hosts.fail(host)
        if (tries >= hosts.count) throw error
      }
    }
  }
  const onConnection = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await connect()
    // Until we release the client, a connection error reaches us through the pending query.
    const ignore = () => undefined
    client.on('error', ignore)
    let broken = false
    try {
      return await work(client)
    } catch (error) {
      broken = isBroken(error) || !(await rollBack(client))
      throw error
    } finally {
      client.off('error', ignore)
      client.release(broken)
    }
  }
  const run = <T>(course: Course<T>): Promise<T> => onConnection((client) => commitWork(client, course))
  const later = createLane(Math.max(1, Math.ceil((most * 2) / 3)))
  const last = createLane(Math.max(1, Math.floor(most / 6)))
  return {
    run,
    runLater: (course) => later(() => run(course)),
    runLast: (course) => last(() => later(() => run(course))),
    runSingle: (work) => later(() => onConnection(work)),
    close: () => pool.end(),
  }
}

/** Explicit, whatever the database's default is: what is read under a lock must be the state after waiting for it. */
const beginning = 'begin isolation level read committed'

async function commitWork<T>(client: pg.PoolClient, { begin, work, end }: Course<T>): Promise<T> {
  // Each is sent without waiting for the result of the one before, and if one fails, the rest fail too.
  await inOneGo(client, () => Promise.all([client.query(beginning), begin(client)]))
  const queues: JobQueue[] = []
  const value = await work(
    sqlOn(client, (channel, kind) => queues.push({ channel, kind })),
    client,
  )
  const [, { command }] = await inOneGo(client, () => Promise.all([end?.(), client.query('commit')]))
  // A transaction with a failed statement ends like this, without an error.
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back by the server')
  // Outside the transaction, which would keep the queues locked until the commit. If it fails, a claim does it.
  await updateNextJobs(client, queues).catch(() => undefined)
  return value
}

/** Statements sent together leave as one packet, not as one each. */
function inOneGo<T>(client: pg.ClientBase, send: () => T): T {
  const { stream } = (client as pg.ClientBase & { connection: { stream: Duplex } }).connection
  stream.cork()
  try {
    return send()
  } finally {
    stream.uncork()
  }
}

/** False if the connection is unusable. */
async function rollBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('rollback')
    return true
  } catch {
    return false
  }
}
