import { given, type Reader } from '../sql.ts'

export async function countMessages(
  sql: Reader,
  channelNo: number,
  spans: readonly { from: number; to: number }[],
  most: number,
): Promise<number[]> {
  const counts: number[] = []
  for (const { from, to } of spans) {
    const [row] = await sql.lists<[count: number]>(
      `select count(*) from (
         select 1 from messages where channel = ? and time >= ? and time < ? limit ${given}
       ) as counted`,
      channelNo,
      from,
      to,
      most,
    )
    counts.push(row?.[0] ?? 0)
  }
  return counts
}

export async function findEnds(
  sql: Reader,
  channelNo: number,
  from: number,
): Promise<{ first: number; last: number } | undefined> {
  const row = await sql.get<{ first: number | null; last: number | null }>(
    `select (select min(time) from messages where channel = ? and time >= ?) as first,
       (select max(time) from messages where channel = ? and time >= ?) as last`,
    channelNo,
    from,
    channelNo,
    from,
  )
  return row && row.first !== null && row.last !== null ? { first: row.first, last: row.last } : undefined
}
