import type { Intake } from '../../sql/platforms/intake.ts'
import type { Sql, Value } from '../../sql/sql.ts'
import type { Connection } from '../connections/query-lists.ts'
import type { BatchFacts } from './batch-facts.ts'
import { type BatchWrites, createBatchWrites } from './batch-writes.ts'

/** A transaction that writes a batch of events. */
export type BatchTransaction = {
  sql: Sql
  /** Sends what waits, and rejects if any statement that was sent without waiting has failed. */
  flush(): Promise<unknown>
  /** Rejects with the first failure of the statements that were sent without waiting; later errors only follow from it. */
  settle(): Promise<unknown>
}

/**
 * The intake answers from the facts read for the batch, and collects its writes into one statement. Every writer locks the row
 * of its channel, so what was read under that lock stays true. Any other statement is sent as it is, after the writes that
 * wait; and if it writes, the facts it may have changed are read again when they are needed.
 */
export function batchOn(plain: Sql, connection: Connection, facts: BatchFacts): BatchTransaction {
  const writes = createBatchWrites()
  const sent: Promise<unknown>[] = []
  const flush = () => writes.flush(connection)
  const flushForWrite = async () => {
    await flush()
    facts.forget()
  }
  /** The results of these aren't needed, so what follows is sent without waiting for them. `settle` reports a failure. */
  const sendOnly = (answer: Promise<unknown>): Promise<unknown> => {
    sent.push(answer)
    answer.catch(() => undefined)
    return done
  }
  const intake = createBatchIntake(plain.intake, { facts, writes, flush, flushForWrite, sendOnly })
  return {
    sql: flushingFirst(plain, intake, { flush, flushForWrite }),
    flush: () => Promise.all([...sent, flush()]),
    settle: () => Promise.all(sent),
  }
}

const done = Promise.resolve()

type Flushing = { flush(): Promise<unknown>; flushForWrite(): Promise<unknown> }

type Batch = Flushing & {
  facts: BatchFacts
  writes: BatchWrites
  sendOnly(answer: Promise<unknown>): Promise<unknown>
}

function createBatchIntake(plain: Intake, { facts, writes, flush, flushForWrite, sendOnly }: Batch): Intake {
  return {
    // These touch no table that waits to be written, so they are sent at once.
    ...plain,
    async lockChannel(chatId) {
      if (facts.findChannel(chatId)) return
      await flush()
      await plain.lockChannel(chatId)
    },
    async findChannel(chatId, timezone) {
      const known = facts.findChannel(chatId)
      if (known) return known
      await flush()
      return await plain.findChannel(chatId, timezone)
    },
    savePosition: (...position) => sendOnly(plain.savePosition(...position)),
    async markSeen(channelNo, eventId, at) {
      const isNew = facts.takeNew(channelNo, eventId)
      if (isNew !== undefined) return isNew ? 1 : 0
      await flushForWrite()
      return await plain.markSeen(channelNo, eventId, at)
    },
    async findPerson(channelNo, userId) {
      const known = facts.findPerson(channelNo, userId)
      return known ? known.row : await plain.findPerson(channelNo, userId)
    },
    writePerson(channelNo, userId, membership, at) {
      facts.forgetPerson(channelNo, userId)
      return sendOnly(plain.writePerson(channelNo, userId, membership, at))
    },
    noteSeen(channelNo, userId, at) {
      const known = facts.findPerson(channelNo, userId)?.row
      // So that the next message of the batch doesn't note it again.
      if (known) known.seen_at = at
      return sendOnly(plain.noteSeen(channelNo, userId, at))
    },
    writePeople(channelNo, memberships, at) {
      facts.forgetPeople(channelNo)
      return plain.writePeople(channelNo, memberships, at)
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
      await plain.updateChannel(totals)
    },
    async addChange(row) {
      if (writes.addChange(row)) return
      await flushForWrite()
      await plain.addChange(row)
    },
    async count(channelNo, day, counts) {
      writes.count(channelNo, day, counts)
    },
    updateNextJob: (channelNo, kind) => sendOnly(plain.updateNextJob(channelNo, kind)),
  }
}

/** Statements outside the intake see what the intake has written so far. */
function flushingFirst(plain: Sql, intake: Intake, { flush, flushForWrite }: Flushing): Sql {
  return {
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
}
