import type { KeyScope, Role } from '@innkeeper/contract'
import type { SignInRecord } from '../../../ports/reading.ts'
import type { KeyRecord, ProfileRecord } from '../../../ports/records.ts'
import type { Store } from '../../../ports/store.ts'
import { findPersonPicture } from '../media/picture-reads.ts'
import type { Reader } from '../sql.ts'

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
  const counted = await sql.all<{ role: Role; channels: number }>(
    'select role, count(*) as channels from members where user_id = ? and left_at is null group by role',
    userId,
  )
  const channels: Record<Role, number> = { owner: 0, admin: 0, member: 0, guest: 0 }
  for (const row of counted) channels[row.role] = row.channels
  return {
    displayName: seenAs?.display_name ?? null,
    platform: seenAs?.platform || null,
    picture: (await findPersonPicture(sql, userId)) ?? null,
    createdAt: seen?.at ?? 0,
    channels,
  }
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
}

const keyColumns = 'key_id, user_id, name, scope, created_at, expires_at, revoked_at, is_operator, last_used_at'

/** Keys that were not revoked, including expired ones. */
export async function listKeysOf(sql: Reader, userId: string): Promise<KeyRecord[]> {
  const rows = await sql.all<KeyRow>(
    `select ${keyColumns} from keys where user_id = ? and kind = 'key' and revoked_at is null
     order by created_at desc, key_id`,
    userId,
  )
  return rows.map(toKey)
}

export async function listAllKeys(sql: Reader): ReturnType<Store['listAllKeys']> {
  const rows = await sql.all<KeyRow>(
    `select ${keyColumns} from keys where kind = 'key' order by created_at desc, key_id`,
  )
  return rows.map((row) => ({
    ...toKey(row),
    userId: row.user_id,
    revokedAt: row.revoked_at,
    isOperator: row.is_operator === 1,
  }))
}

function toKey(row: KeyRow): KeyRecord {
  return {
    id: row.key_id,
    name: row.name,
    scope: row.scope,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  }
}

export async function listSignInsOf(sql: Reader, userId: string): Promise<SignInRecord[]> {
  return await sql.all<SignInRecord>(
    `select key_id as id, name, scope, way, created_at as "createdAt", expires_at as "expiresAt",
       last_used_at as "lastUsedAt"
     from keys where user_id = ? and kind = 'sign-in' and revoked_at is null order by created_at desc, key_id`,
    userId,
  )
}

export async function hasSignInCode(sql: Reader, hash: string, at: number): Promise<boolean> {
  return (await sql.get('select 1 from sign_in_codes where hash = ? and expires_at > ?', hash, at)) !== undefined
}
