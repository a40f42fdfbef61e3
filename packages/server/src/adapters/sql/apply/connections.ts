import type { CommandOf } from '../../../ports/commands.ts'
import type { Sql } from '../sql.ts'

export async function recordConnections(tx: Sql, command: CommandOf<'record-connections'>): Promise<null> {
  for (const { platform, seen } of command.connections) {
    await tx.run(
      `insert into connections (platform, webhook_at, event_at, redelivered_at, signature_failed_at, refused)
       values (?, ?, ?, ?, ?, ?)
       on conflict (platform) do update set webhook_at = excluded.webhook_at, event_at = excluded.event_at,
         redelivered_at = excluded.redelivered_at, signature_failed_at = excluded.signature_failed_at,
         refused = excluded.refused`,
      platform,
      seen.webhookAt,
      seen.eventAt,
      seen.redeliveredAt,
      seen.signatureFailedAt,
      seen.refused,
    )
  }
  return null
}
