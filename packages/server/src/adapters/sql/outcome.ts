import type { ErrorCode } from '@innkeeper/contract'
import { withoutData } from '../../domain/error-without-data.ts'
import { LeaseLost } from '../../domain/jobs/lease-lost.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Command } from '../../ports/commands.ts'

/** The outcome of a command, as plain data, because it may cross threads. */
export type Outcome =
  | { kind: 'done'; value: unknown }
  | { kind: 'refused'; code: ErrorCode; detail: string }
  | { kind: 'lease-lost' }
  | { kind: 'failed'; message: string; stack: string | undefined }

/** A caller that waits for the outcome of a command. */
export type Waiting = { command: Command; resolve(value: unknown): void; reject(error: Error): void }

/** Sends commands to where they are executed, and returns their outcomes. */
export type Writer = {
  write(command: Command): Promise<unknown>
  close(): Promise<void>
}

/** For a command that failed because of itself: refused, or a bug. */
export function toOutcome(error: unknown): Outcome {
  if (error instanceof Refusal) return { kind: 'refused', code: error.code, detail: error.detail }
  if (error instanceof LeaseLost) return { kind: 'lease-lost' }
  return { kind: 'failed', ...withoutData(error) }
}

/** The store is to blame, not the command. */
export function unwritten(error: unknown): Outcome {
  const detail = error instanceof Error ? error.message : String(error)
  return { kind: 'refused', code: 'unavailable', detail: `the store cannot write (${detail})` }
}

export function settle(one: Waiting, outcome: Outcome | undefined): void {
  if (outcome?.kind === 'done') one.resolve(outcome.value)
  else if (outcome?.kind === 'refused') one.reject(new Refusal(outcome.code, outcome.detail))
  else if (outcome?.kind === 'lease-lost') one.reject(new LeaseLost())
  else one.reject(failure(one.command, outcome))
}

function failure(command: Command, outcome: { message: string; stack: string | undefined } | undefined): Error {
  const error = new Error(`${command.kind}: ${outcome?.message ?? 'the writer thread returned too few outcomes'}`)
  if (outcome?.stack) error.stack = outcome.stack
  return error
}
