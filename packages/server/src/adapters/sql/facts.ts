import { DatabaseProblem } from './database-problem.ts'
import type { Reader } from './sql.ts'

export async function findFact(sql: Reader, name: string): Promise<string | undefined> {
  return (await sql.get<{ value: string }>('select value from facts where name = ?', name))?.value
}

export async function readSecret(sql: Reader): Promise<string> {
  const secret = await findFact(sql, 'secret')
  if (secret === undefined) throw new DatabaseProblem('The database has no secret; it was not made by this program.')
  return secret
}
