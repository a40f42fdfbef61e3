import type { Change, ChangeRecord } from '../../../ports/reading.ts'
import { given, type Reader } from '../sql.ts'

export async function listChanges(
  sql: Reader,
  channelNo: number,
  after: number,
  limit: number,
): Promise<ChangeRecord[]> {
  const rows = await sql.all<{ no: number; kind: Change['kind']; detail: string }>(
    `select no, kind, detail from changes where channel = ? and no > ? order by no limit ${given}`,
    channelNo,
    after,
    limit,
  )
  return rows.map(({ no, kind, detail }) => ({ no, change: { kind, ...JSON.parse(detail) } as Change }))
}

export async function findLastChange(sql: Reader, channelNo: number): Promise<number | undefined> {
  const row = await sql.get<{ last: number }>('select last_change as last from channels where channel = ?', channelNo)
  return row?.last
}
