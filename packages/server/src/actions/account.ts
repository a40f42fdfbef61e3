import type { BodyOf, IssuedKey, Key, Me, QueryOf, Routes, Usage } from '@innkeeper/contract'
import { isDay } from '@innkeeper/contract/validate'
import { addDays, countDays, dayOf } from '../domain/day.ts'
import { invalid, Refusal } from '../domain/refusal.ts'
import { toTimestamp, toTimestampOrNull } from '../domain/timestamp.ts'
import { createId, createToken, hashToken } from '../domain/token.ts'
import type { Clock } from '../ports/clock.ts'
import type { KeyRecord, Store } from '../ports/store.ts'
import type { Grant } from './access.ts'
import type { Pictures } from './pictures.ts'

type Deps = { store: Store; clock: Clock; pictures: Pictures; timezone: string }

const mostUsageDays = 366

export async function getMe({ store, pictures }: Deps, grant: Grant): Promise<Me> {
  const isKey = grant.key.kind === 'key'
  const [profile, keys] = await Promise.all([
    store.getProfile(grant.userId),
    isKey ? store.listKeysOf(grant.userId) : store.listSignInsOf(grant.userId),
  ])
  const current = keys.find(({ id }) => id === grant.key.id)
  // Revoked between the gate and here.
  if (!current) throw new Refusal('authentication-failed')
  const { scope: _, ...key } = toKey(current)
  return {
    userId: grant.userId,
    displayName: profile.displayName ?? grant.userId,
    pictureUrl: pictures.urlOf(grant.userId, profile.picture),
    createdAt: toTimestamp(profile.createdAt),
    channels: profile.channels,
    key,
  }
}

export async function getUsage(
  { store, clock, timezone }: Deps,
  grant: Grant,
  query: QueryOf<Routes['getUsage']>,
): Promise<Usage> {
  const to = query.to ?? dayOf(clock(), timezone)
  const from = query.from ?? addDays(to, -29)
  if (!isDay(from) || !isDay(to)) throw invalid('from and to must lie in the years 0000 to 9999')
  const length = countDays(from, to)
  if (length < 1) throw invalid('from must not be after to')
  if (length > mostUsageDays) throw invalid(`from and to must be at most ${mostUsageDays} days apart`)
  const days = { from, to }
  const [channels, requests] = await Promise.all([
    store.listUsageOf(grant.userId, days),
    store.listRequestsOf(grant.userId, days),
  ])
  const channelDays = new Map(channels.map(({ day, ...counters }) => [day, counters]))
  const requestDays = new Map(requests.map(({ day, count }) => [day, count]))
  const none = { messages: 0, mediaFiles: 0, mediaBytes: 0, autoReplies: 0, welcomes: 0 }
  const daily = Array.from({ length }, (_, index) => {
    const date = addDays(from, index)
    return { date, ...(channelDays.get(date) ?? none), apiRequests: requestDays.get(date) ?? 0 }
  })
  const totals = { ...none, apiRequests: 0 }
  for (const day of daily) {
    for (const name of Object.keys(totals) as (keyof typeof totals)[]) totals[name] += day[name]
  }
  return { from, to, totals, daily }
}

export async function listKeys({ store, clock }: Deps, grant: Grant): Promise<{ keys: Key[] }> {
  const keys = await store.listKeysOf(grant.userId)
  const now = clock()
  return { keys: keys.filter((key) => key.expiresAt === null || key.expiresAt > now).map(toKey) }
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
  const { expiresAt } = await store.write<'create-key'>({
    kind: 'create-key',
    by: grant.authority,
    at,
    key: { ...key, hash: hashToken(secret), userId: grant.userId, expiresAt: wanted, parentId: parentOf(grant.key) },
  })
  return { ...toKey({ ...key, expiresAt }), userId: grant.userId, key: secret }
}

export async function revokeKey(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  grant: Grant,
  keyId: string,
): Promise<void> {
  await store.write<'revoke-key'>({ kind: 'revoke-key', by: grant.authority, at: clock(), keyId })
}

/** Made in a browser, it outlives the sign-in and ends with the key behind that, where there is one. */
function parentOf(key: Grant['key']): string | null {
  return key.kind === 'sign-in' ? key.parentId : key.id
}

function toKey(key: KeyRecord): Key {
  return {
    id: key.id,
    name: key.name,
    scope: key.scope,
    createdAt: toTimestamp(key.createdAt),
    expiresAt: toTimestampOrNull(key.expiresAt),
    lastUsedAt: toTimestampOrNull(key.lastUsedAt),
  }
}
