import { createHash } from 'node:crypto'
import type { ExportFormatName } from '@innkeeper/contract'
import { dayOf } from '../../../domain/day.ts'
import type { ExportFormat, Rendering } from '../../../domain/messages/export/format.ts'
import { exportFormats } from '../../../domain/messages/export/formats.ts'
import type { ExportPartEntry, ExportWish, MissingSpan } from '../../../domain/messages/export/manifest.ts'
import {
  addFigures,
  digestOfFigures,
  type MessageFigures,
  noFigures,
} from '../../../domain/messages/export/message-figures.ts'
import { findOnePage } from '../../../domain/messages/export/one-page.ts'
import type { ExportCounts, ExportHead, ExportRecord } from '../../../domain/messages/export/records.ts'
import type { PartSink } from '../../../ports/export-sink.ts'
import type { ChannelRecord } from '../../../ports/records.ts'
import type { BlobStore } from '../../../ports/storage/blob-store.ts'
import type { ReadingGrant } from '../../access.ts'
import { accessExport, type ReadingDeps } from './export-rights.ts'
import { sortSpans } from './find-missing.ts'
import { findOutages } from './find-outages.ts'
import { createFileNames, type FileNames } from './name-files.ts'
import { createPieceWriter, type PieceWriter } from './piece-writer.ts'
import { type RecordSource, readRecords } from './read-records.ts'
import { type SurveyedPart, stateOf } from './survey-parts.ts'

export type RenderingDeps = ReadingDeps & { blobs: BlobStore }

export type PartWork = {
  wish: ExportWish
  channel: ChannelRecord
  part: SurveyedPart
  renew(): Promise<ReadingGrant>
  sink: PartSink
  /** Called with the number of messages of each slice. */
  tell(messages: number): void
}

type Pass = {
  counts: ExportCounts
  missing: MissingSpan[]
  still: number
  people: RecordSource['people']
  /** Of everything that was read, also if it doesn't match. `bytes`: of what matches. */
  figures: MessageFigures
  bytes: number
}

/**
 * Writes one month in all formats, then its files. All formats grow in one pass over the messages, unless the sink takes one file
 * after the other. Then formats with pictures have passes of their own, and so have the others if there is too much to keep in memory.
 */
export async function renderPart(deps: RenderingDeps, work: PartWork): Promise<ExportPartEntry> {
  const { wish, channel, part, sink } = work
  const grant = await work.renew()
  const { timezone } = grant.channel
  const names = createFileNames(deps.blobs, { timezone, isWanted: wish.filter.media })
  const { month, start, end, messagesState } = part
  const { channelId: id, name, type } = channel
  const head: ExportHead = {
    kind: 'export',
    channel: { id, name, type, timezone, language: wish.language },
    filter: wish.filter,
    part: { month, start, end },
    lastAt: messagesState.lastAt,
    messageBytes: messagesState.bytes,
    outages: await findOutages(deps, grant, wish.filter, part),
  }
  const writer = createPieceWriter(deps.blobs, sink, dayOf(start, timezone))
  const passes = passesOf(wish.formats, head, sink)
  let first: Pass | undefined
  for (const renderings of passes) {
    const tell = (messages: number) => work.tell(messages / passes.length)
    const pass = await runPass(deps, { ...work, tell }, { names, renderings, writer })
    first ??= pass
  }
  if (!first) throw new Error('An export has at least one format')
  // A single page contains its pictures itself.
  if (!findOnePage(wish.formats)) await copyFiles(work, names, writer)
  const { counts, missing, still, people, figures, bytes } = first
  // In this order, in which the survey has them.
  const { editVersion, isClosed, messages, lastAt, lastSeq } = messagesState
  const digest = digestOfFigures(figures)
  const read = { digest, editVersion, isClosed, messages, bytes, lastAt, lastSeq }
  return {
    month,
    counts,
    leftOut: Math.max(0, messagesState.messages - still),
    filesLeftOut: names.leftOut.size,
    missing: sortSpans([...missing, ...head.outages]),
    state: stateOf(part.frame, read),
    messagesState: read,
    people: [...people.keys()].sort(),
    peopleState: digestOfPeople(people),
    files: writer.files(),
  }
}

/** Of messages, while other formats of them are sent. */
const mostWaitingBytes = 4 * 2 ** 20

type Opening = { open(): Rendering; showsPictures: boolean }

