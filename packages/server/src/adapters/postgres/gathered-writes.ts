import { intake } from '../sql/apply/intake.ts'
import type { Value } from '../sql/sql.ts'
import { bindable } from './bindable.ts'
import { twins } from './gathered-statements.ts'
import { type Connection, queryLists } from './query-lists.ts'

/** Rows that wait to be written, by the statement that would write one of them. */
export type GatheredWrites = {
  /** False: it is none that can wait. */
  take(text: string, values: Value[]): boolean
  /** Sends one statement for each table, and waits for none before the next. */
  flush(connection: Connection): Promise<unknown>
}

export function gatherWrites(): GatheredWrites {
  const rows = new Map<string, Value[][]>()
  /** Channels whose row waits to be written back. A change gets its number from there, so of others it cannot wait. */
  const writtenBack = new Set<Value | undefined>()
  return {
    take(text, values) {
      if (!twins.has(text)) return false
      const channelNo = values.at(-1)
      if (text === intake.addChange && !writtenBack.has(channelNo)) return false
      if (text === intake.writeBack || text === intake.writeBackToIndex) {
        if (writtenBack.has(channelNo)) return false
        writtenBack.add(channelNo)
      }
      // Refused now: they are sent together with the commit.
      const row = values.map(bindable)
      const list = rows.get(text)
      if (list) list.push(row)
      else rows.set(text, [row])
      return true
    },
    flush(connection) {
      const sent: Promise<unknown>[] = []
      for (const [text, twin] of twins) {
        const list = rows.get(text)
        if (list) sent.push(queryLists(connection, twin, ...columnsOf(list)))
      }
      rows.clear()
      writtenBack.clear()
      return Promise.all(sent)
    },
  }
}

function columnsOf(rows: Value[][]): Value[][] {
  const [first = []] = rows
  return first.map((_, index) => rows.map((row) => row[index] ?? null))
}
