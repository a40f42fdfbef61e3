import type { TimelineMessage } from '@innkeeper/contract'
import { precisionOf } from '../../domain/messages/imported-precision.ts'
import type { MessageRecord } from '../../ports/reading.ts'

/** Where a message comes from, and how exact its time is. */
export function originOf({
  details,
  imported,
}: Pick<MessageRecord, 'details' | 'imported'>): Pick<TimelineMessage, 'precision' | 'imported'> {
  if (!imported) return { precision: precisionOf(details), imported: null }
  const { importNo, format } = imported
  const isSimilar = details?.imported?.isSimilar === true
  return { precision: precisionOf(details), imported: { number: importNo, format, similar: isSimilar } }
}
