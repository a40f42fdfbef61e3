import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { openForReading } from '../../packages/server/src/adapters/sqlite/open-database.ts'

/** How many messages are not in the search index yet. Those from before the index existed count as one per channel. */
export async function countUnindexed(data: string): Promise<number> {
  const connection = openForReading(data)
  try {
    const late = await connection.lists<[detail: string]>(
      `select h.detail from channels c cross join changes h
       where c.index_from is not null and h.channel = c.channel and h.no >= c.index_from and h.kind = 'messages'`,
    )
    const [[past] = [0]] = await connection.lists<[number]>('select count(*) from channels where past_time is not null')
    return late.reduce((sum, [detail]) => sum + JSON.parse(detail).places.length, past)
  } finally {
    connection.close()
  }
}

/** Waits until a running service has indexed everything, and returns how many seconds it took. */
export async function untilIndexed(data: string): Promise<number> {
  const started = performance.now()
  const connection = openForReading(data)
  try {
    const query = 'select 1 from channels where index_from is not null limit 1'
    while (await connection.get(query)) await pause(20)
    return (performance.now() - started) / 1000
  } finally {
    connection.close()
  }
}

/** The same for a service on PostgreSQL. */
export async function untilIndexedOn(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const query = 'select from channels where index_from is not null limit 1'
    while ((await client.query(query)).rowCount !== 0) await pause(20)
  } finally {
    await client.end()
  }
}
