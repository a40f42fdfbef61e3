import type { SignedIn, SignIn } from '@innkeeper/contract'
import { endedBy, type HoldingBrowser } from '../../domain/accounts/browser-accounts.ts'
import { nameBrowser } from '../../domain/accounts/browser-name.ts'
import { covers } from '../../domain/accounts/channel-limit.ts'
import { hashLinkCode, signInLifeMs } from '../../domain/accounts/sign-in.ts'
import { createId, createToken, hashToken } from '../../domain/accounts/token.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'
import { toTimestamp, toTimestampOrNull } from '../../domain/timestamp.ts'
import type { Clock } from '../../ports/clock.ts'
import type { SignInRecord } from '../../ports/reading.ts'
import type { Store } from '../../ports/store.ts'
import type { Grant } from '../access.ts'

type Deps = { store: Store; clock: Clock }

export type Browser = { userAgent: string | undefined } & HoldingBrowser

/** `token` is only for the cookie. */
export type MadeSignIn = { signedIn: SignedIn; token: string; lifeMs: number }

/** The sign-in has the scope of the key and ends no later than it. */
export async function signInWithKey({ store, clock }: Deps, grant: Grant, browser: Browser): Promise<MadeSignIn> {
  if (grant.key.kind !== 'key') {
    throw invalid('A sign-in cannot renew itself; to sign in again, send a key in the Authorization header')
  }
  const draft = draftSignIn(browser, clock())
  const { at, token } = draft
  const { userId, key } = grant
  const signIn = { ...draft.signIn, scope: key.scope, way: 'key' as const }
  const { expiresAt } = await store.write<'create-sign-in'>({
    kind: 'create-sign-in',
    by: grant.authority,
    at,
    signIn: { ...signIn, userId, parentId: key.id },
    ends: endedBy(browser),
  })
  return madeSignIn(userId, { ...signIn, expiresAt }, at, token)
}

/** Uses up the code. Unknown, used and expired codes get the same refusal. */
export async function signInWithLink({ store, clock }: Deps, code: string, browser: Browser): Promise<MadeSignIn> {
  const codeHash = hashLinkCode(code)
  // Anyone can guess, so guesses are checked without going through the write queue.
  if (!(await store.hasSignInCode(codeHash, clock()))) throw new Refusal('link-not-valid')
  const { at, token, signIn: drafted } = draftSignIn(browser, clock())
  const signIn = { ...drafted, way: 'link' as const }
  const used = await store.write<'use-sign-in-code'>({
    kind: 'use-sign-in-code',
    at,
    codeHash,
    signIn,
    ends: endedBy(browser),
  })
  if (used === 'not-valid') throw new Refusal('link-not-valid')
  return madeSignIn(used.userId, { ...signIn, scope: 'full' }, at, token)
}

/** For a person identified by a platform that the operator trusts. */
export async function signInAs({ store, clock }: Deps, userId: string, browser: Browser): Promise<MadeSignIn> {
  const draft = draftSignIn(browser, clock())
  const { at, token } = draft
  const signIn = { ...draft.signIn, scope: 'full' as const, way: 'platform' as const }
  await store.write<'create-sign-in'>({
    kind: 'create-sign-in',
    by: { kind: 'operator' },
    at,
    signIn: { ...signIn, userId, parentId: null },
    ends: endedBy(browser),
  })
  return madeSignIn(userId, signIn, at, token)
}

export async function listSignIns({ store, clock }: Deps, grant: Grant): Promise<{ signIns: SignIn[] }> {
  const now = clock()
  const signIns = await store.listSignInsOf(grant.userId)
  const reached = signIns.filter(({ limit }) => covers(grant.key.limit, limit))
  return { signIns: reached.filter(({ expiresAt }) => expiresAt > now).map((one) => toSignIn(one, grant.key.id)) }
}

/** Returns whether it was the sign-in of this request. Read-only credentials can end only themselves. */
export async function endSignIn(
  { store, clock }: Deps,
  grant: Grant,
  signInId: string,
): Promise<{ wasCurrent: boolean }> {
  const { key } = grant
  const isSignIn = key.kind === 'sign-in'
  const id = signInId === 'current' && isSignIn ? key.id : signInId
  if (key.scope === 'read' && id !== key.id) throw new Refusal('permission-denied')
  await store.write<'end-sign-in'>({ kind: 'end-sign-in', by: grant.authority, at: clock(), signInId: id })
  return { wasCurrent: id === key.id }
}

/** A sign-in for this browser, not stored yet. */
export function draftSignIn({ userAgent }: Browser, at: number) {
  const token = createToken()
  return {
    at,
    token,
    signIn: {
      id: createId('s'),
      hash: hashToken(token),
      name: nameBrowser(userAgent),
      expiresAt: at + signInLifeMs,
    },
  }
}

export function madeSignIn(
  userId: string,
  signIn: Omit<SignInRecord, 'createdAt' | 'lastUsedAt' | 'limit'>,
  at: number,
  token: string,
): MadeSignIn {
  const record = { ...signIn, createdAt: at, lastUsedAt: null }
  return { signedIn: { userId, signIn: toSignIn(record, signIn.id) }, token, lifeMs: signIn.expiresAt - at }
}

function toSignIn(record: Omit<SignInRecord, 'limit'>, currentId: string): SignIn {
  const { id, name, scope, way } = record
  return {
    id,
    name,
    scope,
    way,
    createdAt: toTimestamp(record.createdAt),
    expiresAt: toTimestamp(record.expiresAt),
    lastUsedAt: toTimestampOrNull(record.lastUsedAt),
    current: id === currentId,
  }
}
