import type { Receipt } from '../../ports/commands/messages.ts'
import type { Command, CommandOf } from '../../ports/commands.ts'
import { applyCommand, planOf } from '../sql/commands.ts'
import { type Outcome, toOutcome, unwritten } from '../sql/outcome.ts'
import { receiveTogether } from '../sql/platforms/receive-events.ts'
import type { Defaults } from '../sql/sql.ts'
import { createWriting, type Writing } from '../sql/writing.ts'
import { createChannelOrder, createLane } from './connections/queues.ts'
import { type Course, type Transactions, underLocks } from './connections/transactions.ts'
import { isCollision, isUnreachable } from './connections/trouble.ts'
import { type BatchFacts, readFacts } from './ingest/batch-facts.ts'
import { batchOn } from './ingest/batch-intake.ts'
import { type Batch, createEventBatches, type Deferred } from './ingest/event-batches.ts'
import type { Bustle } from './ingest/turns.ts'
import { claimJobs } from './jobs/claim-jobs.ts'
import { extendLeases } from './jobs/extend-leases.ts'
import { canFinishTogether, createJobEnds } from './jobs/finish-jobs.ts'
import { locksOf, locksOfAll } from './locks.ts'

/** How often a command is retried after a deadlock or a conflict with another transaction. */
const mostTries = 8

/** Runs a command, and never rejects. */
export type Commit = (command: Command) => Promise<Outcome>

/**
 * Every command is a transaction; commands that receive events share one, and so share the commit and the statements. Several
 * nodes do this at once: what they decide about is locked first. A transaction either locks what is free and waits for nothing,
 * or waits for its locks in one order (`locks.ts`). `untilTurn`: see `turns.ts`.
 */
export function createCommit(
  transactions: Transactions,
  defaults: Defaults,
  untilTurn: (bustle: Bustle) => number | undefined = () => undefined,
): Commit {
  const kept = createWriting(defaults)

  /** Runs it in a transaction, and retries if it conflicted with another one. */
  const attempt = async <T>(
    run: Transactions['run'],
    course: (writing: Writing) => Course<T>,
    { tries: most = mostTries } = {},
  ): Promise<T> => {
    for (let tries = 1; ; tries++) {
      const branch = kept.assistants.branch()
      try {
        const value = await run(course({ ...kept, assistants: branch }))
        branch.noteCommit()
        return value
      } catch (error) {
        if (!isCollision(error) || tries >= most) throw error
      }
    }
  }

  const runAlone = async (command: Command): Promise<Outcome> => {
    try {
      const run = planOf(command).isBackground ? transactions.runLast : transactions.runLater
      const value = await attempt(run, (writing) =>
        underLocks(locksOf(command), (tx) => applyCommand(tx, command, writing)),
      )
      return { kind: 'done', value }
    } catch (error) {
      return isUnreachable(error) ? unwritten(error) : toOutcome(error)
    }
  }

  /** All channels that are free, in one transaction that waits for no lock. */
  const runFree = async (commands: Batch[]): Promise<(Outcome | Deferred)[]> => {
    try {
      const receipts = await attempt(transactions.run, (writing) => batched(writing, commands), { tries: 1 })
      return receipts.map((value) => (typeof value === 'string' ? value : { kind: 'done', value }))
    } catch (error) {
      if (isUnreachable(error)) return commands.map(() => unwritten(error))
      // A batch also fails on rows of an earlier delivery; alone, row by row, they are skipped.
      return commands.map(() => 'alone')
    }
  }

  /** Waits for the locks of these deliveries, which are of one channel or of several at once. */
  const runWaiting = async (commands: Batch[]): Promise<Outcome[]> => {
    try {
      const receipts = await attempt(transactions.run, (writing) =>
        underLocks(locksOfAll(commands), (tx) => receiveTogether(tx, writing, commands)),
      )
      return receipts.map((value) => ({ kind: 'done', value }))
    } catch (error) {
      if (isUnreachable(error)) return commands.map(() => unwritten(error))
      // One of them failed, which must not affect the others.
      const outcomes: Outcome[] = []
      for (const command of commands) outcomes.push(await runAlone(command))
      return outcomes
    }
  }

  const claimInTurn = createLane(1)
  /** Statements that are transactions of their own. */
  const runSingle = async (command: CommandOf<'claim-jobs' | 'extend-leases'>): Promise<Outcome> => {
    try {
      const value =
        command.kind === 'extend-leases'
          ? await transactions.runSingle((connection) => extendLeases(connection, command))
          : // Two claims of this node would only pass over each other's queues.
            await claimInTurn(() => transactions.runSingle((connection) => claimJobs(connection, command)))
      return { kind: 'done', value }
    } catch (error) {
      return isUnreachable(error) ? unwritten(error) : toOutcome(error)
    }
  }

  const order = createChannelOrder()
  const mustWait = (command: Batch) => !isOfChannels(command)
  const takeIn = createEventBatches({ runFree, runWaiting, mustWait, untilTurn }, order)
  const runInTurn = (command: Command): Promise<Outcome> =>
    'channelId' in command && typeof command.channelId === 'string'
      ? order.run([command.channelId], () => runAlone(command))
      : runAlone(command)

  const finishTogether = createJobEnds(transactions.runSingle, runInTurn)

  return (command) => {
    if (command.kind === 'receive-events') return takeIn(command)
    if (command.kind === 'finish-job' && canFinishTogether(command)) return finishTogether(command)
    if (command.kind === 'claim-jobs' || command.kind === 'extend-leases') return runSingle(command)
    return runInTurn(command)
  }
}

/** Reads and writes for all of them at once, except those whose channels can't be locked without waiting. */
function batched(writing: Writing, commands: Batch[]): Course<(Receipt | Deferred)[]> {
  let facts: BatchFacts | undefined
  let flush: (() => Promise<unknown>) | undefined
  return {
    async begin(connection) {
      facts = await readFacts(connection, commands, writing.timezone)
    },
    async work(tx, connection) {
      if (!facts) throw new Error('The facts of the batch were not read when it began')
      const { stateOf } = facts
      const states = commands.map(stateOf)
      const batch = batchOn(tx, connection, facts)
      flush = batch.flush
      try {
        const ready = commands.filter((_, index) => states[index] === 'ready')
        const receipts = (await receiveTogether(batch.sql, writing, ready)).values()
        return states.map((state) => (state === 'ready' ? (receipts.next().value as Receipt) : state))
      } catch (error) {
        await batch.settle()
        throw error
      }
    },
    end: async () => flush?.(),
  }
}

/** Whether it needs no locks except on its channels. */
function isOfChannels(command: Batch): boolean {
  return locksOf(command).length === 1
}
