import type { BodyOf, OperatorAccount, Routes } from '@innkeeper/contract'
import { endedBy } from '../../domain/accounts/browser-accounts.ts'
import {
  createRecoveryCodes,
  hashRecoveryCode,
  setupLifeMs,
  userIdOfOperator,
} from '../../domain/accounts/operator-account.ts'
import { hashPassphrase, isPassphrase } from '../../domain/accounts/passphrase.ts'
import { createLinkCode, hashLinkCode } from '../../domain/accounts/sign-in.ts'
import { createId } from '../../domain/accounts/token.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { OperatorRecord } from '../../ports/operator-store.ts'
import type { RealService } from '../../ports/real-service.ts'
import type { Store } from '../../ports/store.ts'
import type { Grant } from '../access.ts'
import { type Browser, draftSignIn, type MadeSignIn, madeSignIn } from './sign-ins.ts'

type Deps = { store: Store; clock: Clock }

/** The code of a setup link, which creates the first operator account. Only its hash is stored. */
export async function issueSetupCode({ store, clock }: Deps): Promise<string> {
  const code = createLinkCode()
  const at = clock()
  await store.write<'create-setup-code'>({
    kind: 'create-setup-code',
    by: { kind: 'operator' },
    at,
    hash: hashLinkCode(code),
    expiresAt: at + setupLifeMs,
  })
  return code
}

/** Before someone fills in the form. Throws if the code can't create an account. */
export async function checkSetupLink({ store, clock }: Deps, code: string): Promise<void> {
  if (!(await store.hasSetupCode(hashLinkCode(code), clock()))) throw new Refusal('setup-link-not-valid')
}

/** The codes are shown once. Unknown, used and expired setup codes get the same refusal. */
export async function createOperator(
  { store, clock }: Deps,
  body: BodyOf<Routes['createOperator']>,
  browser: Browser,
): Promise<MadeSignIn & { recoveryCodes: string[] }> {
  const name = nameOf(body.name)
  const codeHash = hashLinkCode(body.code)
  // Anyone can guess, so guesses are checked before anything expensive happens.
  await checkSetupLink({ store, clock }, body.code)
  refuseObvious(body.passphrase, name)
  const id = createId('o')
  const recoveryCodes = createRecoveryCodes()
  const passphrase = await hashPassphrase(body.passphrase)
  const { at, token, signIn: drafted } = draftSignIn(browser, clock())
  const signIn = { ...drafted, way: 'operator' as const }
  const created = await store.write<'create-operator'>({
    kind: 'create-operator',
    at,
    codeHash,
    operator: { id, name, passphrase },
    recoveryHashes: recoveryCodes.map(hashRecoveryCode),
    signIn,
    ends: endedBy(browser),
  })
  if (created === 'exists') throw new Refusal('operator-exists')
  if (created === 'not-valid') throw new Refusal('setup-link-not-valid')
  return { ...madeSignIn(userIdOfOperator(id), { ...signIn, scope: 'full' }, at, token), recoveryCodes }
}

/**
 * The demo's setup link creates the account in the service that replaces the demo. It works once, like any other: a later demo, beside that
 * service, doesn't take it either.
 */
export async function leaveDemo(
  { store, clock, realService }: Deps & { realService: RealService },
  { code, ...account }: BodyOf<Routes['createOperator']>,
  browser: Browser,
): Promise<MadeSignIn & { recoveryCodes: string[] }> {
  await checkSetupLink({ store, clock }, code)
  const made = await realService.createOperator(account, browser)
  await store.write<'forget-setup-codes'>({ kind: 'forget-setup-codes', by: { kind: 'operator' }, at: clock() })
  return made
}

/** A wrong name, passphrase and recovery code get the same refusal, after the same time. */
export async function signInOperator(
  { store, clock }: Deps,
  body: BodyOf<Routes['signInOperator']>,
  browser: Browser,
): Promise<MadeSignIn> {
  const operator = await store.findOperator({ name: nameOf(body.name) })
  const proof = await proofOf(operator, body)
  if (!operator || !proof) throw new Refusal('authentication-failed')
  const { at, token, signIn: drafted } = draftSignIn(browser, clock())
  const signIn = { ...drafted, way: 'operator' as const }
  const signedIn = await store.write<'sign-in-operator'>({
    kind: 'sign-in-operator',
    at,
    operatorId: operator.id,
    proof,
    signIn,
    ends: endedBy(browser),
  })
  if (signedIn === 'not-valid') throw new Refusal('authentication-failed')
  return madeSignIn(signedIn.userId, { ...signIn, scope: 'full' }, at, token)
}

