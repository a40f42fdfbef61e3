import { setTimeout as pause } from 'node:timers/promises'
import { openForReading } from '../packages/server/src/adapters/sqlite/open-database.ts'

/** How many messages are not in the search index yet; those from before there was one count as one for each channel. */
export async function countUnindexed(data: string): Promise<number> {
  const connection = openForReading(data)
  try {
    const rows = await connection.all<{ detail: string }>('select detail from changes where to_index = 1')
    return rows.reduce((sum, { detail }) => sum + (JSON.parse(detail).places?.length ?? 1), 0)
  } finally {
    connection.close()
  }
}

/** Waits until a running service has indexed all; answers how many seconds it took. */
export async function untilIndexed(data: string): Promise<number> {
  const started = performance.now()
  while ((await countUnindexed(data)) > 0) await pause(100)
  return (performance.now() - started) / 1000
}
