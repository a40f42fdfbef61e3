import { besideIntake, crowd, intake } from '../../sql/platforms/intake-statements.ts'
import type { Sql, Value } from '../../sql/sql.ts'
import type { Connection } from '../connections/query-lists.ts'
import type { BatchFacts } from './batch-facts.ts'
import { gatherWrites } from './batch-writes.ts'

const beside: ReadonlySet<string> = new Set([
  intake.findPerson,
  intake.writePerson,
  ...Object.values(besideIntake),
  ...Object.values(crowd).map(({ postgres }) => postgres),
])
/** Nobody asks how many rows these change: they are sent, and what follows does not wait. */
const unanswered: ReadonlySet<string> = new Set([intake.writePerson, besideIntake.holdQueue, besideIntake.noteNextJob])

/**
 * For batches of events: their common way is answered from what was asked beforehand, and what it writes is sent as one statement.
 * Whoever writes anything of a channel holds its row, so what was asked under the lock stays true. Every other
 * statement goes as it is, after what was written before it; and what it may have changed is asked for anew.
 */
export function gatherOn(plain: Sql, connection: Connection, facts: BatchFacts) {
  const writes = gatherWrites()
  const sent: Promise<unknown>[] = []
  const give = async (text: string, values: Value[]) => {
    if (text === intake.writePerson) facts.forgetPerson(values[0], values[1])
    if (text === crowd.write.postgres) facts.forgetPeople(values[0])
    if (beside.has(text)) return
    await writes.flush(connection)
    if (!text.trimStart().startsWith('select')) facts.forget()
  }
  const sql: Sql = {
    engine: plain.engine,
    async get<Row>(text: string, ...values: Value[]) {
      if (text === intake.findPerson) {
        const known = facts.findPerson(values[0], values[1])
        if (known) return known.row as Row | undefined
      } else if (text === intake.openChannel) {
        const known = facts.findChannel(values[1])
        if (known) return known as Row
      } else if (text === intake.holdChannel && facts.findChannel(values[0])) return undefined
      await give(text, values)
      return await plain.get<Row>(text, ...values)
    },
    async all<Row>(text: string, ...values: Value[]) {
      await give(text, values)
      return await plain.all<Row>(text, ...values)
    },
    async lists<Row extends (Value | Uint8Array)[]>(text: string, ...values: Value[]) {
      await give(text, values)
      return await plain.lists<Row>(text, ...values)
    },
    async run(text: string, ...values: Value[]) {
      if (text === intake.markSeen) {
        const isNew = facts.takeNew(values[0], values[1])
        if (isNew !== undefined) return isNew ? 1 : 0
      }
      if (writes.take(text, values)) return 1
      await give(text, values)
      const answer = plain.run(text, ...values)
      if (!unanswered.has(text)) return await answer
      sent.push(answer)
      // Told by `settle`; until then it is nobody's.
      answer.catch(() => undefined)
      return 1
    },
  }
  return {
    sql,
    flush: () => Promise.all([...sent, writes.flush(connection)]),
    /** Throws what went wrong first, where what went wrong later only followed from it. */
    settle: () => Promise.all(sent),
  }
}
