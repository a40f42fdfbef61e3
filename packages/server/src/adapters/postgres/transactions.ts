import pg from 'pg'
import type { Sql } from '../sql/sql.ts'
import { type Address, clientConfig, sqlOn } from './client.ts'
import type { Lock } from './locks.ts'
import { prepared } from './statements.ts'
import { isBroken } from './trouble.ts'

/** Connections for writing: each transaction has one of its own while it lasts. */
export type Transactions = {
  /** Takes the locks, does the work, and answers when all of it is durable. What throws has changed nothing. */
  run<T>(locks: Lock[], work: (tx: Sql) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export function openTransactions(address: Address, most: number): Transactions {
  const pool = new pg.Pool({ ...clientConfig(address), max: most, idleTimeoutMillis: 60_000 })
  // Of a connection that nobody uses: it is replaced when somebody needs one.
  pool.on('error', () => undefined)
  return {
    async run(locks, work) {
      const client = await pool.connect()
      // While it is ours, whoever waits for an answer hears of it.
      const ignore = () => undefined
      client.on('error', ignore)
      let broken = false
      try {
        return await commitWork(client, locks, work)
      } catch (error) {
        broken = isBroken(error) || !(await rollBack(client))
        throw error
      } finally {
        client.off('error', ignore)
        client.release(broken)
      }
    },
    close: () => pool.end(),
  }
}

async function commitWork<T>(client: pg.PoolClient, locks: Lock[], work: (tx: Sql) => Promise<T>): Promise<T> {
  // Sent together with what follows: nobody waits for the answer, and where it fails so does the rest.
  const begun = [client.query('begin'), ...locks.map(({ text, values }) => client.query({ ...prepared(text), values }))]
  await Promise.all(begun)
  const value = await work(sqlOn(client))
  const { command } = await client.query('commit')
  // A transaction in which a statement failed ends so, without an error.
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back by the server')
  return value
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
