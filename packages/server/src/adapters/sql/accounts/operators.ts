import type { EndedSignIns } from '../../../domain/accounts/browser-accounts.ts'
import { userIdOfOperator } from '../../../domain/accounts/operator-account.ts'
import { invalid, Refusal } from '../../../domain/refusal.ts'
import type { CommandOf, ResultOf } from '../../../ports/commands.ts'
import type { OperatorRecord } from '../../../ports/operator-store.ts'
import { accessKey } from '../members/authority.ts'
import type { Reader, Sql } from '../sql.ts'
import { noteOperator } from '../storage/operator-log.ts'
import { storeSignIn } from './sign-ins.ts'

export async function createSetupCode(tx: Sql, command: CommandOf<'create-setup-code'>): Promise<null> {
  const { by, at, hash, expiresAt } = command
  if (by.kind !== 'operator') throw new Refusal('permission-denied')
  await tx.run('delete from setup_codes where expires_at <= ?', at)
  await tx.run('insert into setup_codes (hash, created_at, expires_at) values (?, ?, ?)', hash, at, expiresAt)
  return null
}

export async function forgetSetupCodes(tx: Sql, { by }: CommandOf<'forget-setup-codes'>): Promise<null> {
  if (by.kind !== 'operator') throw new Refusal('permission-denied')
  await tx.run('delete from setup_codes')
  return null
}

/** Of two browsers that finish at the same moment, the first one gets the account. */
export async function createOperator(
  tx: Sql,
  command: CommandOf<'create-operator'>,
): Promise<ResultOf<'create-operator'>> {
  const { at, codeHash, operator, recoveryHashes, signIn, ends } = command
  if (await tx.get('select 1 from operators')) return 'exists'
  if (!(await tx.get('select 1 from setup_codes where hash = ? and expires_at > ?', codeHash, at))) return 'not-valid'
  await tx.run(
    'insert into operators (operator_id, name, passphrase, created_at) values (?, ?, ?, ?)',
    operator.id,
    operator.name,
    operator.passphrase,
    at,
  )
  await tx.run('delete from setup_codes')
  await replaceRecoveryCodes(tx, operator.id, recoveryHashes, at)
  await signInAs(tx, command, { operatorId: operator.id, userId: userIdOfOperator(operator.id) }, signIn, ends)
  await noteOperator(tx, { at, actor: operator.name, action: 'operator.created', subject: operator.name })
  return 'created'
}

/** `passphrase`: as it was when it was checked. If it was changed since, the sign-in is refused. */
export async function signInOperator(
  tx: Sql,
  command: CommandOf<'sign-in-operator'>,
): Promise<ResultOf<'sign-in-operator'>> {
  const { at, operatorId, proof, signIn, ends } = command
  // Changes nothing, but waits for someone who is linking the account to a person right now.
  const [operator] = await tx.returning<{ name: string; passphrase: string; userId: string | null }>(
    'update operators set name = name where operator_id = ? returning name, passphrase, user_id as "userId"',
    operatorId,
  )
  if (!operator) return 'not-valid'
  if ('passphrase' in proof) {
    if (operator.passphrase !== proof.passphrase) return 'not-valid'
  } else {
    if (!(await useRecoveryCode(tx, operatorId, proof.recoveryHash))) return 'not-valid'
    await noteOperator(tx, { at, actor: operator.name, action: 'recovery-code.used', subject: operator.name })
  }
  const userId = operator.userId ?? userIdOfOperator(operatorId)
  await signInAs(tx, command, { operatorId, userId }, signIn, ends)
  return { userId }
}

/**
 * The operator has shown who they are in the chats. From now on their browsers act as that person, in addition to their rights as an
 * operator.
 */
export async function becomePerson(
  tx: Sql,
  { operatorId, userId, at }: { operatorId: string; userId: string; at: number },
): Promise<void> {
  const [operator] = await tx.returning<{ name: string }>(
    `update operators set shares_rights = case when user_id = ? then shares_rights else 0 end, user_id = ?
     where operator_id = ? returning name`,
    userId,
    userId,
    operatorId,
  )
  if (!operator) return
  await tx.run('update keys set user_id = ? where operator_id = ? and revoked_at is null', userId, operatorId)
  await noteOperator(tx, { at, actor: operator.name, action: 'operator.claimed', subject: operator.name })
}

/** Confirmed by the operator, who sees whom the code has linked. */
export async function shareOperatorRights(tx: Sql, command: CommandOf<'share-operator-rights'>): Promise<null> {
  const { by, at, operatorId, userId, sharesRights } = command
  await accessKey(tx, by, at)
  const [operator] = await tx.returning<{ name: string }>(
    'update operators set shares_rights = ? where operator_id = ? and user_id = ? returning name',
    sharesRights ? 1 : 0,
    operatorId,
    userId,
  )
  if (!operator) throw invalid('userId is not the person this operator account is linked to')
  const action = sharesRights ? 'rights.shared' : 'rights.unshared'
  await noteOperator(tx, { at, actor: operator.name, action, subject: operator.name })
  return null
}

