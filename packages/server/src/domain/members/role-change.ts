import type { ErrorCode, Role } from '@innkeeper/contract'

export type GivenRole = Exclude<Role, 'owner'>
export type Decision = { kind: 'set' } | { kind: 'unchanged' } | { kind: 'refuse'; code: ErrorCode }

const refuse = (code: ErrorCode): Decision => ({ kind: 'refuse', code })

/**
 * Whether `actor` may give `requested` to a person whose role is `target` (undefined: not an active member).
 * Permission is decided before existence, so that an admin cannot probe who is in the channel.
 */
export function decideRoleChange(actor: Role, target: Role | undefined, requested: GivenRole): Decision {
  if (actor !== 'owner') return decideForAdmin(actor, target, requested)
  if (target === undefined) return refuse('member-not-found')
  if (target === 'owner') return refuse('owner-role-fixed')
  return target === requested ? { kind: 'unchanged' } : { kind: 'set' }
}

/** An admin can make a guest a member. Repeating it succeeds. */
function decideForAdmin(actor: Role, target: Role | undefined, requested: GivenRole): Decision {
  if (actor !== 'admin' || requested !== 'member') return refuse('permission-denied')
  if (target === undefined) return refuse('member-not-found')
  if (target === 'guest') return { kind: 'set' }
  return target === 'member' ? { kind: 'unchanged' } : refuse('permission-denied')
}

export type ApprovalDecision = 'approved' | 'no-guest' | 'not-found'

/** Several guests are approved together. No one loses a role by being in the list. `target`: undefined if not an active member. */
export function decideApproval(target: Role | undefined): ApprovalDecision {
  if (target === undefined) return 'not-found'
  return target === 'guest' ? 'approved' : 'no-guest'
}

/** The owner transfers the channel to an active member. Transferring it to oneself changes nothing. */
export function decideHandOver(ownerId: string, targetId: string, target: Role | undefined): Decision {
  if (targetId === ownerId) return { kind: 'unchanged' }
  return target === undefined ? refuse('member-not-found') : { kind: 'set' }
}
