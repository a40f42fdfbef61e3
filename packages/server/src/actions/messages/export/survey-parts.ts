import { createHash } from 'node:crypto'
import { type ExportWish, exportFormatVersion } from '../../../domain/messages/export/manifest.ts'
import { partsBetween } from '../../../domain/messages/export/months.ts'
import { checkOnePage, findOnePage, joinParts } from '../../../domain/messages/export/one-page.ts'
import type { ExportFilter, ExportPart } from '../../../domain/messages/export/records.ts'
import { openFrom, ownFrom, visibleFrom } from '../../../domain/messages/retention.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { MessagePosition } from '../../../ports/reading.ts'
import type { ChannelRecord, Store } from '../../../ports/store.ts'
import { accessSubscription, type ReadingGrant } from '../../access.ts'

export type ReadingDeps = {
  store: Store
  clock: Clock
  retentionCeilingDays: number | null
  /** Called between slices, so that others get their turn. */
  pause(): Promise<void>
  /** How many messages a slice has. */
  examine: number
}

/** What a part contained when the export began. `state` differs if anything in it differs. */
export type SurveyedPart = ExportPart & {
  messages: number
  bytes: number
  files: number
  fileBytes: number
  lastAt: number | null
  lastSeq: number
  state: string
}

/** Figures cost a tenth of the messages themselves. */
const surveyFactor = 10

/** The earliest time that this reader can export messages of. Their own ones are theirs also from before they left and came back. */
export function exportableFrom(deps: ReadingDeps, grant: ReadingGrant, { own }: Pick<ExportFilter, 'own'>): number {
  const now = deps.clock()
  return own ? ownFrom(grant, now, deps.retentionCeilingDays) : visibleFrom(grant, now, deps.retentionCeilingDays)
}

/** The part of it that doesn't depend on the clock. */
export function shownFrom(grant: ReadingGrant, { own }: Pick<ExportFilter, 'own'>): number {
  return own ? Number.MIN_SAFE_INTEGER : openFrom(grant)
}

/** Everyone can export what they sent themselves. Everything else needs a subscription. */
export function accessExport(grant: ReadingGrant, { own }: Pick<ExportFilter, 'own'>): void {
  if (!own) accessSubscription(grant)
}

/** Whose messages an export is limited to. */
export function senderOf({ userId }: Pick<ReadingGrant, 'userId'>, { own, sender }: ExportFilter): string | null {
  return own ? userId : sender
}

/** The months of an export that have messages, oldest first. */
export async function surveyParts(
  deps: ReadingDeps,
  renew: () => Promise<ReadingGrant>,
  { wish, channel }: { wish: ExportWish; channel: ChannelRecord },
): Promise<SurveyedPart[]> {
  const { filter } = wish
  const grant = await renew()
  const { channelNo, timezone } = grant.channel
  const ends = await deps.store.findEnds(channelNo, exportableFrom(deps, grant, filter))
  const parts: SurveyedPart[] = []
  const months = ends ? partsBetween(ends, filter, timezone) : []
  const onePage = findOnePage(wish.formats)
  for (const part of onePage ? joinParts(months) : months) {
    const surveyed = await surveyPart(deps, renew, part, { wish, channel })
    // A page is never smaller than the texts in it. Pictures are only known when it is made.
    if (onePage) checkOnePage(onePage, surveyed.bytes)
    if (surveyed.messages > 0) parts.push(surveyed)
  }
  return parts
}

async function surveyPart(
  deps: ReadingDeps,
  renew: () => Promise<ReadingGrant>,
  part: ExportPart,
  { wish, channel }: { wish: ExportWish; channel: ChannelRecord },
): Promise<SurveyedPart> {
  const { filter } = wish
  const found: SurveyedPart = {
    ...part,
    messages: 0,
    bytes: 0,
    files: 0,
    fileBytes: 0,
    lastAt: null,
    lastSeq: 0,
    state: '',
  }
  const digest = createHash('sha256')
  const { name, type } = channel
  digest.update(JSON.stringify([exportFormatVersion, wish, name, type, part]))
  let after: MessagePosition | undefined
  let isFirst = true
  do {
    const grant = await renew()
    const { channelNo, timezone } = grant.channel
    const from = Math.max(part.start, exportableFrom(deps, grant, filter))
    if (isFirst) digest.update(JSON.stringify([timezone, grant.userId, Math.max(part.start, shownFrom(grant, filter))]))
    isFirst = false
    const slice = await deps.store.surveyForExport(channelNo, {
      from,
      to: part.end,
      after,
      examine: deps.examine * surveyFactor,
      sender: senderOf(grant, filter),
      type: filter.type,
    })
    found.messages += slice.messages
    found.bytes += slice.bytes
    found.files += slice.files
    found.fileBytes += slice.fileBytes
    found.lastAt = slice.lastAt ?? found.lastAt
    found.lastSeq = Math.max(found.lastSeq, slice.lastSeq)
    digest.update(JSON.stringify(slice.figures))
    after = slice.next
    await deps.pause()
  } while (after)
  return { ...found, state: digest.digest('hex') }
}
