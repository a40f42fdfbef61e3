import { hashClaimCode } from '../../../domain/channels/claim.ts'
import { invalid, Refusal } from '../../../domain/refusal.ts'
import type { CommandOf } from '../../../ports/commands.ts'
import type { Sql } from '../sql.ts'

export async function createClaimCode(tx: Sql, command: CommandOf<'create-claim-code'>): Promise<null> {
  const { by, at, hash, expiresAt, channelId } = command
  if (by.kind !== 'operator') throw new Refusal('permission-denied')
  if (channelId !== null && !(await tx.get('select 1 from channels where channel_id = ?', channelId))) {
    throw invalid(`No channel has the id ${channelId}. To see all IDs, run ./innkeeper channels list.`)
  }
  await tx.run('delete from claim_codes where expires_at <= ?', at)
  await tx.run(
    'insert into claim_codes (hash, channel_id, created_at, expires_at) values (?, ?, ?, ?)',
    hash,
    channelId,
    at,
    expiresAt,
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
