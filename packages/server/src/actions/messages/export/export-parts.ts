import { type BodyOf, type ExportPlan, exportFormatNames, messageTypes, type Routes } from '@innkeeper/contract'
import { decodeCursor, encodeCursor } from '../../../domain/cursor.ts'
import { dayOf } from '../../../domain/day.ts'
import { exportFormats } from '../../../domain/messages/export/formats.ts'
import type { ExportContents, ExportFile, ExportWish } from '../../../domain/messages/export/manifest.ts'
import { findOnePage } from '../../../domain/messages/export/one-page.ts'
import { invalid } from '../../../domain/refusal.ts'
import type { ExportSink } from '../../../ports/export-sink.ts'
import type { ChannelRecord } from '../../../ports/records.ts'
import type { Store } from '../../../ports/store.ts'
import type { ChannelGrant, ReadingGrant } from '../../access.ts'
import { accessExport, type ReadingDeps } from './export-rights.ts'
import { type RenderingDeps, renderPart } from './render-part.ts'
import { type SurveyedPart, surveyParts } from './survey-parts.ts'
import { writeWholeFiles } from './whole-files.ts'

type Renewing = () => Promise<ReadingGrant>
type PlanningDeps = ReadingDeps & { store: Store }
type DownloadDeps = RenderingDeps & { store: Store }

/** Counts what there is to export, and names a part for each month. Nothing about it is stored. */
export async function planExport(
  deps: PlanningDeps,
  grant: ChannelGrant,
  body: BodyOf<Routes['planExport']>,
  renew: Renewing,
): Promise<ExportPlan> {
  const { channelId, channel } = grant
  const { settings, ...record } = await deps.store.getChannel(channel.channelNo)
  const wish = toWish(body, { channelId, language: settings.language })
  accessExport(grant, wish.filter)
  const surveyed = await surveyParts(deps, { wish, channel: { settings, ...record }, renew })
  const parts = surveyed.map((part) => ({
    id: encodePart(deps.store, wish, part, part === surveyed.at(-1) && describesWhole(wish)),
    month: part.month,
    from: dayOf(part.start, channel.timezone),
    to: dayOf(part.end - 1, channel.timezone),
    messages: part.messagesState.messages,
    bytes: part.messagesState.bytes,
    files: wish.filter.media ? part.files : 0,
    fileBytes: wish.filter.media ? part.fileBytes : 0,
  }))
  const dayAt = (at: number | null | undefined) => (at == null ? null : dayOf(at, channel.timezone))
  const sum = (count: (part: (typeof parts)[number]) => number) => parts.reduce((all, part) => all + count(part), 0)
  return {
    messages: sum(({ messages }) => messages),
    bytes: sum(({ bytes }) => bytes),
    files: sum(({ files }) => files),
    fileBytes: sum(({ fileBytes }) => fileBytes),
    firstDay: dayAt(surveyed.find(({ firstAt }) => firstAt !== null)?.firstAt),
    lastDay: dayAt(surveyed.findLast(({ messagesState }) => messagesState.lastAt !== null)?.messagesState.lastAt),
    parts,
  }
}

/** What the caller asked for, complete. Formats are in a fixed order, so that equal wishes give equal exports. */
export function toWish(
  { formats, from, to, sender, type, own = false, media = true, language }: BodyOf<Routes['planExport']>,
  channel: { channelId: string; language: string },
): ExportWish {
  if (from !== undefined && to !== undefined && to < from) throw invalid(`to (${to}) is before from (${from})`)
  if (own && sender !== undefined) throw invalid('own and sender cannot be used together; send one of them')
  findOnePage(formats)
  return {
    channelId: channel.channelId,
    formats: exportFormatNames.filter((name) => formats.includes(name)),
    language: language ?? channel.language,
    filter: { from: from ?? null, to: to ?? null, sender: sender ?? null, type: type ?? null, own, media },
  }
}

/** `write` renders the part, and fails when the caller loses their rights meanwhile. */
export type PartExport = { fileName: string; write(sink: ExportSink): Promise<void> }

