import { hashClaimCode } from '../../../domain/channels/claim.ts'
import { invalid } from '../../../domain/refusal.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import { accessKey } from '../members/authority.ts'
import type { Sql } from '../sql.ts'

export async function createClaimCode(tx: Sql, command: CommandOf<'create-claim-code'>): Promise<null> {
  const { by, at, hash, expiresAt, channelId, operatorId = null } = command
  await accessKey(tx, by, at)
  if (channelId !== null && !(await tx.get('select 1 from channels where channel_id = ?', channelId))) {
    throw invalid(`No channel has the ID ${channelId}. To see all IDs, run ./innkeeper channels list.`)
  }
  await tx.run('delete from claim_codes where expires_at <= ?', at)
  await tx.run(
    'insert into claim_codes (hash, channel_id, created_at, expires_at, operator_id) values (?, ?, ?, ?, ?)',
    hash,
    channelId,
    at,
    expiresAt,
    operatorId,
  )
  return null
}

/** Uses a code; false if it is unknown, expired, already used, or for another channel. */
export async function useClaimCode(
  tx: Sql,
  code: string,
  channelId: string,
  userId: string,
  at: number,
): Promise<boolean> {
  const used = await tx.run(
    `update claim_codes set used_at = ?, used_by = ?
     where hash = ? and used_at is null and expires_at > ? and (channel_id is null or channel_id = ?)`,
    at,
    userId,
    hashClaimCode(code),
    at,
    channelId,
  )
  return used > 0
}

/** Whether a code can be used in the channel, or was used by this person. */
export async function isKnownCode(
  tx: Sql,
  code: string,
  { channelId, userId, at }: { channelId: string; userId: string; at: number },
): Promise<boolean> {
  const row = await tx.get(
    `select 1 from claim_codes where hash = ? and (used_by = ?
       or (used_at is null and expires_at > ? and (channel_id is null or channel_id = ?)))`,
    hashClaimCode(code),
    userId,
    at,
    channelId,
  )
  return row !== undefined
}

/** The operator who made the code for themselves, if it can be used. */
export async function findOperatorOfCode(tx: Sql, code: string, at: number): Promise<string | undefined> {
  const row = await tx.get<{ operator_id: string | null }>(
    'select operator_id from claim_codes where hash = ? and used_at is null and expires_at > ?',
    hashClaimCode(code),
    at,
  )
  return row?.operator_id ?? undefined
}
