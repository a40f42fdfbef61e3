import type { ExportContents, ExportPartEntry, ExportWish } from '../../../domain/messages/export/manifest.ts'
import type { ExportFolder } from '../../../ports/export-sink.ts'
import type { ChannelRecord } from '../../../ports/records.ts'
import type { ReportProgress } from '../../../ports/storage/snapshot.ts'
import type { ReadingGrant } from '../../access.ts'
import { accessExport } from './export-rights.ts'
import { digestOfPeople, type RenderingDeps, renderPart } from './render-part.ts'
import { type SurveyedPart, stateOf, surveyParts } from './survey-parts.ts'
import { writeWholeFiles } from './whole-files.ts'

/** Alone in its process, so slices only have to be short enough to react to signals, and small enough for the memory. */
export const messagesInSlice = 2_000

export type FolderWork = {
  wish: ExportWish
  channel: ChannelRecord
  renew(): Promise<ReadingGrant>
  /** Opened only when it is known that the reader may export. */
  openFolder(): Promise<ExportFolder>
  /** Several months at once, in threads; undefined if that isn't worth it. */
  startRenderers(load: { parts: number; messages: number }): PartRenderers | undefined
  tell: ReportProgress
}

/** Renders parts into the folder, without ending them. */
export type PartRenderers = {
  /** How many at once. */
  count: number
  render(part: SurveyedPart, tell: (messages: number) => void): Promise<ExportPartEntry>
  close(): Promise<void>
}

export type FolderReport = { path: string; contents: ExportContents; rendered: string[] }

/**
 * Exports a channel to a folder, month by month. Months that are complete there and in which nothing changed are kept as they are:
 * after an interruption, and when an export is brought up to date.
 */
export async function exportToFolder(deps: RenderingDeps, work: FolderWork): Promise<FolderReport> {
  const { wish, channel, renew } = work
  accessExport(await renew(), wish.filter)
  const folder = await work.openFolder()
  try {
    const parts = await surveyParts(deps, { wish, channel, renew, known: folder.known })
    const kept = new Map<string, ExportPartEntry>()
    for (const part of parts) {
      const entry = await findUnchanged(deps, folder, part, (await renew()).channel.channelNo)
      if (entry) kept.set(part.month, entry)
    }
    const entries = await renderOthers(deps, work, { folder, parts, kept })
    const { timezone } = (await renew()).channel
    const lastAt = parts.at(-1)?.messagesState.lastAt ?? null
    const files = await writeWholeFiles(deps, folder, { wish, channel, timezone, lastAt }, entries)
    const contents = { ...wish, channelName: channel.name, timezone, parts: entries, files }
    await folder.seal(contents)
    const rendered = parts.flatMap(({ month }) => (kept.has(month) ? [] : [month]))
    return { path: folder.path, contents, rendered }
  } finally {
    await folder.close()
  }
}

type Scene = { folder: ExportFolder; parts: readonly SurveyedPart[]; kept: ReadonlyMap<string, ExportPartEntry> }

/** In the order of months, whichever is rendered first. */
async function renderOthers(
  deps: RenderingDeps,
  { wish, channel, renew, tell, startRenderers }: FolderWork,
  { folder, parts, kept }: Scene,
): Promise<ExportPartEntry[]> {
  const changed = parts.filter(({ month }) => !kept.has(month))
  const messages = changed.reduce((sum, { messagesState }) => sum + messagesState.messages, 0)
  const total = parts.reduce((sum, { messagesState }) => sum + messagesState.messages, 0)
  let done = total - messages
  const advance = (count: number) => {
    done += count
    tell({ what: 'messages', done, total })
  }
  advance(0)
  const renderers = startRenderers({ parts: changed.length, messages })
  const render = (part: SurveyedPart) =>
    renderers?.render(part, advance) ?? renderPart(deps, { wish, channel, part, renew, sink: folder, tell: advance })
  const rendered = new Map<string, ExportPartEntry>()
  try {
    for await (const entry of inOrder(changed, render, renderers ? renderers.count * 2 : 1)) {
      await folder.endPart(entry)
      rendered.set(entry.month, entry)
    }
  } finally {
    await renderers?.close()
  }
  return parts.flatMap(({ month }) => rendered.get(month) ?? kept.get(month) ?? [])
}

/** Begins this many, so that there is always a next one. */
async function* inOrder<T, R>(items: readonly T[], begin: (item: T) => Promise<R>, most: number): AsyncGenerator<R> {
  const begun: Promise<R>[] = []
  for (let at = 0; at < items.length; at++) {
    for (const item of items.slice(begun.length, at + most)) {
      const one = begin(item)
      // If an earlier one fails, no one waits for it.
      one.catch(() => {})
      begun.push(one)
    }
    const next = await begun[at]
    if (next !== undefined) yield next
  }
}

async function findUnchanged(
  { store }: RenderingDeps,
  folder: ExportFolder,
  part: SurveyedPart,
  channelNo: number,
): Promise<ExportPartEntry | undefined> {
  const known = folder.known.get(part.month)
  if (known?.state !== stateOf(part.frame, part.messagesState)) return undefined
  const found = new Map((await store.listExportPeople(channelNo, known.people)).map((one) => [one.id, one]))
  const people = new Map(known.people.map((id) => [id, found.get(id) ?? null]))
  if (digestOfPeople(people) !== known.peopleState) return undefined
  if (!(await folder.keep(known))) return undefined
  // As a new export would say it, with the version up to which nothing has changed.
  return { ...known, messagesState: part.messagesState }
}
