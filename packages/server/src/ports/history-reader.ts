import type { UnreadReason } from '../domain/imports/history.ts'
import type { UnsentPlace } from '../domain/imports/unsent-meanwhile.ts'
import type { ImportedRow } from './commands/imports.ts'
import type { PackedFile } from './uploaded-zip.ts'

/** Reads the file of an import, and compares it with the channel. It takes seconds of CPU time, so it runs in a thread. */
export type HistoryReader = {
  /**
   * `choices`: what will be written if the owner agrees. Both are JSON. `tell` is called with the share of the work that is done, at most
   * a hundred times.
   */
  preview(
    order: HistoryOrder,
    signal: AbortSignal,
    tell: (share: number) => void,
  ): Promise<{ preview: string; choices: string } | { refused: string }>
  /**
   * Compares the file again, because messages may have arrived since, and passes on what is missing after the line `after`. `take`
   * resolves to false to stop. Undefined if it was stopped.
   */
  compare(
    order: HistoryOrder & { after: number },
    take: (slice: HistorySlice) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<{ outcome: string } | { refused: string } | undefined>
  /** Every place of the file that can't be read with these choices, in slices. A file that can't be opened is refused with a sentence. */
  listUnread(order: HistoryOrder): AsyncGenerator<UnreadPlace[]>
  /** A file in the zip file of an import, piece by piece. Throws `DamagedFile` if it can't be read, now or later. */
  readFile(order: HistoryOrder, file: PackedFile): AsyncIterable<Uint8Array>
}

export type UnreadPlace = { line: number; lines: number; reason: UnreadReason }

/** Plain, because it crosses a thread. `choices`: as JSON. */
export type HistoryOrder = {
  channelNo: number
  channelId: string
  importNo: number
  sha256: string
  sizeBytes: number
  choices: string
  at: number
}

/**
 * `gaps`: the unsent messages around these that it was compared with. `reached`: the last line of the file that is done with it. `file`:
 * where the file of the last message is.
 */
export type HistorySlice = { messages: ImportedRow[]; gaps: UnsentPlace[]; reached: number; file?: PackedFile }
