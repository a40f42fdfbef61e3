import type { CommandOf } from '../../../ports/commands.ts'
import type { Sql } from '../sql.ts'

/** Merged with the stored values, which other nodes write, too: the later time wins, and refusals are added up. */
export async function recordConnections(tx: Sql, command: CommandOf<'record-connections'>): Promise<null> {
  for (const { platform, seen } of command.connections) {
    await tx.run(
      `insert into connections (platform, webhook_at, event_at, redelivered_at, signature_failed_at, refused, polled_at, behind,
         conflict_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?)
       on conflict (platform) do update set ${moments.map(later).join(', ')},
         behind = case when excluded.polled_at >= coalesce(connections.polled_at, 0) then excluded.behind
           else connections.behind end,
         refused = connections.refused + excluded.refused`,
      platform,
      seen.webhookAt,
      seen.eventAt,
      seen.redeliveredAt,
      seen.signatureFailedAt,
      seen.refused,
      seen.polledAt,
      seen.behind,
      seen.conflictAt,
    )
  }
  return null
}

const moments = ['webhook_at', 'event_at', 'redelivered_at', 'signature_failed_at', 'polled_at', 'conflict_at']

/** What was never seen is null, and changes nothing. */
function later(column: string): string {
  return `${column} = case when connections.${column} is null or connections.${column} < excluded.${column}
    then coalesce(excluded.${column}, connections.${column}) else connections.${column} end`
}

/** What the platform said when it was asked whether it can deliver. */
export async function recordReach(tx: Sql, { at, platform, problem }: CommandOf<'record-reach'>): Promise<null> {
  const since = problem === null ? null : at
  await tx.run(
    `insert into connections (platform, refused, asked_at, unreachable_since, unreachable_reason)
     values (?, 0, ?, ?, ?)
     on conflict (platform) do update set asked_at = excluded.asked_at,
       unreachable_since = case when excluded.unreachable_since is not null
         then coalesce(connections.unreachable_since, excluded.unreachable_since) end,
       unreachable_reason = excluded.unreachable_reason`,
    platform,
    at,
    since,
    problem,
  )
  return null
}

/** Our account on a platform, stored so that deliveries for another account are recognised while the platform doesn't respond. */
export async function recordAccount(tx: Sql, command: CommandOf<'record-account'>): Promise<null> {
  await tx.run(
    `insert into accounts (platform, account_id, name, recorded_at) values (?, ?, ?, ?)
     on conflict (platform) do update set account_id = excluded.account_id, name = excluded.name,
       recorded_at = excluded.recorded_at`,
    command.platform,
    command.accountId,
    command.name,
    command.at,
  )
  return null
}
