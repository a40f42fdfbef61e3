import type { Intake } from '../../sql/platforms/intake.ts'
import type { Sql, Value } from '../../sql/sql.ts'
import type { Connection } from '../connections/query-lists.ts'
import type { BatchFacts } from './batch-facts.ts'
import { createBatchWrites } from './batch-writes.ts'

/** A transaction that writes a batch of events. */
export type BatchTransaction = {
  sql: Sql
  /** Sends what waits, and rejects if any statement that was sent without waiting has failed. */
  flush(): Promise<unknown>
  /** Rejects with the first failure of the statements that were sent without waiting; later errors only follow from it. */
  settle(): Promise<unknown>
}

/**
 * The intake answers from the facts read for the batch, and collects its writes into one statement. Whoever writes to a channel
 * locks its row, so what was read under that lock stays true. Any other statement is sent as it is, after the writes that wait; and
 * if it writes, the facts it may have changed are read again when they are needed.
 */
export function batchOn(plain: Sql, connection: Connection, facts: BatchFacts): BatchTransaction {
  const writes = createBatchWrites()
  const sent: Promise<unknown>[] = []
  const flush = () => writes.flush(connection)
  const flushForWrite = async () => {
    await flush()
    facts.forget()
  }
  /** Nobody needs the result of these, so what follows is sent without waiting for it. `settle` reports a failure. */
  const sendOnly = (answer: Promise<unknown>): Promise<unknown> => {
    sent.push(answer)
    answer.catch(() => undefined)
    return done
  }

  const intake: Intake = {
    // These touch no table that waits to be written, so they are sent at once.
    ...plain.intake,
    async lockChannel(channelId) {
      if (facts.findChannel(channelId)) return
      await flush()
      await plain.intake.lockChannel(channelId)
    },
    async findChannel(channelId, timezone) {
      const known = facts.findChannel(channelId)
      if (known) return known
      await flush()
      return await plain.intake.findChannel(channelId, timezone)
    },
    async markSeen(channelNo, eventId, at) {
      const isNew = facts.takeNew(channelNo, eventId)
      if (isNew !== undefined) return isNew ? 1 : 0
      await flushForWrite()
      return await plain.intake.markSeen(channelNo, eventId, at)
    },
    async findPerson(channelNo, userId) {
      const known = facts.findPerson(channelNo, userId)
      return known ? known.row : await plain.intake.findPerson(channelNo, userId)
    },
    writePerson(channelNo, userId, membership, at) {
      facts.forgetPerson(channelNo, userId)
      return sendOnly(plain.intake.writePerson(channelNo, userId, membership, at))
    },
    writePeople(channelNo, memberships, at) {
      facts.forgetPeople(channelNo)
      return plain.intake.writePeople(channelNo, memberships, at)
    },
    async addMessageId(channelNo, messageId, time, seq) {
      writes.addMessageId(channelNo, messageId, time, seq)
      return 1
    },
    async addMessage(row) {
      writes.addMessage(row)
    },
    async addMedia(row) {
      writes.addMedia(row)
    },
    async saveDetails(channelNo, messageId, json) {
      writes.saveDetails(channelNo, messageId, json)
    },
    async updateChannel(totals) {
      if (writes.updateChannel(totals)) return
      await flushForWrite()
      await plain.intake.updateChannel(totals)
    },
    async addChange(row) {
      if (writes.addChange(row)) return
      await flushForWrite()
      await plain.intake.addChange(row)
    },
    async count(channelNo, day, counts) {
      writes.count(channelNo, day, counts)
    },
    lockQueue: (channelNo, kind) => sendOnly(plain.intake.lockQueue(channelNo, kind)),
    updateNextJob: (channelNo, kind) => sendOnly(plain.intake.updateNextJob(channelNo, kind)),
  }

  const sql: Sql = {
    engine: plain.engine,
    intake,
    async get<Row>(text: string, ...values: Value[]) {
      await flush()
      return await plain.get<Row>(text, ...values)
    },
    async all<Row>(text: string, ...values: Value[]) {
      await flush()
      return await plain.all<Row>(text, ...values)
    },
    async lists<Row extends (Value | Uint8Array)[]>(text: string, ...values: Value[]) {
      await flush()
      return await plain.lists<Row>(text, ...values)
    },
    async run(text: string, ...values: Value[]) {
      await flushForWrite()
      return await plain.run(text, ...values)
    },
    async returning<Row>(text: string, ...values: Value[]) {
      await flushForWrite()
      return await plain.returning<Row>(text, ...values)
    },
  }

  return { sql, flush: () => Promise.all([...sent, flush()]), settle: () => Promise.all(sent) }
}

const done = Promise.resolve()