/** All other browsers of this operator are signed out. */
export async function changePassphrase(tx: Sql, command: CommandOf<'change-passphrase'>): Promise<null> {
  const { by, at, operatorId, passphrase, recoveryHash } = command
  await accessKey(tx, by, at)
  if (recoveryHash !== null && !(await useRecoveryCode(tx, operatorId, recoveryHash))) {
    throw new Refusal('wrong-passphrase')
  }
  const [operator] = await tx.returning<{ name: string }>(
    'update operators set passphrase = ? where operator_id = ? returning name',
    passphrase,
    operatorId,
  )
  if (!operator) throw new Refusal('authentication-failed')
  const kept = by.kind === 'caller' ? by.keyId : ''
  await tx.run(
    'update keys set revoked_at = ? where operator_id = ? and key_id <> ? and revoked_at is null',
    at,
    operatorId,
    kept,
  )
  await noteOperator(tx, { at, actor: operator.name, action: 'passphrase.changed', subject: operator.name })
  return null
}

/** The old ones stop working. */
export async function renewRecoveryCodes(tx: Sql, command: CommandOf<'renew-recovery-codes'>): Promise<null> {
  const { by, at, operatorId, hashes } = command
  await accessKey(tx, by, at)
  const operator = await tx.get<{ name: string }>('select name from operators where operator_id = ?', operatorId)
  if (!operator) throw new Refusal('authentication-failed')
  await replaceRecoveryCodes(tx, operatorId, hashes, at)
  await noteOperator(tx, { at, actor: operator.name, action: 'recovery-codes.renewed', subject: operator.name })
  return null
}

/** For an operator who has lost everything but the machine: the next setup link creates a new account. */
export async function removeOperators(tx: Sql, command: CommandOf<'remove-operators'>): Promise<number> {
  const { by, at } = command
  if (by.kind !== 'operator') throw new Refusal('permission-denied')
  await tx.run('update keys set revoked_at = ? where operator_id is not null and revoked_at is null', at)
  await tx.run('delete from recovery_codes')
  const removed = await tx.run('delete from operators')
  if (removed > 0) await noteOperator(tx, { at, actor: 'the command line', action: 'operators.removed', subject: '' })
  return removed
}

export async function findOperator(
  sql: Reader,
  look: { name: string } | { id: string },
): Promise<OperatorRecord | undefined> {
  const [column, value] = 'id' in look ? ['operator_id', look.id] : ['name', look.name]
  const row = await sql.get<Omit<OperatorRecord, 'sharesRights'> & { shares: number }>(
    `select operator_id as id, name, passphrase, user_id as "userId", shares_rights as shares from operators where ${column} = ?`,
    value,
  )
  if (!row) return undefined
  const { shares, ...operator } = row
  return { ...operator, sharesRights: shares === 1 }
}

export async function hasOperator(sql: Reader): Promise<boolean> {
  return (await sql.get('select 1 from operators')) !== undefined
}

export async function hasSetupCode(sql: Reader, hash: string, at: number): Promise<boolean> {
  return (await sql.get('select 1 from setup_codes where hash = ? and expires_at > ?', hash, at)) !== undefined
}

export async function countRecoveryCodes(sql: Reader, operatorId: string): Promise<number> {
  const row = await sql.get<{ left: number }>(
    'select count(*) as left from recovery_codes where operator_id = ?',
    operatorId,
  )
  return row?.left ?? 0
}

/** False if it is unknown or used. */
async function useRecoveryCode(tx: Sql, operatorId: string, hash: string): Promise<boolean> {
  return (await tx.run('delete from recovery_codes where hash = ? and operator_id = ?', hash, operatorId)) > 0
}

async function replaceRecoveryCodes(tx: Sql, operatorId: string, hashes: string[], at: number): Promise<void> {
  await tx.run('delete from recovery_codes where operator_id = ?', operatorId)
  for (const hash of hashes) {
    await tx.run('insert into recovery_codes (hash, operator_id, created_at) values (?, ?, ?)', hash, operatorId, at)
  }
}

async function signInAs(
  tx: Sql,
  { at }: { at: number },
  whose: { operatorId: string; userId: string },
  signIn: CommandOf<'create-operator'>['signIn'],
  ends: EndedSignIns,
): Promise<void> {
  const rights = { scope: 'full', parentId: null, isOperator: true } as const
  await storeSignIn(tx, at, { ...signIn, ...whose, ...rights }, ends)
}
