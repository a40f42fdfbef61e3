import type { HeldJob } from '../ports/commands/authority.ts'
import type { CommandKind, CommandOf } from '../ports/commands.ts'
import type { Store } from '../ports/store.ts'

/**
 * The store as a job sees it: whatever it writes is refused once someone else has claimed the job. So a node that was frozen, and
 * goes on after its lease has expired, changes nothing.
 */
export function storeForJob(store: Store, forJob: HeldJob): Store {
  const write = <K extends CommandKind>(command: CommandOf<K>) =>
    store.write<K>(isSpent(command) ? command : { ...command, forJob })
  // Methods are looked up in the store itself.
  return Object.assign(Object.create(store) as Store, { write })
}

/** A question to a model has cost what it has cost, no matter who answers it in the end. */
function isSpent(command: CommandOf<CommandKind>): boolean {
  return command.kind === 'count-tokens' && command.limits === null
}
