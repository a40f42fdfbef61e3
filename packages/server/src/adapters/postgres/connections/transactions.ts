import type { Duplex } from 'node:stream'
import pg from 'pg'
import type { Sql } from '../../sql/sql.ts'
import type { Lock } from '../locks.ts'
import { type Address, clientConfig, sqlOn } from './client.ts'
import type { Connection } from './query-lists.ts'
import { createLane } from './queues.ts'
import { prepared } from './statements.ts'
import { isBroken } from './trouble.ts'

/** Connections for writing: each transaction has one of its own while it lasts. */
export type Transactions = {
  /** Answers when all of it is durable. What throws has changed nothing. */
  run<T>(course: Course<T>): Promise<T>
  /** The same for what may wait: some connections are never taken by it. */
  runLater<T>(course: Course<T>): Promise<T>
  /** The same for what nobody waits for: it leaves connections to `runLater`, too. */
  runLast<T>(course: Course<T>): Promise<T>
  close(): Promise<void>
}

export type Course<T> = {
  /** What is sent together with the beginning, and before that was answered: locks and questions; what writes must make sure of it. */
  begin(connection: Connection): Promise<unknown>
  work(tx: Sql, connection: Connection): Promise<T>
  /** What is sent together with the end. */
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

export function openTransactions(address: Address, most: number): Transactions {
  const pool = new pg.Pool({
    ...clientConfig(address),
    max: most,
    idleTimeoutMillis: 60_000,
    // Counted from the asking on: many who ask at once wait for each other, too.
    connectionTimeoutMillis: 10_000,
  })
  // Of a connection that nobody uses: it is replaced when somebody needs one.
  pool.on('error', () => undefined)
  const run = async <T>(course: Course<T>): Promise<T> => {
    const client = await pool.connect()
    // Until we release the client, a connection error reaches us through the pending query.
    const ignore = () => undefined
    client.on('error', ignore)
    let broken = false
    try {
      return await commitWork(client, course)
    } catch (error) {
      broken = isBroken(error) || !(await rollBack(client))
      throw error
    } finally {
      client.off('error', ignore)
      client.release(broken)
    }
  }
  const later = createLane(Math.max(1, Math.ceil((most * 2) / 3)))
  const last = createLane(Math.max(1, Math.floor(most / 6)))
  return {
    run,
    runLater: (course) => later(() => run(course)),
    runLast: (course) => last(() => later(() => run(course))),
    close: () => pool.end(),
  }
}

/** Said outright: what is read under a lock must be of after the wait for it, whatever the database's own default is. */
const beginning = 'begin isolation level read committed'

async function commitWork<T>(client: pg.PoolClient, { begin, work, end }: Course<T>): Promise<T> {
  // Nobody waits for the answer to one before the next is sent, and where one fails so does the rest.
  await inOneGo(client, () => Promise.all([client.query(beginning), begin(client)]))
  const value = await work(sqlOn(client), client)
  const [, { command }] = await inOneGo(client, () => Promise.all([end?.(), client.query('commit')]))
  // A transaction in which a statement failed ends so, without an error.
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back by the server')
  return value
}

/** What is sent at once leaves as one packet, not as one for each statement. */
function inOneGo<T>(client: pg.ClientBase, send: () => T): T {
  const { stream } = (client as pg.ClientBase & { connection: { stream: Duplex } }).connection
  stream.cork()
  try {
    return send()
  } finally {
    stream.uncork()
  }
}

/** False: the connection is of no more use. */
async function rollBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('rollback')
    return true
  } catch {
    return false
  }
}
