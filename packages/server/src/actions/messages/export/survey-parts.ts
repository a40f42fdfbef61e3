import { createHash } from 'node:crypto'
import { type ExportWish, exportFormatVersion, type MessagesState } from '../../../domain/messages/export/manifest.ts'
import { addFigures, digestOfFigures, noFigures } from '../../../domain/messages/export/message-figures.ts'
import { partsBetween } from '../../../domain/messages/export/months.ts'
import { checkOnePage, findOnePage, joinParts } from '../../../domain/messages/export/one-page.ts'
import type { ExportPart } from '../../../domain/messages/export/records.ts'
import type { MessagePosition } from '../../../ports/reading.ts'
import type { ChannelRecord } from '../../../ports/records.ts'
import type { ReadingGrant } from '../../access.ts'
import { exportableFrom, type ReadingDeps, senderOf, shownFrom } from './export-rights.ts'
import { findOutages } from './find-outages.ts'

/** What a part contained when the export began. `frame` differs if anything but its messages differs. */
export type SurveyedPart = ExportPart & {
  files: number
  fileBytes: number
  frame: string
  messagesState: MessagesState
}

/** `firstAt`: when its first message was sent. Null if it has none, or if they were only counted. */
export type CountedPart = SurveyedPart & { firstAt: number | null }

/** Differs if anything in the part differs. */
export function stateOf(frame: string, { digest }: Pick<MessagesState, 'digest'>): string {
  return createHash('sha256').update(`${frame} ${digest}`).digest('hex')
}

export type SurveyScene = {
  wish: ExportWish
  channel: ChannelRecord
  renew(): Promise<ReadingGrant>
  /**
   * What is known of the parts from an earlier export, by month. The messages of others are only counted: their digest is made while
   * they are read.
   */
  known?: ReadonlyMap<string, { messagesState: MessagesState }>
  /** Of the newest message that an earlier plan knew. */
  lastSeq?: number
}

/** Figures about a message cost a tenth of the message. */
const surveyFactor = 10

/** The months of an export that have messages, oldest first. */
export async function surveyParts(deps: ReadingDeps, scene: SurveyScene): Promise<CountedPart[]> {
  const { filter } = scene.wish
  const grant = await scene.renew()
  const { channelNo, timezone } = grant.channel
  const ends = await deps.store.findEnds(channelNo, exportableFrom(deps, grant, filter))
  const parts: CountedPart[] = []
  const months = ends ? partsBetween(ends, filter, timezone) : []
  const onePage = findOnePage(scene.wish.formats)
  const { createdAt } = scene.channel
  for (const part of onePage ? [joinParts(months, filter, { timezone, createdAt })] : months) {
    const surveyed = await surveyPart(deps, scene, part, (ends?.last ?? 0) >= part.end)
    if (onePage) checkOnePage(onePage, surveyed.messagesState.bytes)
    if (surveyed.messagesState.messages > 0 || onePage) parts.push(surveyed)
    await deps.pause()
  }
  return parts
}

async function surveyPart(
  deps: ReadingDeps,
  scene: SurveyScene,
  part: ExportPart,
  isClosed: boolean,
): Promise<CountedPart> {
  const { wish, channel, renew, known } = scene
  const { filter } = wish
  const grant = await renew()
  const { channelNo, timezone, editVersion } = grant.channel
  const from = Math.max(part.start, exportableFrom(deps, grant, filter))
  const look = { from, to: part.end, sender: senderOf(grant, filter), type: filter.type }
  const earlier = known?.get(part.month)?.messagesState
  const isSame = earlier?.isClosed === true && earlier.editVersion === editVersion && from === part.start
  const isFiltered = look.sender !== null || look.type !== null
  const isOnlyCounted = known !== undefined && !earlier && !isFiltered && findOnePage(wish.formats) === undefined
  const survey = async (): Promise<Omit<Survey, 'known'>> => {
    if (!isOnlyCounted) return await surveyMessages(deps, scene, { part, isClosed })
    const counted = await deps.store.countForExport(channelNo, look)
    return { messagesState: { digest: '', editVersion, isClosed, bytes: 0, ...counted }, firstAt: null }
  }
  const { messagesState, firstAt } = isSame ? { messagesState: earlier, firstAt: null } : await survey()
  const { files, fileBytes, figures } = await deps.store.surveyMarks(channelNo, look)
  const { name, type } = channel
  const earliest = Math.max(part.start, shownFrom(grant, filter))
  const outages = await findOutages(deps, grant, filter, part)
  const origins = await deps.store.listFormatsHere(channelNo)
  const rights = [timezone, grant.userId, earliest]
  const described = [exportFormatVersion, wish, name, type, part, ...rights, figures, outages, origins]
  const frame = createHash('sha256').update(JSON.stringify(described)).digest('hex')
  return { ...part, files, fileBytes, messagesState, firstAt, frame }
}

/** `known`: how many of the messages an earlier plan knew. */
type Survey = { messagesState: MessagesState; firstAt: number | null; known: number }

export async function surveyMessages(
  deps: ReadingDeps,
  { wish: { filter }, renew, lastSeq = Number.MAX_SAFE_INTEGER }: Pick<SurveyScene, 'wish' | 'renew' | 'lastSeq'>,
  { part, isClosed }: { part: ExportPart; isClosed: boolean },
): Promise<Survey> {
  let figures = noFigures
  let found: Omit<MessagesState, 'digest'> | undefined
  let firstAt: number | null = null
  let known = 0
  let after: MessagePosition | undefined
  do {
    const grant = await renew()
    const { channelNo, editVersion } = grant.channel
    const slice = await deps.store.surveyMessages(channelNo, {
      from: Math.max(part.start, exportableFrom(deps, grant, filter)),
      to: part.end,
      after,
      examine: deps.examine * surveyFactor,
      sender: senderOf(grant, filter),
      type: filter.type,
      lastSeq,
    })
    known += slice.known
    figures = addFigures(figures, slice.figures)
    // The version from before the first slice: a change while this runs is noticed the next time.
    found ??= { editVersion, isClosed, messages: 0, bytes: 0, lastAt: null, lastSeq: 0 }
    found.messages += slice.messages
    found.bytes += slice.bytes
    firstAt ??= slice.firstAt
    found.lastAt = slice.lastAt ?? found.lastAt
    found.lastSeq = Math.max(found.lastSeq, slice.lastSeq)
    after = slice.next
    if (after) await deps.pause()
  } while (after)
  return { messagesState: { digest: digestOfFigures(figures), ...found }, firstAt, known }
}
