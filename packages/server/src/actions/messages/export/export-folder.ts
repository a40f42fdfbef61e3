import type { ExportContents, ExportPartEntry, ExportWish } from '../../../domain/messages/export/manifest.ts'
import type { ExportFolder } from '../../../ports/export-sink.ts'
import type { ReportProgress } from '../../../ports/storage/snapshot.ts'
import type { ChannelRecord } from '../../../ports/store.ts'
import type { ReadingGrant } from '../../access.ts'
import { accessExport } from './export-rights.ts'
import { digestOfPeople, type RenderingDeps, renderPart } from './render-part.ts'
import { type SurveyedPart, surveyParts } from './survey-parts.ts'
import { writeWholeFiles } from './whole-files.ts'

export type FolderWork = {
  wish: ExportWish
  channel: ChannelRecord
  renew(): Promise<ReadingGrant>
  /** Opened only when it is known that the reader may export. */
  openFolder(): Promise<ExportFolder>
  tell: ReportProgress
}

export type FolderReport = { path: string; contents: ExportContents; rendered: string[] }

/**
 * Exports a channel to a folder, month by month. Months that are complete there and in which nothing changed are kept as they are:
 * after an interruption, and when an export is brought up to date.
 */
export async function exportToFolder(deps: RenderingDeps, work: FolderWork): Promise<FolderReport> {
  const { wish, channel, renew, tell } = work
  accessExport(await renew(), wish.filter)
  const folder = await work.openFolder()
  try {
    const parts = await surveyParts(deps, { wish, channel, renew, known: folder.known })
    const total = parts.reduce((sum, { messagesState }) => sum + messagesState.messages, 0)
    let done = 0
    const advance = (messages: number) => {
      done += messages
      tell({ what: 'messages', done, total })
    }
    const rendered: string[] = []
    const entries: ExportPartEntry[] = []
    for (const part of parts) {
      const kept = await findUnchanged(deps, folder, part, (await renew()).channel.channelNo)
      if (kept) advance(part.messagesState.messages)
      else rendered.push(part.month)
      entries.push(kept ?? (await renderPart(deps, { wish, channel, part, renew, sink: folder, tell: advance })))
    }
    const { timezone } = (await renew()).channel
    const lastAt = parts.at(-1)?.messagesState.lastAt ?? null
    const files = await writeWholeFiles(deps, folder, { wish, channel, timezone, lastAt }, entries)
    const contents = { ...wish, channelName: channel.name, timezone, parts: entries, files }
    await folder.seal(contents)
    return { path: folder.path, contents, rendered }
  } catch (error) {
    folder.abandon()
    throw error
  } finally {
    folder.close()
  }
}

async function findUnchanged(
  { store }: RenderingDeps,
  folder: ExportFolder,
  part: SurveyedPart,
  channelNo: number,
): Promise<ExportPartEntry | undefined> {
  const known = folder.known.get(part.month)
  if (known?.state !== part.state) return undefined
  const found = new Map((await store.listExportPeople(channelNo, known.people)).map((one) => [one.id, one]))
  const people = new Map(known.people.map((id) => [id, found.get(id) ?? null]))
  if (digestOfPeople(people) !== known.peopleState) return undefined
  if (!(await folder.keep(known))) return undefined
  // As a new export would say it, with the version up to which nothing has changed.
  return { ...known, messagesState: part.messagesState }
}
