import type { KeyScope } from '@innkeeper/contract'
import { createId, createToken, hashToken } from '../domain/token.ts'
import type { Clock } from '../ports/clock.ts'
import type { Store } from '../ports/store.ts'

// What only the operator does: whoever holds the data folder needs no grant.

export type KeyWish = { userId: string; name: string; scope: KeyScope; expiresAt: number | null }

export async function issueKey(
  { store, clock }: { store: Store; clock: Clock },
  wish: KeyWish,
): Promise<{ id: string; key: string }> {
  const key = createToken()
  const id = createId('k')
  await store.write<'create-key'>({
    kind: 'create-key',
    by: { kind: 'operator' },
    at: clock(),
    key: { ...wish, id, hash: hashToken(key), parentId: null },
  })
  return { id, key }
}
