import type { BackupPolicy, ErrorCode, KeyScope, Permission, Role } from '@innkeeper/contract'

/** What is known about a caller when permission is decided. `role` is absent for strangers and for people who left. */
export type Standing = {
  scope: KeyScope
  /** A right of the key itself. It gives no access to channels. */
  isOperator?: boolean | undefined
  /** To chosen channels. */
  isLimited?: boolean
  role?: Role | undefined
  /** The bot was away, and the platform hasn't confirmed yet that they are still in the chat. */
  isInDoubt?: boolean | undefined
  subscribedAt?: number | undefined
  backupPolicy?: BackupPolicy | undefined
}

/** `everywhere`: it affects all channels of the person. */
export type Need = { permission: Permission; subscriber: boolean; writes: boolean; everywhere?: boolean }

const rank: Record<Role, number> = { guest: 0, member: 1, admin: 2, owner: 3 }
const leastRole: Record<Exclude<Permission, 'public' | 'key' | 'operator'>, Role> = {
  visitor: 'guest',
  member: 'member',
  admin: 'admin',
  owner: 'owner',
}

/** Why access is denied, or undefined if it is allowed. Permission comes before subscription. */
export function decideAccess(standing: Standing, need: Need): ErrorCode | undefined {
  if (need.writes && standing.scope === 'read') return 'permission-denied'
  if (need.everywhere && standing.isLimited) return 'permission-denied'
  if (need.permission === 'public' || need.permission === 'key') return undefined
  if (need.permission === 'operator') return standing.isOperator ? undefined : 'permission-denied'
  // A guest is refused here, and gets the same answer as a stranger.
  if (!standing.role || !isAtLeast(standing.role, leastRole[need.permission])) return 'permission-denied'
  if (standing.isInDoubt && need.permission !== 'visitor') return 'membership-unconfirmed'
  if (need.subscriber && !isSubscriber(standing)) return 'not-a-subscriber'
  return undefined
}

export function isAtLeast(role: Role, least: Role): boolean {
  return rank[role] >= rank[least]
}

/** Whether the channel's setting lets this role keep a subscription. */
export function canReadBackup(role: Role, policy: BackupPolicy): boolean {
  if (policy === 'off') return false
  return isAtLeast(role, policy === 'admins' ? 'admin' : 'member')
}

/** Subscribed and not suspended by the channel's setting. */
export function isSubscriber(standing: Pick<Standing, 'role' | 'subscribedAt' | 'backupPolicy'>): boolean {
  const { role, subscribedAt, backupPolicy } = standing
  return (
    role !== undefined && subscribedAt !== undefined && backupPolicy !== undefined && canReadBackup(role, backupPolicy)
  )
}
