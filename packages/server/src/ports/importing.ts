import type { HistoryFormat } from '../domain/imports/history.ts'
import type { ImportState } from '../domain/imports/import-life.ts'

/** Reads about chat histories that are merged into channels; part of the store. */
export type ImportStore = {
  /** The latest first. */
  listImports(channelNo: number): Promise<ImportRecord[]>
  findImport(channelNo: number, importNo: number): Promise<ImportRecord | undefined>
  /** Which imports vouch for these messages, the first of each. `except`: this one doesn't count. */
  listImportsOf(channelNo: number, messageIds: readonly string[], except?: number): Promise<Map<string, number>>
  /** How many messages undoing an import removes, and how many stay because another import vouches for them. */
  countUndone(channelNo: number, importNo: number): Promise<UndoneCounts>
  /** Formats of the files that messages of the channel are from, in a fixed order. */
  listFormatsHere(channelNo: number): Promise<HistoryFormat[]>
  /** What keeps messages of these people from coming in. */
  readLeftOut(channelNo: number, channelId: string, userIds: readonly string[]): Promise<LeftOutRecord>
}

export type UndoneCounts = { removed: number; kept: number }

/** `choices`, `preview` and `outcome` are JSON. `reached`: bytes while it's read, and lines while it's written. `sha256`: null once the import has ended. */
export type ImportRecord = {
  importNo: number
  state: ImportState
  reason: string | null
  at: number
  actor: string
  fileName: string
  sha256: string | null
  sizeBytes: number
  reading: number
  choices: string | null
  preview: string | null
  reached: number
  outcome: string | null
  endedAt: number | null
}

/**
 * `hasErased`: someone was erased here or everywhere, so an unknown name may be theirs. `hasPrivate`: the same for someone here who turned
 * off saving.
 */
export type LeftOutRecord = {
  erasedUntil: ReadonlyMap<string, number>
  privateSince: ReadonlyMap<string, number>
  hasErased: boolean
  hasPrivate: boolean
}
