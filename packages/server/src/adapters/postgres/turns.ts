import pg from 'pg'
import { Refusal } from '../../domain/refusal.ts'
import type { Store } from '../../ports/store.ts'
import { type Address, clientConfig } from './client.ts'
import { prepared } from './statements.ts'
import { isOutOfReach } from './trouble.ts'

/** Apart from those that write: whoever has the turn writes meanwhile, and must not wait for who waits for the turn. */
const mostAtOnce = 2

/** Turns that all nodes take together. The server ends a turn when its node dies. */
export function openTurns(address: Address): { inTurn: NonNullable<Store['inTurn']>; close(): Promise<void> } {
  const pool = new pg.Pool({ ...clientConfig(address), max: mostAtOnce, idleTimeoutMillis: 10_000 })
  pool.on('error', () => undefined)
  return {
    async inTurn(name, work) {
      const client = await take(pool, name)
      try {
        return await work()
      } finally {
        const isWell = await client.query('commit').then(
          () => true,
          () => false,
        )
        client.release(!isWell)
      }
    },
    close: () => pool.end(),
  }
}

async function take(pool: pg.Pool, name: string): Promise<pg.PoolClient> {
  let client: pg.PoolClient | undefined
  try {
    client = await pool.connect()
    client.once('error', () => undefined)
    await client.query('begin')
    await client.query({ ...prepared('select pg_advisory_xact_lock(hashtextextended(?, 0))'), values: [name] })
    return client
  } catch (error) {
    client?.release(true)
    throw isOutOfReach(error) ? new Refusal('unavailable', 'the store does not answer') : error
  }
}
