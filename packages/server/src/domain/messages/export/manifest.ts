import { createHash } from 'node:crypto'
import type { ExportFormatName, HappeningWord } from '@innkeeper/contract'
import { invalid } from '../../refusal.ts'
import { exportManifestName, isExportPath } from './export-paths.ts'
import type { Outage } from './outages.ts'
import type { ExportCounts, ExportFilter } from './records.ts'

export type ExportFile = { path: string; sizeBytes: number; sha256: string }

/** A time in which nothing was saved, and what ended it, or in which messages may be missing, and why. */
export type MissingSpan = { since: number; until: number; endedBy?: HappeningWord } | Outage

/**
 * What a part's messages were. `editVersion`: that of the channel then. While it is the same, nothing has changed in a part that was
 * `isClosed`, because a later message had been sent already.
 */
export type MessagesState = {
  digest: string
  editVersion: number
  isClosed: boolean
  messages: number
  bytes: number
  lastAt: number | null
  lastSeq: number
}

/** A finished part, as the manifest lists it. */
export type ExportPartEntry = {
  month: string
  counts: ExportCounts
  /** Messages that were there when the export began, and were unsent or had expired before this part was. */
  leftOut: number
  /** Files that the messages refer to and that couldn't be read. */
  filesLeftOut: number
  missing: MissingSpan[]
  /** What the rows of this part were made from. If it is the same later, so is the part. */
  state: string
  /** The same of its messages alone, with what is needed to use it again without looking at them. */
  messagesState: MessagesState
  /** Whose names and pictures are in it, and their digest: the part depends on them too. */
  people: string[]
  peopleState: string
  files: ExportFile[]
}

/** What was asked for. An unfinished export only continues with the same. */
export type ExportWish = {
  channelId: string
  formats: ExportFormatName[]
  /** Of the words in it. */
  language: string
  filter: ExportFilter
}

export type ExportManifest = ExportWish & {
  kind: 'export'
  format: number
  channelName: string
  timezone: string
  parts: ExportPartEntry[]
  /** Files about the whole export. */
  files: ExportFile[]
}

/** The files by kind. Those of messages are counted once for each message. */
export type ExportedFiles = { mediaFiles: number; previews: number; profilePictures: number }

export function countExported(
  parts: readonly Pick<ExportPartEntry, 'counts'>[],
  paths: Iterable<string>,
): ExportedFiles {
  const folders = Array.from(paths, (path) => path.split('/')[0])
  const filesIn = (name: string) => folders.filter((folder) => folder === name).length
  const mediaFiles = parts.reduce((sum, { counts }) => sum + counts.files, 0)
  return { mediaFiles, previews: filesIn('previews'), profilePictures: filesIn('people') }
}

/** Also part of every `state`: raised when a format changes, so that everything is rendered again. */
export const exportFormatVersion = 4

/** A manifest as it is composed. */
export type ExportContents = Omit<ExportManifest, 'kind' | 'format'>

/** Without a clock: equal exports have equal manifests. The checksum is over everything before it. */
export function renderExportManifest(manifest: ExportContents): string {
  const { parts, ...head } = manifest
  const lines = parts.map((part) => JSON.stringify(part)).join(',\n')
  const start = JSON.stringify({ kind: 'export', format: exportFormatVersion, ...head }, null, 1).slice(0, -2)
  const body = `${start},\n "parts": [\n${lines}\n],\n`
  return `${body} "checksum": "${sha256Of(body)}"\n}\n`
}

const opening = '{\n "kind": "export",\n "format": '
const ending = / "checksum": "([0-9a-f]{64})"\n\}\n$/

export function isExportManifest(text: string): boolean {
  return text.startsWith(opening.slice(0, 18))
}

/** Throws a refusal that says what is wrong with it. */
export function readExportManifest(text: string): ExportManifest {
  const found = ending.exec(text)
  if (!text.startsWith(opening) || !found) {
    throw invalid(`${exportManifestName} is incomplete, or was not written by Innkeeper.`)
  }
  const sum = sha256Of(text.slice(0, found.index))
  if (sum !== found[1]) {
    throw invalid(`${exportManifestName} is damaged: the SHA-256 of its text is ${sum}, but it says ${found[1]}.`)
  }
  const { checksum: _, ...manifest }: ExportManifest & { checksum: string } = JSON.parse(text)
  if (manifest.format > exportFormatVersion) {
    throw invalid(
      `The export was made by a newer Innkeeper (format ${manifest.format}); this program supports format ` +
        `${exportFormatVersion}. Update the program.`,
    )
  }
  if (!isWellFormed(manifest)) throw invalid(`${exportManifestName} does not describe an export.`)
  return manifest
}

export function listExportFiles({ parts, files }: Pick<ExportManifest, 'parts' | 'files'>): ExportFile[] {
  return [...files, ...parts.flatMap((part) => part.files)]
}

/** A manifest with a valid checksum may still have been written by an attacker. */
function isWellFormed(manifest: ExportManifest): boolean {
  const { parts, files, filter } = manifest
  if (!Array.isArray(parts) || !Array.isArray(files) || typeof filter !== 'object' || filter === null) return false
  if (!parts.every((part) => Array.isArray(part?.files) && typeof part.counts === 'object')) return false
  const all = listExportFiles(manifest)
  return new Set(all.map(({ path }) => path)).size === all.length && all.every(isFile)
}

function isFile({ path, sizeBytes, sha256 }: ExportFile): boolean {
  return (
    typeof path === 'string' && isExportPath(path) && Number.isSafeInteger(sizeBytes) && /^[0-9a-f]{64}$/.test(sha256)
  )
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
