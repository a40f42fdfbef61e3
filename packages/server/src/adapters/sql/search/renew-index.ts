import { indexVersion } from '../../../domain/search/terms.ts'
import type { Reader, Sql } from '../sql.ts'
import { forgetAllNames } from './search-names.ts'
import { removeAllDocs } from './search-terms.ts'

/** Whether the index was made by other rules than ours, so that its terms could not be found again. */
export async function isIndexForeign(sql: Reader): Promise<boolean> {
  const row = await sql.get<{ value: string }>("select value from facts where name = 'index_version'")
  return row?.value !== indexVersion
}

/**
 * Empties the index and schedules every message to be indexed again, like those from before the index existed. Until then, a
 * search goes through the messages themselves.
 */
export async function renewIndex(tx: Sql): Promise<void> {
  if (await tx.get('select 1 from search_docs limit 1')) {
    await removeAllDocs(tx)
    await forgetAllNames(tx)
    await tx.run(
      `update channels set index_from = coalesce(index_from, last_change + 1), past_time = last_time + 1, past_seq = 0
       where last_seq > 0`,
    )
  }
  await noteVersion(tx)
}

/** For a store that was copied without its index. */
export async function markUnindexed(tx: Sql): Promise<void> {
  await tx.run(
    `update channels set index_from = last_change + 1, past_time = last_time + 1, past_seq = 0 where last_seq > 0`,
  )
  await noteVersion(tx)
}

async function noteVersion(tx: Sql): Promise<void> {
  await tx.run(
    `insert into facts (name, value) values ('index_version', ?) on conflict (name) do update set value = excluded.value`,
    indexVersion,
  )
}
