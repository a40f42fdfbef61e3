import type { Place } from '../../../ports/place.ts'
import type { CandidateLook } from '../../../ports/reading.ts'
import type { Reader } from '../sql.ts'

export async function listCandidates(
  _sql: Reader,
  _channelNo: number,
  _look: CandidateLook,
): Promise<{ doc: number; place: Place }[]> {
  throw new Error('not built yet')
}

export async function listUnindexed(
  _sql: Reader,
  _channelNo: number,
  _limit: number,
): Promise<{ places: Place[]; isReindexing: boolean }> {
  throw new Error('not built yet')
}
