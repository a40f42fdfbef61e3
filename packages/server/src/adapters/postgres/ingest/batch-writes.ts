import type { ChangeRow, ChannelTotals, Counts, MediaRow, MessageRow } from '../../sql/platforms/intake.ts'
import { mediaValues } from '../../sql/platforms/intake-statements.ts'
import type { Value } from '../../sql/sql.ts'
import { type Connection, queryLists } from '../connections/query-lists.ts'
import { bindable } from '../connections/statements.ts'
import { asOne, type BulkWrite, bulkWrites } from './batch-statements.ts'

/** Rows that wait to be written together. */
export type BatchWrites = {
  addMessageId(channelNo: number, messageId: string, time: number, seq: number): void
  addMessage(row: MessageRow): void
  addMedia(row: MediaRow): void
  saveDetails(channelNo: number, messageId: string, json: string): void
  /** Returns false if the same channel waits already: a statement can update a row only once. */
  updateChannel(totals: ChannelTotals): boolean
  /** Returns false if the channel's row doesn't wait here: a change gets its number from that update. */
  addChange(row: ChangeRow): boolean
  count(channelNo: number, day: string, counts: Counts): void
  /** Sends everything that waits as one statement. */
  flush(connection: Connection): Promise<unknown>
}

export function createBatchWrites(): BatchWrites {
  /** The columns of the rows that wait. */
  const waiting = new Map<BulkWrite, Value[][]>()
  const updatedChannels = new Set<number>()

  const add = (write: BulkWrite, ...values: Value[]) => {
    let columns = waiting.get(write)
    if (!columns) {
      columns = values.map(() => [])
      waiting.set(write, columns)
    }
    // Checked now: they are sent together with the commit, which would succeed without a row that is refused then.
    for (let index = 0; index < values.length; index++) columns[index]?.push(bindable(values[index] as Value))
  }

  return {
    addMessageId: (channelNo, messageId, time, seq) => add(bulkWrites.addMessageIds, channelNo, messageId, time, seq),
    addMessage: ({ channelNo, time, seq, messageId, editedAt, json }) =>
      add(bulkWrites.addMessages, channelNo, time, seq, messageId, editedAt, json),
    addMedia: (row) => add(bulkWrites.addMedia, ...mediaValues(row)),
    saveDetails: (channelNo, messageId, json) => add(bulkWrites.saveDetails, channelNo, messageId, json),
    updateChannel({ channelNo, lastSeq, lastTime, appended, late, changes, toIndex }) {
      if (updatedChannels.has(channelNo)) return false
      updatedChannels.add(channelNo)
      add(bulkWrites.updateChannels, lastSeq, lastTime, appended, late, changes, channelNo, toIndex)
      return true
    },
    addChange({ channelNo, before, at, kind, detail }) {
      if (!updatedChannels.has(channelNo)) return false
      add(bulkWrites.addChanges, before, at, kind, detail, channelNo)
      return true
    },
    count: (channelNo, day, { messages = 0, mediaFiles = 0, mediaBytes = 0, autoReplies = 0, welcomes = 0 }) =>
      add(bulkWrites.count, channelNo, day, messages, mediaFiles, mediaBytes, autoReplies, welcomes),
    async flush(connection) {
      if (waiting.size === 0) return
      const writes = inOrder.filter((write) => waiting.has(write))
      const columns = writes.flatMap((write) => waiting.get(write) ?? [])
      waiting.clear()
      updatedChannels.clear()
      await queryLists(connection, asOne(writes), ...columns)
    },
  }
}

const inOrder: readonly BulkWrite[] = Object.values(bulkWrites)
