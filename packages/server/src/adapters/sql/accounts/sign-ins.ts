import type { EndedSignIns } from '../../../domain/accounts/browser-accounts.ts'
import { type ChannelLimit, covers } from '../../../domain/accounts/channel-limit.ts'
import { mostSignIns } from '../../../domain/accounts/sign-in.ts'
import { Refusal } from '../../../domain/refusal.ts'
import type { CommandOf, ResultOf } from '../../../ports/commands.ts'
import { accessKey } from '../members/authority.ts'
import { dropAllBrowsers, dropEndedBrowsers } from '../notifications/notified-browsers.ts'
import { given, type Sql } from '../sql.ts'

/** Requests are counted a few seconds later, and the row must still exist then. */
const keptAfterEndMs = 10 * 60_000

type Row = CommandOf<'create-sign-in'>['signIn'] & { isOperator: boolean; operatorId?: string; limit?: ChannelLimit }

/** A sign-in is a key in the browser's cookie: with the rights of the key it was made with, no longer, and dies with it. */
export async function createSignIn(tx: Sql, command: CommandOf<'create-sign-in'>): Promise<{ expiresAt: number }> {
  const { by, at, signIn, ends } = command
  await accessKey(tx, by, at)
  const parent = signIn.parentId
    ? await tx.get<{ expires_at: number | null; is_operator: number; channels: ChannelLimit }>(
        'select expires_at, is_operator, channels from keys where key_id = ?',
        signIn.parentId,
      )
    : undefined
  const expiresAt = Math.min(signIn.expiresAt, parent?.expires_at ?? signIn.expiresAt)
  const rights = { isOperator: parent?.is_operator === 1, limit: parent?.channels ?? null }
  await storeSignIn(tx, at, { ...signIn, ...rights, expiresAt }, ends)
  return { expiresAt }
}

export async function useSignInCode(
  tx: Sql,
  command: CommandOf<'use-sign-in-code'>,
): Promise<ResultOf<'use-sign-in-code'>> {
  const { at, codeHash, signIn, ends } = command
  const [code] = await tx.returning<{ userId: string }>(
    'delete from sign_in_codes where hash = ? and expires_at > ? returning user_id as "userId"',
    codeHash,
    at,
  )
  if (!code) return 'not-valid'
  await storeSignIn(tx, at, { ...signIn, ...code, scope: 'full', parentId: null, isOperator: false }, ends)
  return code
}

export async function createSignInCode(tx: Sql, command: CommandOf<'create-sign-in-code'>): Promise<null> {
  const { by, at, hash, userId, expiresAt } = command
  if (by.kind !== 'operator') throw new Refusal('permission-denied')
  await forgetCodes(tx, at)
  await storeSignInCode(tx, { at, hash, userId, expiresAt })
  return null
}

/** `at`: may also be a time from a platform. */
export async function storeSignInCode(
  tx: Sql,
  { at, hash, userId, expiresAt }: { at: number; hash: string; userId: string; expiresAt: number },
): Promise<void> {
  await tx.run(
    'insert into sign_in_codes (hash, user_id, created_at, expires_at) values (?, ?, ?, ?)',
    hash,
    userId,
    at,
    expiresAt,
  )
}

/** A caller can only end their own, as far as their key reaches. */
export async function endSignIn(tx: Sql, command: CommandOf<'end-sign-in'>): Promise<null> {
  const { by, at, signInId } = command
  const ownLimit = await accessKey(tx, by, at)
  const userId = by.kind === 'caller' ? by.userId : null
  const signIn = await tx.get<{ channels: ChannelLimit }>('select channels from keys where key_id = ?', signInId)
  if (!signIn || !covers(ownLimit, signIn.channels)) throw new Refusal('sign-in-not-found')
  const ended = await tx.run(
    `update keys set revoked_at = ? where key_id = ? and kind = 'sign-in' and revoked_at is null and expires_at > ?
       and (user_id = ? or cast(? as text) is null)`,
    at,
    signInId,
    at,
    userId,
    userId,
  )
  if (ended === 0) throw new Refusal('sign-in-not-found')
  await dropEndedBrowsers(tx, at)
  return null
}

export async function forgetSignIns(tx: Sql, { at }: CommandOf<'forget-sign-ins'>): Promise<null> {
  await forgetCodes(tx, at)
  const before = at - keptAfterEndMs
  await tx.run("delete from keys where kind = 'sign-in' and (expires_at <= ? or revoked_at <= ?)", before, before)
  await dropEndedBrowsers(tx, at)
  return null
}

/** In a copy of the store, people who have signed out since would be signed in again, and no operator would notice. */
/** Returns how many there were. */
export async function endAllSignIns(tx: Sql): Promise<number> {
  await tx.run('delete from sign_in_codes')
  const ended = await tx.run("delete from keys where kind = 'sign-in'")
  await dropAllBrowsers(tx)
  return ended
}

export async function storeSignIn(tx: Sql, at: number, signIn: Row, ends: EndedSignIns): Promise<void> {
  await tx.run(
    `insert into keys (key_id, hash, user_id, name, scope, is_operator, created_at, expires_at, parent_id, kind, way,
       operator_id, channels)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, 'sign-in', ?, ?, ?)`,
    signIn.id,
    signIn.hash,
    signIn.userId,
    signIn.name,
    signIn.scope,
    signIn.isOperator ? 1 : 0,
    at,
    signIn.expiresAt,
    signIn.parentId,
    signIn.way,
    signIn.operatorId ?? null,
    signIn.limit ?? null,
  )
  for (const hash of ends.hashes) {
    await tx.run(
      `update keys set revoked_at = ?
       where hash = ? and kind = 'sign-in' and revoked_at is null and user_id = coalesce(cast(? as text), user_id)`,
      at,
      hash,
      ends.of === 'anyone' ? null : signIn.userId,
    )
  }
  await endOldest(tx, at, signIn)
}

/**
 * Ends only sign-ins made the same way: with the same key, or without one. Otherwise anyone with a read-only key could sign its
 * person out everywhere. Rows of ended sign-ins are deleted, so that listing a person's sign-ins stays cheap.
 */
async function endOldest(tx: Sql, at: number, { id, userId, parentId }: Row): Promise<void> {
  await tx.run(
    "delete from keys where user_id = ? and kind = 'sign-in' and revoked_at <= ?",
    userId,
    at - keptAfterEndMs,
  )
  await tx.run(
    `update keys set revoked_at = ? where key_id in (
       select key_id from keys
       where user_id = ? and kind = 'sign-in' and revoked_at is null and expires_at > ? and key_id <> ?
         and coalesce(parent_id, '') = ?
       order by created_at desc, key_id limit ${given} offset ${given}
     )`,
    at,
    userId,
    at,
    id,
    parentId ?? '',
    mostSignIns,
    mostSignIns - 1,
  )
}

async function forgetCodes(tx: Sql, at: number): Promise<void> {
  await tx.run('delete from sign_in_codes where expires_at <= ?', at)
}
