import type { Member, Role } from '@innkeeper/contract'
import type { Actor } from '../channel/channel.ts'

export type GivenRole = Exclude<Role, 'owner'>

/** What the caller can do with a member, or why they can't do anything. */
type Offers = { roles: GivenRole[]; handOver: boolean; why: Refused | undefined }

type Refused = 'no-power' | 'only-owner' | 'read-only' | 'owner-fixed' | 'owner-on-platform' | 'left'

type Target = Pick<Member, 'role' | 'status'>

const roles: readonly GivenRole[] = ['admin', 'member', 'guest']

/** Mirrors the rules of the service, which checks them again. */
export function offersFor(actor: Actor, target: Target): Offers {
  const why = refusedFor(actor, target)
  if (why) return { roles: [], handOver: false, why }
  if (actor.role === 'admin') return { roles: ['member'], handOver: false, why }
  return { roles: roles.filter((role) => role !== target.role), handOver: actor.ownersFrom === undefined, why }
}

/** Why the caller can't do anything here at all, for a line above the list. */
export function limitOf({ role, canWrite }: Actor): Refused | undefined {
  if (!canWrite) return 'read-only'
  if (role === 'owner') return undefined
  return role === 'admin' ? 'only-owner' : 'no-power'
}

/** Whether the caller could undo a role change. */
export function canUndo(actor: Actor, { before, given }: { before: GivenRole; given: GivenRole }): boolean {
  return offersFor(actor, { role: given, status: 'active' }).roles.includes(before)
}

function refusedFor(actor: Actor, target: Target): Refused | undefined {
  const limit = limitOf(actor)
  if (limit === 'read-only' || limit === 'no-power') return limit
  if (target.status === 'left') return 'left'
  if (limit === 'only-owner') return target.role === 'guest' ? undefined : limit
  if (target.role !== 'owner') return undefined
  return actor.ownersFrom === undefined ? 'owner-fixed' : 'owner-on-platform'
}
