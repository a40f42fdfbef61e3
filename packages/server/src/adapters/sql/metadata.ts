import { DatabaseProblem } from '../../domain/storage/data-folder.ts'
import type { Reader, Sql } from './sql.ts'

export async function findFact(sql: Reader, name: string): Promise<string | undefined> {
  return (await sql.get<{ value: string }>('select value from facts where name = ?', name))?.value
}

export async function setFact(tx: Sql, name: string, value: string): Promise<void> {
  await tx.run(
    'insert into facts (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
    name,
    value,
  )
}

export async function readSecret(sql: Reader): Promise<string> {
  const secret = await findFact(sql, 'secret')
  if (secret === undefined) throw new DatabaseProblem('The database has no secret; it was not created by Innkeeper.')
  return secret
}
