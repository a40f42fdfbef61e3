import { type BodyOf, type ExportPlan, exportFormatNames, messageTypes, type Routes } from '@innkeeper/contract'
import { decodeCursor, encodeCursor } from '../../../domain/cursor.ts'
import { dayOf } from '../../../domain/day.ts'
import { exportFormats } from '../../../domain/messages/export/formats.ts'
import type {
  ExportContents,
  ExportFile,
  ExportPartEntry,
  ExportWish,
} from '../../../domain/messages/export/manifest.ts'
import { findOnePage } from '../../../domain/messages/export/one-page.ts'
import { type PlannedMonth, packMonths, unpackMonths } from '../../../domain/messages/export/planned-months.ts'
import { invalid } from '../../../domain/refusal.ts'
import type { ExportSink } from '../../../ports/export-sink.ts'
import type { ChannelRecord } from '../../../ports/records.ts'
import type { Store } from '../../../ports/store.ts'
import type { ChannelGrant, ReadingGrant } from '../../access.ts'
import { accessExport, type ReadingDeps } from './export-rights.ts'
import { describeOtherMonths } from './other-months.ts'
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
  const plan = planOf(wish, surveyed, channel.timezone)
  const parts = surveyed.map((part) => ({
    id: encodePart(deps.store, wish, part, part === surveyed.at(-1) ? plan : undefined),
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
  grant: ReadingGrant,
  partId: string,
  renew: Renewing,
): Promise<PartExport> {
  const { channelId, channel } = grant
  const { wish, part, plan } = decodePart(deps.store, channelId, partId)
  accessExport(grant, wish.filter)
  const record = await deps.store.getChannel(channel.channelNo)
  return {
    fileName: `${record.name} ${part.month}.zip`,
    async write(sink) {
      try {
        const entry = await renderPart(deps, { wish, channel: record, part, renew, sink, tell: () => {} })
        const { timezone } = channel
        // The last part brings the files about all of them: unpacked together, they are complete.
        const whole = plan && { ...plan, months: monthsOf(plan, { wish, part, timezone }) }
        const files = whole
          ? await writeWhole(deps, renew, { wish, channel: record, timezone, entry, whole, sink })
          : []
        const contents: ExportContents = { ...wish, channelName: record.name, timezone, parts: [entry], files }
        await sink.seal({ ...contents, ...(whole && { months: whole.months.map(({ month }) => month) }) })
      } catch (error) {
        sink.abandon()
        throw error
      }
    },
  }
}

/** What the last part has to know of all of them. `began`: when the first one does. `lastSeq`: of the newest message. */
type Plan = { began: number; lastSeq: number; counts: string }

function planOf(wish: ExportWish, surveyed: readonly SurveyedPart[], timezone: string): Plan {
  const months = surveyed.map((part) => ({ ...part, messages: part.messagesState.messages }))
  return {
    began: surveyed[0]?.start ?? 0,
    lastSeq: Math.max(0, ...surveyed.map(({ messagesState }) => messagesState.lastSeq)),
    // The months of a single page are one part.
    counts: findOnePage(wish.formats) ? '' : packMonths(months, { filter: wish.filter, timezone }),
  }
}

function monthsOf(
  { began, counts }: Plan,
  { wish, part, timezone }: { wish: ExportWish; part: SurveyedPart; timezone: string },
): PlannedMonth[] {
  const { month, start, end, messagesState } = part
  if (findOnePage(wish.formats)) return [{ month, start, end, messages: messagesState.messages }]
  return unpackMonths(counts, { first: began, last: end - 1 }, { filter: wish.filter, timezone })
}

type Whole = Pick<Plan, 'lastSeq'> & { months: PlannedMonth[] }

async function writeWhole(
  deps: RenderingDeps,
  renew: Renewing,
  last: {
    wish: ExportWish
    channel: ChannelRecord
    timezone: string
    entry: ExportPartEntry
    whole: Whole
    sink: ExportSink
  },
): Promise<ExportFile[]> {
  const { wish, channel, timezone, entry, whole, sink } = last
  if (!wish.formats.some((name) => exportFormats[name].describeWhole !== undefined)) return []
  const months = whole.months.filter(({ month }) => month !== entry.month)
  const others = await describeOtherMonths(deps, { wish, renew }, { months, lastSeq: whole.lastSeq })
  const { lastAt } = entry.messagesState
  return await writeWholeFiles(deps, sink, { wish, channel, timezone, lastAt }, [...others, entry])
}

const listOf = (channelId: string, { secret }: Pick<Store, 'secret'>) => ({ list: 'export', channelId, secret })

/** Signed like a cursor. It holds all that the download needs, so that nothing is kept about it. */
function encodePart(
  store: Store,
  { channelId, formats, language, filter }: ExportWish,
  part: SurveyedPart,
  plan: Plan | undefined,
): string {
  const { from, to, sender, type, own, media } = filter
  const optional = {
    from,
    to,
    sender,
    type,
    own: own ? '1' : null,
    media: media ? '1' : null,
    ...(plan && { began: String(plan.began), newest: String(plan.lastSeq), counts: plan.counts }),
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
): { wish: ExportWish; part: SurveyedPart; plan: Plan | undefined } {
  const { query, after } = readPartId(store, channelId, partId)
  const formats = (query.formats ?? '').split('_')
  const [start = '', end = '', frame = '', digest = '', ...figures] = after
  const [editVersion, isClosed, messages = 0, bytes = 0, lastSeq = 0, lastAt = Number.NaN] = figures.map(Number)
  return {
    plan:
      query.counts === undefined
        ? undefined
        : { began: Number(query.began), lastSeq: Number(query.newest), counts: query.counts },
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
