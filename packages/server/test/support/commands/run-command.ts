import { LeaseLost } from '../../../src/domain/jobs/lease-lost.ts'
import { Refusal } from '../../../src/domain/refusal.ts'
import type { CommandKind, CommandOf, ResultOf } from '../../../src/ports/commands.ts'
import type { Store } from '../../../src/ports/store.ts'
import { everyCommand } from './every-command.ts'
import { type Draw, pickFrom, type World } from './world.ts'

export type Run<Kind extends CommandKind = CommandKind> =
  | { kind: 'done'; command: CommandOf<Kind>; result: ResultOf<Kind> }
  /** For example because of a role, which may have changed since it was drawn. It has changed nothing. */
  | { kind: 'refused'; command: CommandOf<Kind> }
  /** There was nothing to do it with. */
  | { kind: 'nothing' }

/** Draws one command and writes it. `onDrawn` is called before it is sent. */
export async function runCommand<Kind extends CommandKind>(
  world: World,
  store: Store,
  kind: Kind,
  onDrawn: (command: CommandOf<Kind>) => void = () => {},
): Promise<Run<Kind>> {
  const { draw, learn } = everyCommand[kind] as Draw<Kind>
  const command = await draw(world)
  if (command === undefined) return { kind: 'nothing' }
  onDrawn(command)
  const forJob = resultsOfJobs.has(kind) ? pickFrom(world.jobs, world.random) : undefined
  try {
    const result = await store.write<Kind>(forJob ? { ...command, forJob } : command)
    learn?.(world, command, result)
    return { kind: 'done', command, result }
  } catch (error) {
    // The job ended, or was erased with its channel, since the command was drawn.
    if (error instanceof LeaseLost) return { kind: 'refused', command }
    // The store itself must not give up: a lock that isn't released would be reported like this.
    if (!(error instanceof Refusal) || error.code === 'unavailable') throw error
    return { kind: 'refused', command }
  }
}

/** What workers write while they have a job. */
export const resultsOfJobs: ReadonlySet<CommandKind> = new Set([
  'answer-question',
  'answer-chosen',
  'leave-unanswered',
  'count-tokens',
  'greet-newcomers',
  'store-media',
  'lose-media',
  'store-preview',
  'skip-preview',
  'record-sticker',
  'use-sticker',
  'record-channel',
  'record-member',
  'record-roster',
  'record-checks',
  'record-admins',
  'record-history',
  'add-imported',
  'remove-imported',
])
