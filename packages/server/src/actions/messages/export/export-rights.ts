import type { ExportFilter } from '../../../domain/messages/export/records.ts'
import { openFrom, ownFrom, visibleFrom } from '../../../domain/messages/retention.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { ExportStore } from '../../../ports/exporting.ts'
import type { Store } from '../../../ports/store.ts'
import { accessSubscription, type ReadingGrant } from '../../access.ts'

export type ReadingDeps = {
  store: ExportStore & Pick<Store, 'findEnds' | 'readLedger' | 'listFormatsHere'>
  clock: Clock
  retentionCeilingDays: number | null
  /** Called between slices, so that others get their turn. */
  pause(): Promise<void>
  /** How many messages a slice has. */
  examine: number
}

type Own = Pick<ExportFilter, 'own'>

/** Everyone can export what they sent themselves. Everything else needs a subscription. */
export function accessExport(grant: ReadingGrant, { own }: Own): void {
  if (!own) accessSubscription(grant)
}

/** The earliest time that this reader can export messages of. Their own ones are theirs also from before they left and came back. */
export function exportableFrom(
  { clock, retentionCeilingDays }: Pick<ReadingDeps, 'clock' | 'retentionCeilingDays'>,
  grant: ReadingGrant,
  { own }: Own,
): number {
  const now = clock()
  return own ? ownFrom(grant, now, retentionCeilingDays) : visibleFrom(grant, now, retentionCeilingDays)
}

/** The part of it that doesn't depend on the clock. */
export function shownFrom(grant: ReadingGrant, { own }: Own): number {
  return own ? Number.MIN_SAFE_INTEGER : openFrom(grant)
}

/** Whose messages an export is limited to. */
export function senderOf({ userId }: Pick<ReadingGrant, 'userId'>, { own, sender }: ExportFilter): string | null {
  return own ? userId : sender
}
