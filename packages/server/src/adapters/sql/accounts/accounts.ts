import type { CommandOf } from '../../../ports/commands.ts'
import type { Sql } from '../sql.ts'

/** Who we are on a platform, kept so that deliveries for another account are told apart while the platform is silent. */
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
