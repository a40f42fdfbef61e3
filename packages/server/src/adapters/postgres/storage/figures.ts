import type { FigureCounter } from '../../../ports/storage/figures.ts'
import type { Sql } from '../../sql/sql.ts'
import { countFigures, measureChannels } from '../../sql/usage/figure-reads.ts'
import { type Address, connect, sqlOn } from '../connections/client.ts'

/** A million files took four seconds on a busy machine, and it grows with their number. */
const longestCountMs = 10 * 60_000

/** Counts on its own connection, so that a scan of whole tables delays no one else. */
export function createFigureCounter(address: Address): FigureCounter {
  const run = async <T>(count: (sql: Sql) => Promise<T>): Promise<T> => {
    const client = await connect(address, { longestMs: longestCountMs })
    try {
      return await count(sqlOn(client))
    } finally {
      await client.end()
    }
  }
  return {
    count: (since) => run((sql) => countFigures(sql, since)),
    measure: () => run(measureChannels),
    close: async () => undefined,
  }
}

/** The total size of the database. */
export async function measureDatabase(address: Address): Promise<number> {
  const client = await connect(address)
  try {
    const row = await sqlOn(client).get<{ bytes: number }>('select pg_database_size(current_database()) as bytes')
    return row?.bytes ?? 0
  } finally {
    await client.end()
  }
}
