import type { ChangeRecord } from '../../../ports/reading.ts'
import type { Reader } from '../sql.ts'

export async function listChanges(
  _sql: Reader,
  _channelNo: number,
  _after: number,
  _limit: number,
): Promise<ChangeRecord[]> {
  return []
}

export async function findChangeSpan(
  sql: Reader,
  channelNo: number,
): Promise<{ last: number; oldest: number | undefined } | undefined> {
  const row = await sql.get<{ last: number }>('select last_change as last from channels where channel = ?', channelNo)
  return row && { last: row.last, oldest: undefined }
}
