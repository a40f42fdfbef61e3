import { Refusal } from '../../domain/refusal.ts'
import type { HistoryReader } from '../../ports/history-reader.ts'
import { bytesOf } from './open-order.ts'
import { previewImport, type ReadingDeps, writeImport } from './read-import.ts'
import { findUnread } from './unread-lines.ts'

/** Reads in this thread. What it refuses is shown to the owner. */
export function createHistoryReader(deps: ReadingDeps): HistoryReader {
  return {
    async preview(order, _, tell) {
      try {
        const { preview, choices } = await previewImport(deps, order, tell)
        return { preview: JSON.stringify(preview), choices: JSON.stringify(choices) }
      } catch (error) {
        return refusedBy(error)
      }
    },
    async compare(order, take) {
      try {
        const outcome = await writeImport(deps, order, take)
        return outcome && { outcome: JSON.stringify(outcome) }
      } catch (error) {
        return refusedBy(error)
      }
    },
    listUnread: (order) => findUnread(deps, order),
    readFile: (order, file) => deps.zips.readFile(bytesOf(deps.blobs, order), file),
  }
}

/** Everything else is tried again. */
export function refusedBy(error: unknown): { refused: string } {
  if (error instanceof Refusal && error.code === 'invalid') return { refused: error.detail }
  throw error
}
