import type { Readable } from 'node:stream'
import type { ExportContents, ExportFile, ExportPartEntry, ExportWish } from '../domain/messages/export/manifest.ts'

/** A file being written. */
export type SinkFile = {
  /** Resolves when more can be written. */
  write(bytes: string | Uint8Array): Promise<void>
  close(): Promise<ExportFile>
}

/** Where an export is written. No file has its final name before it is whole. */
export type ExportSink = {
  /** Whether several files can grow at once. If not, a second one is kept in memory until the first is closed. */
  readonly growsSeveral: boolean
  /** `day`: the date of the file, as `2026-03-01`. `isPacked`: compressing it would gain nothing. */
  add(path: string, options: { day: string; isPacked: boolean }): Promise<SinkFile>
  /** Everything added since the last part is one: its files get their names, and it is recorded. */
  endPart(part: ExportPartEntry): Promise<void>
  /** Everything is there. Adds the manifest. */
  seal(contents: ExportContents): Promise<void>
  /** Removes what isn't whole. Parts that were ended stay. Synchronous, for when the process is about to exit. */
  abandon(): void
}

/** A folder knows what it already contains, so that an export can continue or be brought up to date. */
export type ExportFolder = ExportSink & {
  path: string
  /** Parts that are complete here. */
  known: ReadonlyMap<string, ExportPartEntry>
  /** Keeps a part as it is, without rendering it again. False if a file of it is missing or has another size. */
  keep(part: ExportPartEntry): Promise<boolean>
  close(): void
}

/** `update`: continues from a finished export. Without it, a finished export is refused. */
export type OpenExportFolder = (path: string, wish: ExportWish, options: { update: boolean }) => Promise<ExportFolder>

/** An export as a ZIP file that is sent while it is made. `output` fails when the export is abandoned. */
export type ExportZip = { sink: ExportSink; output: Readable }
export type OpenExportZip = () => ExportZip

/** A finished export. Nothing in it is trusted before it was compared with the manifest. */
export type ExportReader = {
  path: string
  manifest: string
  /** Size by path, without the manifest. */
  files: ReadonlyMap<string, number>
  read(path: string): AsyncIterable<Uint8Array>
}
