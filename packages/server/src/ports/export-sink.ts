import type { Readable } from 'node:stream'
import type { ExportContents, ExportFile, ExportPartEntry, ExportWish } from '../domain/messages/export/manifest.ts'

/** A file being written. */
export type SinkFile = {
  /** Resolves when more can be written. */
  write(bytes: string | Uint8Array): Promise<void>
  /** Of what was written so far, so that nothing is hashed twice. */
  sha256(): string
  close(): Promise<ExportFile>
}

/** Where an export is written. No file has its final name before it is whole. */
export type ExportSink = {
  /** Whether several files can grow at once. If not, a second one is kept in memory until the first is closed. */
  readonly growsSeveral: boolean
  /** `day`: the date of the file, as `2026-03-01`. `isPacked`: compressing it would gain nothing. */
  add(path: string, options: { day: string; isPacked: boolean }): Promise<SinkFile>
  /** Everything is there. Adds the manifest. */
  seal(contents: ExportContents): Promise<void>
  /** Nothing more is written. */
  abandon(): void
}

/** What a part needs of a sink. */
export type PartSink = Pick<ExportSink, 'growsSeveral' | 'add'>

/** A folder knows what it already contains, so that an export can continue or be brought up to date. */
export type ExportFolder = PartSink & {
  path: string
  /** Parts that are complete here. */
  known: ReadonlyMap<string, ExportPartEntry>
  /** Keeps a part as it is, without rendering it again. False if a file of it is missing or has another size. */
  keep(part: ExportPartEntry): Promise<boolean>
  /**
   * The files of a part get their names, and it is recorded. That may still be under way when this resolves; the next part, or `seal`,
   * waits for it and fails if it failed.
   */
  endPart(part: ExportPartEntry): Promise<void>
  /** Everything is there. Adds the manifest. */
  seal(contents: ExportContents): Promise<void>
  /** Waits for what is under way, and removes what isn't whole. Parts that were ended stay. */
  close(): Promise<void>
}

/** `update`: continues from a finished export. Without it, a finished export is refused. */
export type OpenExportFolder = (path: string, wish: ExportWish, options: { update: boolean }) => Promise<ExportFolder>

/** An export as a ZIP file that is sent while it is made. `output` fails when the export is abandoned. */
export type ExportZip = { sink: ExportSink; output: Readable }
export type OpenExportZip = () => ExportZip

/** A finished export. Nothing in it is trusted before it was compared with the manifest. */
export type ExportReader = {
  path: string
  /** By name: one, or one for each part that was downloaded. */
  manifests: ReadonlyMap<string, string>
  /** Whether it is one part of several, as it was downloaded. */
  isPart: boolean
  /** Size by path, without the manifests. */
  files: ReadonlyMap<string, number>
  read(path: string): AsyncIterable<Uint8Array>
  close(): void
}
