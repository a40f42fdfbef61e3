import type { KeyScope } from '@innkeeper/contract'
import { createLinkCode, hashLinkCode, linkLifeMs } from '../../domain/accounts/sign-in.ts'
import { createId, createToken, hashToken } from '../../domain/accounts/token.ts'
import { createClaimCode, hashClaimCode } from '../../domain/channels/claim.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Store } from '../../ports/store.ts'

// Only for the operator, who has access to the data folder and needs no grant.

export type KeyRequest = {
  userId: string
  name: string
  scope: KeyScope
  expiresAt: number | null
  /** With operator rights. */
  isOperator?: boolean
  /** Null or absent: all channels of the person. */
  channelIds?: readonly string[] | null
}

export async function issueKey(
  { store, clock }: { store: Store; clock: Clock },
  request: KeyRequest,
): Promise<{ id: string; key: string }> {
  const key = createToken()
  const id = createId('k')
  await store.write<'create-key'>({
    kind: 'create-key',
    by: { kind: 'operator' },
    at: clock(),
    key: { ...request, id, hash: hashToken(key), parentId: null },
  })
  return { id, key }
}

/** `channelId` null: for the first group it is used in. Only the hash of the code is stored. */
export async function issueClaimCode(
  { store, clock }: { store: Store; clock: Clock },
  request: { channelId: string | null; expiresAt: number },
): Promise<string> {
  const code = createClaimCode()
  await store.write<'create-claim-code'>({
    kind: 'create-claim-code',
    by: { kind: 'operator' },
    at: clock(),
    hash: hashClaimCode(code),
    ...request,
  })
  return code
}

/** The code of a one-time link with which a browser signs in as this user, known or not. Only its hash is stored. */
export async function issueLinkCode(
  { store, clock }: { store: Store; clock: Clock },
  userId: string,
): Promise<{ code: string; expiresAt: number }> {
  const code = createLinkCode()
  const at = clock()
  const expiresAt = at + linkLifeMs
  await store.write<'create-sign-in-code'>({
    kind: 'create-sign-in-code',
    by: { kind: 'operator' },
    at,
    hash: hashLinkCode(code),
    userId,
    expiresAt,
  })
  return { code, expiresAt }
}
