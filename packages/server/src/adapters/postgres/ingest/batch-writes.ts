import { intake } from '../../sql/platforms/intake-statements.ts'
import type { Value } from '../../sql/sql.ts'
import { bindable } from '../connections/bindable.ts'
import { type Connection, queryLists } from '../connections/query-lists.ts'
import { asOne, gathered, type Twin, twins } from './batch-statements.ts'

/** Rows that wait to be written, by the statement that would write one of them. */
export type GatheredWrites = {
  /** False: it is none that can wait. */
  take(text: string, values: Value[]): boolean
  /** Sends all that waits as one statement. */
  flush(connection: Connection): Promise<unknown>
}

export function gatherWrites(): GatheredWrites {
  const rows = new Map<Twin, Value[][]>()
  /** Channels whose row waits to be written back. A change gets its number from there, so of others it cannot wait. */
  const writtenBack = new Set<Value | undefined>()
  return {
    take(text, values) {
      const known = gathered.get(text)
      if (!known) return false
      const channelNo = values.at(-1)
      if (text === intake.addChange && !writtenBack.has(channelNo)) return false
      if (text === intake.writeBack || text === intake.writeBackToIndex) {
        if (writtenBack.has(channelNo)) return false
        writtenBack.add(channelNo)
      }
      // Refused now: they are sent together with the commit.
      const row = [...values.map(bindable), ...known.besides]
      const list = rows.get(known.twin)
      if (list) list.push(row)
      else rows.set(known.twin, [row])
      return true
    },
    async flush(connection) {
      if (rows.size === 0) return
      const waiting = twins.filter((twin) => rows.has(twin))
      const columns = waiting.flatMap((twin) => columnsOf(rows.get(twin) ?? []))
      rows.clear()
      writtenBack.clear()
      await queryLists(connection, asOne(waiting), ...columns)
    },
  }
}

function columnsOf(rows: Value[][]): Value[][] {
  const [first = []] = rows
  return first.map((_, index) => rows.map((row) => row[index] ?? null))
}
