import type { Command } from '../../ports/commands.ts'
import { applyCommand } from '../sql/commands.ts'
import { type Outcome, toOutcome, unwritten } from '../sql/outcome.ts'
import { receiveTogether } from '../sql/platforms/receive-events.ts'
import type { Writing } from '../sql/writing.ts'
import type { Connection } from './connection.ts'

/**
 * Runs commands in one transaction, each in its own savepoint, and commits once: the cost of the commit is shared, a refused
 * command leaves no trace, and no command is confirmed before all are durable. Events come before everything else: before the
 * confirmation, no one can know the order.
 */
export async function runBatch(connection: Connection, writing: Writing, commands: Command[]): Promise<Outcome[]> {
  try {
    connection.perform('begin immediate')
    const outcomes = (await runTogether(connection, writing, commands)) ?? new Map<Command, Outcome>()
    for (const command of commands) {
      if (!outcomes.has(command)) outcomes.set(command, await runOne(connection, writing, command))
    }
    connection.perform('commit')
    writing.assistants.noteCommit()
    return commands.map((command) => outcomes.get(command) as Outcome)
  } catch (error) {
    if (connection.isInTransaction()) connection.exec('rollback')
    writing.assistants.noteRollback()
    return commands.map(() => unwritten(error))
  }
}

/**
 * Events that arrived at the same time, without savepoints, for which the engine copies every page it changes. Undefined: one
 * failed; the transaction was restarted, and each must be tried separately.
 */
async function runTogether(
  connection: Connection,
  writing: Writing,
  commands: Command[],
): Promise<Map<Command, Outcome> | undefined> {
  const batches = commands.filter((command) => command.kind === 'receive-events')
  if (batches.length < 2) return undefined
  try {
    const receipts = await receiveTogether(connection, writing, batches)
    return new Map(batches.map((command, index) => [command, { kind: 'done', value: receipts[index] }]))
  } catch (error) {
    if (!connection.isInTransaction() || isOutOfReach(error)) throw error
    connection.exec('rollback; begin immediate')
    writing.assistants.noteRollback()
    return undefined
  }
}

async function runOne(connection: Connection, writing: Writing, command: Command): Promise<Outcome> {
  connection.perform('savepoint command')
  try {
    const value = await applyCommand(connection, command, writing)
    connection.perform('release command')
    return { kind: 'done', value }
  } catch (error) {
    // After a full disk the engine may have rolled back everything; then the whole batch has failed.
    if (!connection.isInTransaction()) throw error
    connection.exec('rollback to command; release command')
    writing.assistants.noteRollback()
    if (isOutOfReach(error)) throw error
    return toOutcome(error)
  }
}

/**
 * A problem of the store, not of the command: locked (5, 6), read-only (8), input/output error (10), damaged (11), disk full
 * (13), cannot be opened (14), not a database (26). Primary result codes of SQLite.
 */
function isOutOfReach(error: unknown): boolean {
  const code = (error as { errcode?: number }).errcode
  return code !== undefined && [5, 6, 8, 10, 11, 13, 14, 26].includes(code & 0xff)
}
