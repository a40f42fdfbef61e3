import type { Authority } from '../../../ports/commands/authority.ts'
import { actorOf } from '../members/authority.ts'
import type { Sql } from '../sql.ts'

type Entry = { action: string; target?: string; detail?: Record<string, unknown> }

/** Notes who did what, in the transaction in which it was done. Never put chat text into `detail`. */
export async function audit(
  tx: Sql,
  channelNo: number,
  by: Authority | { kind: 'system' },
  at: number,
  entry: Entry,
): Promise<void> {
  const actor = by.kind === 'system' ? { userId: 'system', keyId: null } : actorOf(by)
  await tx.run(
    'insert into audit (channel, at, actor, key_id, action, target, detail) values (?, ?, ?, ?, ?, ?, ?)',
    channelNo,
    at,
    actor.userId,
    actor.keyId,
    entry.action,
    entry.target ?? null,
    JSON.stringify(entry.detail ?? {}),
  )
}

/** A change without any field is neither stamped nor recorded. */
export function isEmpty(change: object): boolean {
  return Object.keys(change).length === 0
}
