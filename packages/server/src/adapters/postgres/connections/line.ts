import type pg from 'pg'
import { Refusal } from '../../../domain/refusal.ts'
import type { Sql } from '../../sql/sql.ts'
import { type Address, connect, sqlOn } from './client.ts'
import { isBroken, isUnreachable } from './trouble.ts'

/** One connection, opened when it is needed and again when it broke. */
export type Line = {
  ask<T>(question: (sql: Sql, client: pg.Client) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export function openLine(address: Address): Line {
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
    async ask(question) {
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
