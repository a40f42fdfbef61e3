import type { Role, Route } from '@innkeeper/contract'
import { type AccountWish, chooseAccount, type HeldSignIn } from '../domain/accounts/browser-accounts.ts'
import type { Reach } from '../domain/accounts/channel-limit.ts'
import { hashToken, isToken } from '../domain/accounts/token.ts'
import { isInDoubt } from '../domain/members/membership-check.ts'
import { decideAccess, isAtLeast, isSubscriber, type Need } from '../domain/members/permission.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Clock } from '../ports/clock.ts'
import type { Authority } from '../ports/commands/authority.ts'
import type { NotifiedBrowser } from '../ports/notifications.ts'
import type { AccessRecord } from '../ports/records.ts'
import type { Store } from '../ports/store.ts'

declare const granted: unique symbol

/**
 * Proof that a caller passed the permission check. Only this file creates one, and every action on behalf of a caller requires
 * one.
 */
export type Grant = {
  readonly [granted]: true
  userId: string
  key: AccessRecord['key']
  /** Passed with a write, which checks it again inside its transaction. */
  authority: Authority
}

export type ChannelGrant = Grant & {
  channelId: string
  channel: NonNullable<AccessRecord['channel']>
  role: Role
  joinedAt: number
  subscribedAt: number | undefined
}

/** What reading needs of a grant. */
export type ReadingGrant = Pick<
  ChannelGrant,
  typeof granted | 'userId' | 'channelId' | 'channel' | 'role' | 'joinedAt' | 'subscribedAt'
>

/** An authenticated caller, whose permission hasn't been checked yet. */
export type Identity = { record: AccessRecord; channelId: string | undefined; at: number }

/** One of the accounts that a browser is signed in to, by the number of its cookie. */
export type HeldIdentity = Identity & { slot: number }

/** The credentials of a request: a key in its header, or a browser's sign-in in its cookie. */
export type Credential = { kind: AccessRecord['key']['kind']; token: string }

/** Identifies the caller. Missing, malformed, unknown, expired, revoked and misplaced credentials get the same refusal. */
export async function identify(
  { store, clock }: { store: Store; clock: Clock },
  credential: Credential | undefined,
  channelId: string | undefined,
): Promise<Identity> {
  const keyHash = credential === undefined ? undefined : hashOf(credential.token)
  const record = keyHash === undefined ? undefined : await store.findAccess(keyHash, channelId)
  const at = clock()
  if (!record || !isValid(record, credential?.kind, at)) throw new Refusal('authentication-failed')
  return { record, channelId, at }
}

/** Which of a browser's sign-ins still count. Each is an identity of its own. */
export async function identifyHeld(
  { store, clock }: { store: Pick<Store, 'findAccess'>; clock: Clock },
  held: readonly HeldSignIn[],
  channelId: string | undefined,
): Promise<HeldIdentity[]> {
  const records = await Promise.all(held.map(({ hash }) => store.findAccess(hash, channelId)))
  const at = clock()
  return held.flatMap(({ slot }, index) => {
    const record = records[index]
    return record && isValid(record, 'sign-in', at) ? [{ slot, record, channelId, at }] : []
  })
}

/** Of these accounts, the one that a request acts for. */
export function chooseIdentity(identities: readonly HeldIdentity[], wish: AccountWish): HeldIdentity | undefined {
  const accounts = identities.map((identity) => {
    const { userId, role, key } = identity.record
    return { identity, userId, role, isOperator: key.isOperator }
  })
  return chooseAccount(accounts, wish)?.identity
}

function isValid({ key, revokedAt }: AccessRecord, kind: Credential['kind'] | undefined, at: number): boolean {
  return revokedAt === null && key.kind === kind && (key.expiresAt === null || key.expiresAt > at)
}

/** The one permission check for a route. An unknown channel gets the same refusal as one without access. */
export function access({ record, channelId, at }: Identity, route: Route): Grant | ChannelGrant {
  const need: Need = {
    permission: route.permission,
    subscriber: route.subscriber ?? false,
    writes: route.method !== 'GET' && !route.readsOnly,
    ...(route.everywhere && { everywhere: true }),
  }
  const { key, userId, role, joinedAt, subscribedAt, channel } = record
  const { scope, isOperator } = key
  const isLimited = key.limit !== null
  const standing = { scope, isOperator, isLimited, role, isInDoubt: isDoubted(record, at), subscribedAt }
  const refused = decideAccess({ ...standing, backupPolicy: channel?.backupPolicy }, need)
  if (refused) throw new Refusal(refused)
  const authority: Authority = { kind: 'caller', keyId: key.id, userId, need }
  if (channelId === undefined || !channel || !role || joinedAt === undefined) {
    return { userId, key, authority } as Grant
  }
  return { userId, key, authority, channelId, channel, role, joinedAt, subscribedAt } as ChannelGrant
}

