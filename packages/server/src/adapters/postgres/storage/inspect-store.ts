import { migrations } from '../../sql/migrations.ts'
import { createReads, type Reads } from '../../sql/reads.ts'
import type { Defaults, Sql } from '../../sql/sql.ts'
import { type Address, sqlOn } from '../connections/client.ts'
import { connectOrExplain, findSchema, refuseOld, refuseUnfinished, refuseUnsafe } from '../open-database.ts'

/** Read-only. Throws a DatabaseProblem if a start would be refused. */
export async function inspectDatabase(address: Address): Promise<'absent' | 'sound'> {
  return await onConnection(address, async (sql) => {
    await refuseOld(sql)
    await refuseUnsafe(sql)
    if ((await findSchema(sql)) === 0) return 'absent'
    await refuseUnfinished(sql)
    return 'sound'
  })
}

/** Read-only. Undefined if there are no tables of ours, or those of an older release than `since`. */
export async function withReadOnlyStore<T>(
  { url, defaults }: Address & { defaults: Defaults },
  look: (reads: Reads) => Promise<T>,
  { since = migrations.length } = {},
): Promise<T | undefined> {
  return await onConnection({ url }, async (sql) =>
    (await findSchema(sql)) >= since ? await look(createReads(sql, defaults)) : undefined,
  )
}

async function onConnection<T>(address: Address, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await connectOrExplain(address)
  try {
    return await work(sqlOn(client))
  } finally {
    await client.end()
  }
}
