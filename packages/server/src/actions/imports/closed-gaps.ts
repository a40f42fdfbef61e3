import type { ImportPreview } from '@innkeeper/contract'
import { gatherGaps, knownSince } from '../../domain/messages/ledger/gather-gaps.ts'
import { toTimestamp } from '../../domain/timestamp.ts'
import type { ImportRecord } from '../../ports/importing.ts'
import type { Store } from '../../ports/store.ts'
import { outcomeOf } from './describe-import.ts'

/**
 * Known gaps within the time of the file, from a time on. Without a message that is here already, nothing shows that it's the same chat, so
 * it closes none.
 */
export async function listClosed(
  store: Pick<Store, 'readLedger'>,
  channelNo: number,
  record: ImportRecord,
  { from: earliest, now }: { from: number; now: number },
): Promise<ImportPreview['closes']> {
  const outcome = record.preview === null ? undefined : outcomeOf(record)
  const { firstAt = null, lastAt = null, here = 0 } = outcome ?? {}
  if (firstAt === null || lastAt === null || here === 0) return []
  const days = { firstDay: '', lastDay: '' }
  const { gaps } = await store.readLedger(channelNo, { from: firstAt, to: lastAt, ...days })
  const since = knownSince(gaps)
  if (since === undefined) return []
  return gatherGaps(gaps, Math.max(since, earliest), now).flatMap(({ reason, from, to }) =>
    to !== null && firstAt <= from && to <= lastAt ? { reason, from: toTimestamp(from), to: toTimestamp(to) } : [],
  )
}