async function proofOf(
  operator: OperatorRecord | undefined,
  { passphrase, recoveryCode }: BodyOf<Routes['signInOperator']>,
) {
  if ((passphrase === undefined) === (recoveryCode === undefined)) {
    throw invalid('Send either passphrase or recoveryCode')
  }
  if (recoveryCode !== undefined) return { recoveryHash: hashRecoveryCode(recoveryCode) }
  // For an unknown name too, so that the time of an answer doesn't reveal which names exist.
  const isRight = await isPassphrase(passphrase ?? '', operator?.passphrase ?? (await unknownHash()))
  return isRight && operator ? { passphrase: operator.passphrase } : undefined
}

/** Signs all other browsers of the operator out. If the passphrase is lost, a recovery code proves who it is, and is used up. */
export async function changePassphrase(
  { store, clock }: Deps,
  grant: Grant,
  body: BodyOf<Routes['changePassphrase']>,
): Promise<void> {
  const operator = await getOperator(store, grant)
  refuseObvious(body.passphrase, operator.name)
  const isRight = await isPassphrase(body.current, operator.passphrase)
  const recoveryHash = isRight ? null : hashRecoveryCode(body.current)
  const passphrase = await hashPassphrase(body.passphrase)
  await store.write<'change-passphrase'>({
    kind: 'change-passphrase',
    by: grant.authority,
    at: clock(),
    operatorId: operator.id,
    passphrase,
    recoveryHash,
  })
}

/** The old codes stop working. */
export async function renewRecoveryCodes(
  { store, clock }: Deps,
  grant: Grant,
  body: BodyOf<Routes['renewRecoveryCodes']>,
): Promise<{ recoveryCodes: string[] }> {
  const operator = await getOperator(store, grant)
  if (!(await isPassphrase(body.current, operator.passphrase))) throw new Refusal('wrong-passphrase')
  const recoveryCodes = createRecoveryCodes()
  await store.write<'renew-recovery-codes'>({
    kind: 'renew-recovery-codes',
    by: grant.authority,
    at: clock(),
    operatorId: operator.id,
    hashes: recoveryCodes.map(hashRecoveryCode),
  })
  return { recoveryCodes }
}

export async function getOperatorAccount({ store }: Deps, grant: Grant): Promise<OperatorAccount> {
  const { id, name, userId, sharesRights } = await getOperator(store, grant)
  const profile = userId === null ? undefined : await store.getProfile(userId)
  return {
    name,
    recoveryCodes: await store.countRecoveryCodes(id),
    person: userId === null ? null : { userId, displayName: profile?.displayName ?? userId, sharesRights },
  }
}

/** Only the account itself can: a person who got the rights this way can't keep them. */
export async function shareOperatorRights(
  { store, clock }: Deps,
  grant: Grant,
  body: BodyOf<Routes['shareOperatorRights']>,
): Promise<void> {
  const { id: operatorId } = await getOperator(store, grant)
  const { authority: by } = grant
  await store.write<'share-operator-rights'>({ kind: 'share-operator-rights', by, at: clock(), operatorId, ...body })
}

/** For the command line: every account is removed, and a new link sets up the next one. */
export async function resetOperators({ store, clock }: Deps): Promise<{ removed: number; code: string }> {
  const removed = await store.write<'remove-operators'>({
    kind: 'remove-operators',
    by: { kind: 'operator' },
    at: clock(),
  })
  return { removed, code: await issueSetupCode({ store, clock }) }
}

/** The account that the caller's browser is signed in with, if it is one. */
export async function findOperatorOf(store: Store, { key }: Grant): Promise<OperatorRecord | undefined> {
  return key.operatorId === null ? undefined : await store.findOperator({ id: key.operatorId })
}

async function getOperator(store: Store, grant: Grant): Promise<OperatorRecord> {
  const operator = await findOperatorOf(store, grant)
  if (!operator) throw invalid('This is not the sign-in of an operator account. Sign in with your name and passphrase')
  return operator
}

function nameOf(text: string): string {
  const name = text.trim().normalize('NFC')
  if (name === '') throw invalid('name must not be empty')
  return name
}

function refuseObvious(passphrase: string, name: string): void {
  const plain = passphrase.trim().toLowerCase()
  if (new Set(plain).size < 5 || plain === name.toLowerCase()) {
    throw invalid('The passphrase is too easy to guess. Choose several words that no one connects with you')
  }
}

let unknown: Promise<string> | undefined

/** The hash of a passphrase that no one has. */
function unknownHash(): Promise<string> {
  unknown ??= hashPassphrase(createLinkCode())
  return unknown
}
