import type { LedgerDay } from '@innkeeper/contract'
import type { TFunction } from 'i18next'
import type { Format } from '../../ui/format/format.ts'
import type { Join } from '../../ui/format/join.ts'

type Gap = LedgerDay['gaps'][number]
type Words = { t: TFunction; format: Format; join: Join }

/** What may be missing of a gap's day, as a sentence or a few: when, why, and what came later. */
export function describeGap(gap: Gap, day: string, { t, format, join }: Words): string {
  return join.sentences(
    describeReason(gap, day, { t, format }),
    ...(gap.recovered > 0 ? [t('ledger.recovered', { count: gap.recovered })] : []),
    ...(gap.covered ? [t('ledger.covered')] : []),
  )
}

function describeReason(gap: Gap, day: string, words: Pick<Words, 't' | 'format'>): string {
  const { t, format } = words
  const { reason, from, to } = gap
  // Nothing is wrong with a backup that wasn't on yet, so this says when it began.
  if (reason === 'not-backed-up' && to !== null && format.dayOf(to) === day) {
    const times = { from: format.time(from), to: format.time(to) }
    const isBrief = format.dayOf(from) < day || times.from === times.to
    return t(`ledger.turnedOn.${isBrief ? 'earlier' : 'from'}`, times)
  }
  return t(`ledger.gap.${reason}`, { when: describeTime(gap, day, words), snapshot: format.dateTime(from) })
}

/** The part of it that is on that day. */
function describeTime({ from, to }: Gap, day: string, { t, format }: Pick<Words, 't' | 'format'>): string {
  const beganEarlier = format.dayOf(from) < day
  const endsLater = to === null || format.dayOf(to) > day
  if (beganEarlier) return endsLater ? t('ledger.when.all') : t('ledger.when.until', { to: format.time(to) })
  if (endsLater) return t('ledger.when.from', { from: format.time(from) })
  const times = { from: format.time(from), to: format.time(to) }
  return times.from === times.to ? t('ledger.when.around', times) : t('ledger.when.between', times)
}

/** What is missing besides the gaps: events that couldn't be read, and files. */
export function describeLosses({ unread, mediaLost }: LedgerDay, { t, join }: Words): string[] {
  const lost = mediaLost.map(({ reason, files }) => t('ledger.lost', { count: files, reason }))
  return [...(unread > 0 ? [t('ledger.unread', { count: unread })] : []), ...lost].map((text) => join.sentences(text))
}

/** Whether there is something to show about a day, even if it has no messages. */
export const isAnythingMissing = (day: LedgerDay | undefined) =>
  day !== undefined && day.gaps.length + day.unread + day.mediaLost.length > 0

/** What isn't here because someone wanted it so, or not yet. None of it makes the day incomplete. */
export function describeRest(day: LedgerDay, { t, format, join }: Words): string[] {
  const counts = [
    ['pending', day.mediaPending],
    ['private', day.private],
    ['unsent', day.unsent],
    ['expired', day.expired],
    ['erased', day.erased],
  ] as const
  const texts = counts.flatMap(([what, count]) => (count > 0 ? [t(`ledger.${what}`, { count })] : []))
  const recall = day.recall && [t('ledger.recall', { share: format.share(day.recall.share) })]
  return [...texts, ...(recall ?? [])].map((text) => join.sentences(text))
}

export type Advice = 'addBot' | 'enable' | 'askOwner' | 'operate' | 'askOperator'

/** What someone can do about it. Nothing about what is over. */
export function adviceFor({ reason, to }: Gap, who: { isOwner: boolean; isOperator: boolean }): Advice | undefined {
  if (to !== null) return undefined
  switch (reason) {
    case 'bot-absent':
      return 'addBot'
    case 'disabled':
      return who.isOwner ? 'enable' : 'askOwner'
    case 'service-down':
    case 'restored':
    case 'unreachable':
    case 'switched-off':
    case 'refused':
    case 'reported':
      return who.isOperator ? 'operate' : 'askOperator'
    // Only people with a backup can read this, so it's over.
    case 'not-backed-up':
    case 'events-missed':
      return undefined
  }
}
