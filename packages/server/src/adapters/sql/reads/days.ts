import type { Reader } from '../sql.ts'

export async function countMessages(
  _sql: Reader,
  _channelNo: number,
  _spans: readonly { from: number; to: number }[],
  _most: number,
): Promise<number[]> {
  throw new Error('not built yet')
}

export async function findEnds(
  _sql: Reader,
  _channelNo: number,
  _from: number,
): Promise<{ first: number; last: number } | undefined> {
  throw new Error('not built yet')
}