/** In each pass, these grow at once. */
function passesOf(names: readonly ExportFormatName[], head: ExportHead, { growsSeveral }: PartSink): Opening[][] {
  const formats = names.map((name) => exportFormats[name])
  const openAtOnce = (format: ExportFormat): Opening => {
    const { showsPictures = false } = format
    return { open: () => format.open(head), showsPictures }
  }
  if (growsSeveral) return [formats.map(openAtOnce)]
  const withPictures = formats
    .filter(({ openPasses }) => openPasses)
    .flatMap((format) => (format.openPasses?.(head) ?? []).map((open, index) => ({ open, showsPictures: index === 0 })))
  const texts = formats.filter(({ openPasses }) => !openPasses).map(openAtOnce)
  // All but the first of them wait until it is sent.
  const fit = head.messageBytes * (texts.length - 1) <= mostWaitingBytes
  const passes = [...withPictures.map((one) => [one]), ...(fit ? [texts] : texts.map((one) => [one]))]
  return passes.filter(({ length }) => length > 0)
}

async function runPass(
  deps: RenderingDeps,
  { wish, part, renew, tell }: PartWork,
  scene: { names: FileNames; renderings: readonly Opening[]; writer: PieceWriter },
): Promise<Pass> {
  const { names, writer } = scene
  const renderings = scene.renderings.map(({ open }) => open())
  const showsPictures = scene.renderings.some((one) => one.showsPictures)
  const counts: ExportCounts = { people: 0, messages: 0, answers: 0, gaps: 0, happenings: 0, files: 0 }
  const pass: Pass = { counts, missing: [], still: 0, people: new Map(), figures: noFigures, bytes: 0 }
  const { start, end } = part
  const source = { start, end, filter: wish.filter, renew, people: pass.people }
  for await (const { records, figures, bytes } of readRecords(deps, source)) {
    const before = counts.messages
    pass.figures = addFigures(pass.figures, figures)
    pass.bytes += bytes
    for (const record of records) {
      if (showsPictures) await dropUnreadable(deps.blobs, record)
      if (record.kind === 'message') {
        if (record.media) await names.name(record)
        if (record.seq <= part.messagesState.lastSeq) pass.still++
      }
      count(pass, record)
    }
    for (const rendering of renderings) {
      for (const record of records) {
        for (const piece of rendering.write(record)) await writer.write(piece)
      }
    }
    tell(counts.messages - before)
  }
  for (const rendering of renderings) {
    for (const piece of rendering.close({ kind: 'end', counts })) await writer.write(piece)
  }
  await writer.closeAll()
  return pass
}

/** Rights are checked again after this many bytes or files: files can take far longer than messages. */
const [bytesBetween, filesBetween] = [4 * 2 ** 20, 50]

async function copyFiles({ wish, renew }: PartWork, { files }: FileNames, writer: PieceWriter): Promise<void> {
  let [bytes, count] = [0, 0]
  for (const { path, sha256, sizeBytes, day } of files) {
    if (bytes >= bytesBetween || count >= filesBetween) {
      accessExport(await renew(), wish.filter)
      bytes = 0
      count = 0
    }
    await writer.copy(path, sha256, day)
    bytes += sizeBytes
    count++
  }
}

/** A lost preview doesn't fail the export: pages show the file without it. Of the others, pages have to know the size. */
async function dropUnreadable(blobs: BlobStore, record: ExportRecord): Promise<void> {
  if (record.kind === 'person' && record.picture) {
    const found = await blobs.stat(record.picture.sha256)
    if (found) record.pictureBytes = found.sizeBytes
    else record.picture = null
  }
  if (record.kind !== 'message' || record.media?.state !== 'stored' || !record.media.preview) return
  const { preview } = record.media
  const found = await blobs.stat(preview.sha256)
  record.media.preview = found ? { ...preview, sizeBytes: found.sizeBytes } : null
}

function count({ counts, missing }: Pass, record: ExportRecord): void {
  switch (record.kind) {
    case 'person':
      counts.people++
      return
    case 'message':
      counts.messages++
      if (record.media?.state === 'stored' && record.media.path !== null) counts.files++
      return
    case 'answer':
      counts.answers++
      return
    case 'gap':
      counts.gaps++
      return
    case 'happening':
      counts.happenings++
      if (record.missingSince !== null)
        missing.push({ since: record.missingSince, until: record.time, endedBy: record.what })
  }
}

/** Changes if someone named in a part has another name or picture. */
export function digestOfPeople(people: RecordSource['people']): string {
  const rows = Array.from(people, ([id, person]) => [id, person?.name ?? null, person?.picture?.sha256 ?? null])
  rows.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}
