import { askEveryMs } from '../../../domain/messages/ledger/asking.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { addAbsence, closeAbsences, openAbsence } from '../messages/ledger/absences.ts'
import type { Sql } from '../sql.ts'

/** Merged with the stored values, which other nodes write, too: the later time wins, and refusals are added up. */
export async function recordConnections(tx: Sql, command: CommandOf<'record-connections'>): Promise<null> {
  for (const { platform, seen, turnedAway = [] } of command.connections) {
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
    for (const [minute, deliveries] of turnedAway) {
      await addAbsence(tx, { platform, reason: 'refused', from: minute, to: minute + minuteMs, deliveries, detail: '' })
    }
  }
  return null
}

const minuteMs = 60_000
const moments = ['webhook_at', 'event_at', 'redelivered_at', 'signature_failed_at', 'polled_at', 'conflict_at']

/** What was never seen is null, and changes nothing. */
function later(column: string): string {
  return `${column} = case when connections.${column} is null or connections.${column} < excluded.${column}
    then coalesce(excluded.${column}, connections.${column}) else connections.${column} end`
}

/** What the platform said when it was asked whether it can deliver. */
export async function recordReach(tx: Sql, command: CommandOf<'record-reach'>): Promise<null> {
  const { at, platform, problem } = command
  await noteReach(tx, command)
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
    problem?.text ?? null,
  )
  return null
}

/** It couldn't deliver since the last time it could, as far as we know, and for no longer than until we would have asked. */
async function noteReach(tx: Sql, { at, platform, problem }: CommandOf<'record-reach'>): Promise<void> {
  const known = await tx.get<{ webhookAt: number | null; askedAt: number | null; unreachableSince: number | null }>(
    `select webhook_at as "webhookAt", asked_at as "askedAt", unreachable_since as "unreachableSince"
     from connections where platform = ?`,
    platform,
  )
  const over = reachReasons.filter((reason) => reason !== problem?.reason)
  await closeAbsences(tx, platform, over, at)
  if (!problem) return
  const workedAt = Math.max(known?.webhookAt ?? 0, known?.unreachableSince == null ? (known?.askedAt ?? 0) : 0)
  const from = Math.min(at, Math.max(workedAt, at - askEveryMs))
  await openAbsence(tx, { platform, reason: problem.reason, from }, problem.text)
}

const reachReasons = ['unreachable', 'switched-off'] as const

/** Our account on a platform, stored so that deliveries for another account are recognised while the platform doesn't respond. */
export async function recordAccount(tx: Sql, command: CommandOf<'record-account'>): Promise<null> {
  // What the former account's sources have delivered says nothing about those of another.
  await tx.run(
    `delete from source_positions where platform = ?
       and exists (select 1 from accounts a where a.platform = ? and a.account_id <> ?)`,
    command.platform,
    command.platform,
    command.accountId,
  )
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
