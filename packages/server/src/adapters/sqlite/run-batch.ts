import type { ErrorCode } from '@innkeeper/contract'
import { Refusal } from '../../domain/refusal.ts'
import type { Command } from '../../ports/commands.ts'
import { apply } from '../sql/apply/apply.ts'
import { receiveTogether } from '../sql/apply/receive-events.ts'
import type { Writing } from '../sql/writing.ts'
import type { Connection } from './connection.ts'

/** What became of a command; plain, because it crosses a thread. */
export type Outcome =
  | { kind: 'done'; value: unknown }
  | { kind: 'refused'; code: ErrorCode; detail: string }
  | { kind: 'failed'; message: string; stack: string | undefined }

/**
 * Runs commands in one transaction, each in a savepoint of its own, and commits once: the cost of reaching the disk is
 * shared, a refused command leaves no trace, and nobody hears "done" before all is durable. Events come before everything
 * else: nobody who has not heard "done" can know what was first.
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
    const detail = error instanceof Error ? error.message : String(error)
    return commands.map(() => ({ kind: 'refused', code: 'unavailable', detail: `the store cannot write (${detail})` }))
  }
}

/**
 * Events that arrived at the same time, without savepoints, for which the engine copies every page that it changes.
 * Undefined: one fails; the transaction is begun anew, and each must be tried alone.
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
    const value = await apply(connection, writing, command)
    connection.perform('release command')
    return { kind: 'done', value }
  } catch (error) {
    // After a full disk the engine may have rolled back everything; then the whole batch has failed.
    if (!connection.isInTransaction()) throw error
    connection.exec('rollback to command; release command')
    writing.assistants.noteRollback()
    if (error instanceof Refusal) return { kind: 'refused', code: error.code, detail: error.detail }
    if (isOutOfReach(error)) throw error
    return {
      kind: 'failed',
      message: error instanceof Error ? error.message : String(error),
      stack: error instanceof Error ? error.stack : undefined,
    }
  }
}

/** Disk full, input/output error, locked: the store's trouble, not the command's. Primary result codes of SQLite. */
function isOutOfReach(error: unknown): boolean {
  const code = (error as { errcode?: number }).errcode
  return code !== undefined && [5, 6, 10, 13, 14].includes(code & 0xff)
}
