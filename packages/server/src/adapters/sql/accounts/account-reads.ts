import type { KeyScope, Role } from '@innkeeper/contract'
import type { ChannelLimit, Reach } from '../../../domain/accounts/channel-limit.ts'
import type { SignInRecord } from '../../../ports/reading.ts'
import type { KeyRecord, ProfileRecord } from '../../../ports/records.ts'
import type { Store } from '../../../ports/store.ts'
import { findPersonPicture } from '../media/picture-reads.ts'
import type { Reader } from '../sql.ts'
import { isInReach, listLimitedTo } from './channel-limits.ts'

export async function getProfile(sql: Reader, userId: string): Promise<ProfileRecord> {
  const seenAs = await sql.get<{ display_name: string; platform: string }>(
    `select m.display_name, c.platform from members m join channels c on c.channel = m.channel
     where m.user_id = ? order by m.updated_at desc, m.channel limit 1`,
    userId,
  )
  const seen = await sql.get<{ at: number | null }>(
    `select min(at) as at from (
       select min(joined_at) as at from members where user_id = ?
       union all select min(created_at) as at from keys where user_id = ?
     ) as sightings`,
    userId,
    userId,
  )
  return {
    displayName: seenAs?.display_name ?? null,
    platform: seenAs?.platform || null,
    picture: (await findPersonPicture(sql, userId)) ?? null,
    createdAt: seen?.at ?? 0,
  }
}

/** In how many channels a person has each role. */
export async function countRolesOf(sql: Reader, { userId, limit }: Reach): Promise<Record<Role, number>> {
  const counted = await sql.all<{ role: Role; channels: number }>(
    `select role, count(*) as channels from members m where user_id = ? and left_at is null and ${isInReach('m.channel')}
     group by role`,
    userId,
    limit,
    limit,
  )
  const channels: Record<Role, number> = { owner: 0, admin: 0, member: 0, guest: 0 }
  for (const row of counted) channels[row.role] = row.channels
  return channels
}

type KeyRow = {
  key_id: string
  user_id: string
  name: string
  scope: KeyScope
  created_at: number
  expires_at: number | null
  revoked_at: number | null
  is_operator: number
  last_used_at: number | null
  channels: ChannelLimit
}

const keyColumns =
  'key_id, user_id, name, scope, created_at, expires_at, revoked_at, is_operator, last_used_at, channels'

/** Keys that were not revoked, including expired ones. */
export async function listKeysOf(sql: Reader, userId: string): Promise<KeyRecord[]> {
  const rows = await sql.all<KeyRow>(
    `select ${keyColumns} from keys where user_id = ? and kind = 'key' and revoked_at is null
     order by created_at desc, key_id`,
    userId,
  )
  const keys: KeyRecord[] = []
  for (const row of rows) keys.push(await toKey(sql, row))
  return keys
}

export async function listAllKeys(sql: Reader): ReturnType<Store['listAllKeys']> {
  const rows = await sql.all<KeyRow>(
    `select ${keyColumns} from keys where kind = 'key' order by created_at desc, key_id`,
  )
  const keys: Awaited<ReturnType<Store['listAllKeys']>> = []
  for (const row of rows) {
    const key = await toKey(sql, row)
    keys.push({ ...key, userId: row.user_id, revokedAt: row.revoked_at, isOperator: row.is_operator === 1 })
  }
  return keys
}

async function toKey(sql: Reader, row: KeyRow): Promise<KeyRecord> {
  return {
    id: row.key_id,
    name: row.name,
    scope: row.scope,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    limit: row.channels,
    channelIds: row.channels === null ? null : await listLimitedTo(sql, row.channels),
  }
}

export async function listSignInsOf(sql: Reader, userId: string): Promise<SignInRecord[]> {
  return await sql.all<SignInRecord>(
    `select key_id as id, name, scope, way, created_at as "createdAt", expires_at as "expiresAt",
       last_used_at as "lastUsedAt", channels as "limit"
     from keys where user_id = ? and kind = 'sign-in' and revoked_at is null order by created_at desc, key_id`,
    userId,
  )
}

export async function hasSignInCode(sql: Reader, hash: string, at: number): Promise<boolean> {
  return (await sql.get('select 1 from sign_in_codes where hash = ? and expires_at > ?', hash, at)) !== undefined
}
