import type { BackupPolicy, KeyScope, Role } from '@innkeeper/contract'
import type { ChannelLimit } from '../../../domain/accounts/channel-limit.ts'
import { isInDoubt } from '../../../domain/members/membership-check.ts'
import { decideAccess } from '../../../domain/members/permission.ts'
import { Refusal } from '../../../domain/refusal.ts'
import type { Authority } from '../../../ports/commands/authority.ts'
import { allows } from '../accounts/channel-limits.ts'
import { hasOperatorRights } from '../accounts/operator-rights.ts'
import type { Sql } from '../sql.ts'

/** The channel a command writes to, with the role of the caller. */
export type Scene = { channelNo: number; role: Role | 'operator' }

type Standing = {
  channel: number | null
  scope: KeyScope
  role: Role | null
  joined_at: number | null
  checked_at: number | null
  returned_at: number | null
  since: number | null
  backup_policy: BackupPolicy | null
}

/**
 * Checks the authority of a command again, inside its transaction: since the first check a key may have been revoked or a role
 * lost.
 */
export async function accessScene(tx: Sql, command: { by: Authority; at: number; channelId: string }): Promise<Scene> {
  const { by, at, channelId } = command
  if (by.kind === 'operator') {
    const row = await tx.get<{ channel: number }>('select channel from channels where channel_id = ?', channelId)
    if (!row) throw unknownChannel(channelId)
    return { channelNo: row.channel, role: 'operator' }
  }
  const row = await tx.get<Standing>(
    `select c.channel, c.returned_at, k.scope, m.role, m.joined_at, m.checked_at, s.since, cs.backup_policy
     from keys k
     left join channels c on c.channel_id = ? and ${allows('k.channels', 'c.channel')}
     left join channel_settings cs on cs.channel = c.channel
     left join members m on m.channel = c.channel and m.user_id = k.user_id and m.left_at is null
     left join subscriptions s on s.channel = c.channel and s.user_id = k.user_id
     where k.key_id = ? and k.revoked_at is null and (k.expires_at is null or k.expires_at > ?)`,
    channelId,
    by.keyId,
    at,
  )
  if (!row) throw new Refusal('authentication-failed')
  const standing = {
    scope: row.scope,
    role: row.role ?? undefined,
    isInDoubt: isInDoubt(
      { joinedAt: row.joined_at ?? at, checkedAt: row.checked_at ?? 0, returnedAt: row.returned_at },
      at,
    ),
    subscribedAt: row.since ?? undefined,
    backupPolicy: row.backup_policy ?? undefined,
  }
  const refused = decideAccess(standing, by.need)
  if (refused || row.channel === null || row.role === null) throw new Refusal(refused ?? 'permission-denied')
  return { channelNo: row.channel, role: row.role }
}

/**
 * Checks that the key behind a command still counts; for commands that belong to no channel. Returns what the key is limited to.
 */
export async function accessKey(tx: Sql, by: Authority, at: number): Promise<ChannelLimit> {
  if (by.kind === 'operator') return null
  const row = await tx.get<{ scope: KeyScope; channels: string | null; is_operator: number }>(
    `select k.scope, k.channels, ${hasOperatorRights} as is_operator from keys k
     where k.key_id = ? and k.revoked_at is null and (k.expires_at is null or k.expires_at > ?)`,
    by.keyId,
    at,
  )
  if (!row) throw new Refusal('authentication-failed')
  const refused = decideAccess(
    { scope: row.scope, isOperator: row.is_operator === 1, isLimited: row.channels !== null },
    by.need,
  )
  if (refused) throw new Refusal(refused)
  return row.channels
}

/** For the operator, who may know that it doesn't exist. */
export function unknownChannel(channelId: string): Refusal {
  return new Refusal('invalid', `No channel has the ID ${channelId}. To see all IDs, run ./innkeeper channels list.`)
}

export function actorOf(by: Authority): { userId: string; keyId: string | null } {
  return by.kind === 'operator' ? { userId: 'operator', keyId: null } : by
}