function isDoubted(
  { joinedAt, checkedAt, channel }: Pick<AccessRecord, 'joinedAt' | 'checkedAt' | 'channel'>,
  at: number,
): boolean {
  if (joinedAt === undefined || checkedAt === undefined || !channel) return false
  return isInDoubt({ joinedAt, checkedAt, returnedAt: channel.returnedAt }, at)
}

/**
 * For what is sent to a browser without a request: the rights of its sign-in, as they are now. Nothing can be written with it. The
 * sign-in was just read and still counts.
 */
export function accessAsBrowser({ key, userId }: Pick<NotifiedBrowser, 'key' | 'userId'>): Grant {
  const need: Need = { permission: 'key', subscriber: false, writes: false }
  const refused = decideAccess({ scope: key.scope, isOperator: key.isOperator }, need)
  if (refused) throw new Refusal(refused)
  return { userId, key, authority: { kind: 'caller', keyId: key.id, userId, need } } as Grant
}

/** For reads about several channels of a caller. */
export function reachOf({ userId, key }: Pick<Grant, 'userId' | 'key'>): Reach {
  return { userId, limit: key.limit }
}

/** A channel that a caller can read, with its name and when its last message was sent. */
export type ReadableChannel = { grant: ChannelGrant; name: string; lastTime: number }

/** For requests about all channels of a caller: those whose backup they can read, each checked like a request for it alone. */
export async function accessReadable(
  { store, clock }: { store: Pick<Store, 'listReadableChannels'>; clock: Clock },
  grant: Grant,
): Promise<ReadableChannel[]> {
  const { userId, key, authority } = grant
  const need: Need = { permission: 'member', subscriber: true, writes: false }
  const at = clock()
  const records = await store.listReadableChannels(reachOf(grant))
  return records.flatMap(({ name, lastTime, ...record }) => {
    const { role, subscribedAt, channel } = record
    const standing = {
      scope: key.scope,
      isOperator: key.isOperator,
      role,
      isInDoubt: isDoubted(record, at),
      subscribedAt,
    }
    if (decideAccess({ ...standing, backupPolicy: channel.backupPolicy }, need)) return []
    return [{ name, lastTime, grant: { userId, key, authority, ...record } as unknown as ChannelGrant }]
  })
}

/**
 * For the operator's commands that read what a person can read, without a key of theirs. Refused like a request of that person
 * would be.
 */
export async function accessAs(
  { store, clock }: { store: Pick<Store, 'findStanding'>; clock: Clock },
  channelId: string,
  { userId, subscriber }: { userId: string; subscriber: boolean },
): Promise<ReadingGrant> {
  const found = await store.findStanding(channelId, userId)
  const { channel, role, joinedAt, subscribedAt } = found ?? {}
  const isInDoubt = found !== undefined && isDoubted(found, clock())
  const standing = { scope: 'read', role, isInDoubt, subscribedAt, backupPolicy: channel?.backupPolicy } as const
  const refused = decideAccess(standing, { permission: 'member', subscriber, writes: false })
  if (refused || !channel || !role || joinedAt === undefined) throw new Refusal(refused ?? 'permission-denied')
  return { userId, channelId, channel, role, joinedAt, subscribedAt } as ReadingGrant
}

/** For requests that need more rights than their route, because of their parameters. */
export function accessRole({ role }: ChannelGrant, least: Role): void {
  if (!isAtLeast(role, least)) throw new Refusal('permission-denied')
}

/** For requests that need a subscription only because of their parameters, such as a message of the backup. */
export function accessSubscription({ role, subscribedAt, channel }: ReadingGrant): void {
  if (!isSubscriber({ role, subscribedAt, backupPolicy: channel.backupPolicy })) throw new Refusal('not-a-subscriber')
}

const hashes = new Map<string, string>()
const mostHashes = 1000

/** The hash of a well-formed token. A few keys are used over and over, so their hashes are cached. */
export function hashOf(token: string): string | undefined {
  const known = hashes.get(token)
  if (known) return known
  if (!isToken(token)) return undefined
  const hash = hashToken(token)
  if (hashes.size >= mostHashes) hashes.clear()
  hashes.set(token, hash)
  return hash
}
