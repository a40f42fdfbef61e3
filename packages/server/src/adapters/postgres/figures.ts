import type { CountFigures } from '../../ports/figures.ts'
import { countFigures } from '../sql/reads/figures.ts'
import { type Address, connect, sqlOn } from './client.ts'

/** A million files took four seconds on a busy machine, and it grows with their number. */
const longestCountMs = 10 * 60_000

/** On a connection that lives as long as it counts: nobody who does something else waits for a walk over whole tables. */
export function createFigureCounter(address: Address): { count: CountFigures; close(): Promise<void> } {
  return {
    async count(since) {
      const client = await connect(address, { longestMs: longestCountMs })
      try {
        return await countFigures(sqlOn(client), since)
      } finally {
        await client.end()
      }
    },
    close: async () => undefined,
  }
}

/** How large the database is, with all that belongs to it. */
export async function measureDatabase(address: Address): Promise<number> {
  const client = await connect(address)
  try {
    const row = await sqlOn(client).get<{ bytes: number }>('select pg_database_size(current_database()) as bytes')
    return row?.bytes ?? 0
  } finally {
    await client.end()
  }
}
