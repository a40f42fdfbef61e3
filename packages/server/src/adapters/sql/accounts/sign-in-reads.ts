import type { SignInRecord } from '../../../ports/reading.ts'
import type { Reader } from '../sql.ts'

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
