import type { Role, Route } from '@innkeeper/contract'
import { decideAccess, type Need } from '../domain/permission.ts'
import { Refusal } from '../domain/refusal.ts'
import { hashToken, isToken } from '../domain/token.ts'
import type { Clock } from '../ports/clock.ts'
import type { Authority } from '../ports/commands.ts'
import type { AccessRecord, Store } from '../ports/store.ts'

declare const granted: unique symbol

/** Proof that a caller passed the gate. Only this file makes one, and every action that serves a caller takes one. */
export type Grant = {
  readonly [granted]: true
  userId: string
  key: AccessRecord['key']
  /** Goes along with a write, which checks it again inside its transaction. */
  authority: Authority
}

export type ChannelGrant = Grant & {
  channelId: string
  channel: NonNullable<AccessRecord['channel']>
  role: Role
  joinedAt: number
  subscribedAt: number | undefined
}

/** A caller who is who they say, before it is known what they may do. */
export type Identity = { record: AccessRecord; channelId: string | undefined }

/** Who sends this token? Missing, malformed, unknown, expired and revoked are one refusal. */
export async function identify(
  { store, clock }: { store: Store; clock: Clock },
  token: string | undefined,
  channelId: string | undefined,
): Promise<Identity> {
  if (token === undefined || !isToken(token)) throw new Refusal('authentication-failed')
  const record = await store.findAccess(hashToken(token), channelId)
  if (!record || record.revokedAt !== null) throw new Refusal('authentication-failed')
  const { expiresAt } = record.key
  if (expiresAt !== null && expiresAt <= clock()) throw new Refusal('authentication-failed')
  return { record, channelId }
}

/** May this caller use this route? The one gate. An unknown channel and a closed one are refused alike. */
export function access({ record, channelId }: Identity, route: Route): Grant | ChannelGrant {
  const need: Need = {
    permission: route.permission,
    subscriber: route.subscriber ?? false,
    writes: route.method !== 'GET',
  }
  const refused = decideAccess(
    {
      scope: record.key.scope,
      role: record.role,
      subscribedAt: record.subscribedAt,
      backupPolicy: record.channel?.backupPolicy,
    },
    need,
  )
  if (refused) throw new Refusal(refused)
  const grant = {
    userId: record.userId,
    key: record.key,
    authority: { kind: 'caller', keyId: record.key.id, userId: record.userId, need },
  } as Grant
  if (channelId === undefined || !record.channel || !record.role || record.joinedAt === undefined) return grant
  const { channel, role, joinedAt, subscribedAt } = record
  return Object.assign(grant, { channelId, channel, role, joinedAt, subscribedAt })
}
