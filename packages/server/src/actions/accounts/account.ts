import type { BodyOf, IssuedKey, Key, KeyList, Me, Routes } from '@innkeeper/contract'
import { covers } from '../../domain/accounts/channel-limit.ts'
import { createId, createToken, hashToken } from '../../domain/accounts/token.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'
import { toTimestamp, toTimestampOrNull } from '../../domain/timestamp.ts'
import type { Clock } from '../../ports/clock.ts'
import type { KeyRecord } from '../../ports/records.ts'
import type { Store } from '../../ports/store.ts'
import { type Grant, reachOf } from '../access.ts'
import type { Pictures } from '../media/pictures.ts'
import { findOperatorOf } from './operator-account.ts'

type Deps = { store: Store; clock: Clock; pictures: Pictures }

export async function getMe({ store, pictures }: Deps, grant: Grant): Promise<Me> {
  const isKey = grant.key.kind === 'key'
  const [profile, channels, operator, keys] = await Promise.all([
    store.getProfile(grant.userId),
    store.countRolesOf(reachOf(grant)),
    findOperatorOf(store, grant),
    isKey ? store.listKeysOf(grant.userId) : store.listSignInsOf(grant.userId),
  ])
  const current = keys.find(({ id }) => id === grant.key.id)
  // Revoked between the gate and here.
  if (!current) throw new Refusal('authentication-failed')
  return {
    userId: grant.userId,
    displayName: profile.displayName ?? operator?.name ?? grant.userId,
    pictureUrl: pictures.urlOf(grant.userId, profile.picture),
    createdAt: toTimestamp(profile.createdAt),
    channels,
    key: {
      id: current.id,
      name: current.name,
      createdAt: toTimestamp(current.createdAt),
      expiresAt: toTimestampOrNull(current.expiresAt),
      lastUsedAt: toTimestampOrNull(current.lastUsedAt),
      isLimited: current.limit !== null,
    },
    isOperator: grant.key.isOperator,
  }
}

export async function listKeys(
  { store, clock, baseUrl, hasMcp }: Deps & { baseUrl: () => string; hasMcp: boolean },
  grant: Grant,
): Promise<KeyList> {
  const keys = await store.listKeysOf(grant.userId)
  const now = clock()
  const valid = keys.filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
  return {
    keys: valid.filter(({ limit }) => covers(grant.key.limit, limit)).map(toKey),
    mcpUrl: hasMcp ? `${baseUrl()}/mcp` : null,
  }
}

export async function createKey(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  grant: Grant,
  body: BodyOf<Routes['createKey']>,
): Promise<IssuedKey> {
  const at = clock()
  const wanted = body.expiresAt ? Date.parse(body.expiresAt) : null
  if (wanted !== null && wanted <= at) throw invalid('expiresAt must be in the future')
  const secret = createToken()
  const key = { id: createId('k'), name: body.name ?? '', scope: body.scope ?? 'full', createdAt: at, lastUsedAt: null }
  const { expiresAt, channelIds } = await store.write<'create-key'>({
    kind: 'create-key',
    by: grant.authority,
    at,
    key: {
      ...key,
      hash: hashToken(secret),
      userId: grant.userId,
      expiresAt: wanted,
      parentId: parentOf(grant.key),
      channelIds: body.channels ?? null,
    },
  })
  return { ...toKey({ ...key, expiresAt, channelIds }), userId: grant.userId, key: secret }
}

export async function revokeKey(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  grant: Grant,
  keyId: string,
): Promise<void> {
  await store.write<'revoke-key'>({ kind: 'revoke-key', by: grant.authority, at: clock(), keyId })
}

/** A key created in a browser outlives the sign-in, and ends with the key that was used to sign in, if there was one. */
function parentOf(key: Grant['key']): string | null {
  return key.kind === 'sign-in' ? key.parentId : key.id
}

function toKey(key: Omit<KeyRecord, 'limit'>): Key {
  return {
    id: key.id,
    name: key.name,
    scope: key.scope,
    channels: key.channelIds,
    createdAt: toTimestamp(key.createdAt),
    expiresAt: toTimestampOrNull(key.expiresAt),
    lastUsedAt: toTimestampOrNull(key.lastUsedAt),
  }
}
