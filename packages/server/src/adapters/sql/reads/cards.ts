import type { CardRecord } from '../../../ports/reading.ts'
import type { Defaults, Reader } from '../sql.ts'

export async function listCardsOf(
  _sql: Reader,
  _defaults: Defaults,
  _userId: string,
  _days: { from: string; to: string },
): Promise<CardRecord[]> {
  throw new Error('not built yet')
}