export async function exportPart(
  deps: DownloadDeps,
  grant: ChannelGrant,
  partId: string,
  renew: Renewing,
): Promise<PartExport> {
  const { channelId, channel } = grant
  const { wish, part, isLast } = decodePart(deps.store, channelId, partId)
  accessExport(grant, wish.filter)
  const record = await deps.store.getChannel(channel.channelNo)
  return {
    fileName: `${record.name} ${part.month}.zip`,
    async write(sink) {
      try {
        const entry = await renderPart(deps, { wish, channel: record, part, renew, sink, tell: () => {} })
        const { timezone } = channel
        // The last part brings the files about all of them: unpacked together, they are complete.
        const files = isLast ? await writeWhole(deps, renew, { wish, channel: record, part, timezone, sink }) : []
        const contents: ExportContents = { ...wish, channelName: record.name, timezone, parts: [entry], files }
        await sink.seal(contents)
      } catch (error) {
        sink.abandon()
        throw error
      }
    },
  }
}

const describesWhole = ({ formats }: ExportWish) =>
  formats.some((name) => exportFormats[name].describeWhole !== undefined)

/** What the other parts contain is counted again, because nothing is kept about them. */
async function writeWhole(
  deps: RenderingDeps,
  renew: Renewing,
  last: { wish: ExportWish; channel: ChannelRecord; part: SurveyedPart; timezone: string; sink: ExportSink },
): Promise<ExportFile[]> {
  const { wish, channel, part, timezone, sink } = last
  const surveyed = await surveyParts(deps, { wish, channel, renew })
  const parts = surveyed.flatMap(({ month, messagesState, files }) => {
    const counts = { messages: messagesState.messages, files: wish.filter.media ? files : 0 }
    return month > part.month ? [] : [{ month, counts, leftOut: 0, filesLeftOut: 0, missing: null }]
  })
  return await writeWholeFiles(deps, sink, { wish, channel, timezone, lastAt: part.messagesState.lastAt }, parts)
}

const listOf = (channelId: string, { secret }: Pick<Store, 'secret'>) => ({ list: 'export', channelId, secret })

/** Signed like a cursor. It holds all that the download needs, so that nothing is kept about it. */
function encodePart(
  store: Store,
  { channelId, formats, language, filter }: ExportWish,
  part: SurveyedPart,
  isLast: boolean,
): string {
  const { from, to, sender, type, own, media } = filter
  const optional = {
    from,
    to,
    sender,
    type,
    own: own ? '1' : null,
    media: media ? '1' : null,
    last: isLast ? '1' : null,
  }
  const given = Object.entries(optional).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
  const { month, start, end, frame } = part
  const { digest, editVersion, isClosed, messages, bytes, lastSeq, lastAt } = part.messagesState
  return encodeCursor(
    {
      query: { month, formats: formats.join('_'), language, ...Object.fromEntries(given) },
      after: [start, end, frame, digest, editVersion, isClosed ? 1 : 0, messages, bytes, lastSeq, lastAt ?? 'none'],
    },
    listOf(channelId, store),
  )
}

function decodePart(
  store: Store,
  channelId: string,
  partId: string,
): { wish: ExportWish; part: SurveyedPart; isLast: boolean } {
  const { query, after } = readPartId(store, channelId, partId)
  const formats = (query.formats ?? '').split('_')
  const [start = '', end = '', frame = '', digest = '', ...figures] = after
  const [editVersion, isClosed, messages = 0, bytes = 0, lastSeq = 0, lastAt = Number.NaN] = figures.map(Number)
  return {
    isLast: query.last === '1',
    wish: {
      channelId,
      formats: exportFormatNames.filter((name) => formats.includes(name)),
      language: query.language ?? 'en',
      filter: {
        from: query.from ?? null,
        to: query.to ?? null,
        sender: query.sender ?? null,
        type: messageTypes.find((type) => type === query.type) ?? null,
        own: query.own === '1',
        media: query.media === '1',
      },
    },
    part: {
      month: query.month ?? '',
      start: Number(start),
      end: Number(end),
      files: 0,
      fileBytes: 0,
      frame,
      messagesState: {
        digest,
        editVersion: editVersion ?? 0,
        isClosed: isClosed === 1,
        messages,
        bytes,
        lastAt: Number.isNaN(lastAt) ? null : lastAt,
        lastSeq,
      },
    },
  }
}

function readPartId(store: Store, channelId: string, partId: string) {
  try {
    return decodeCursor(partId, listOf(channelId, store))
  } catch {
    throw invalid('partId is not the id of a part of this channel; plan the export again')
  }
}
