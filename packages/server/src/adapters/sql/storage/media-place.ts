import type { CommandOf } from '../../../ports/commands.ts'
import { findFact } from '../metadata.ts'
import type { Reader, Sql } from '../sql.ts'

const fact = 'media_place'

/** Each statement is atomic: of two nodes that start at the same moment, the first one decides. */
export async function recordMediaPlace(tx: Sql, command: CommandOf<'record-media-place'>): Promise<string> {
  const { place, replaces } = command
  if (replaces === null) {
    await tx.run('insert into facts (name, value) values (?, ?) on conflict (name) do nothing', fact, place)
  } else {
    await tx.run('update facts set value = ? where name = ? and value = ?', place, fact, replaces)
  }
  return (await findFact(tx, fact)) ?? place
}

export async function findMediaPlace(sql: Reader): Promise<string | undefined> {
  return await findFact(sql, fact)
}
