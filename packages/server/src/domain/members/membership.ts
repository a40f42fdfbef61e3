import type { Role } from '@innkeeper/contract'

/** What is stored of a person in a channel, as far as coming and going needs it. */
export type Membership = { displayName: string; role: Role; joinedAt: number; leftAt: number | null }

/** If a name isn't known yet, the id is used instead. */
export type Sighting = { userId: string; displayName?: string | undefined; at: number }

/**
 * The membership after a person was seen in the chat (joining or posting), or undefined if nothing changes. Someone who left
 * comes back as member, a guest as guest: power doesn't come back by re-invitation. Late events from before they left don't
 * bring them back.
 */
export function decideSeen(
  known: Membership | undefined,
  seen: Sighting,
  newMemberRole: 'member' | 'guest',
): Membership | undefined {
  const { userId, displayName, at } = seen
  if (!known) return { displayName: displayName ?? userId, role: newMemberRole, joinedAt: at, leftAt: null }
  const name = displayName ?? known.displayName
  if (known.leftAt !== null && at > known.leftAt) {
    return { displayName: name, role: roleAfterLeaving(known.role), joinedAt: at, leftAt: null }
  }
  return name === known.displayName ? undefined : { ...known, displayName: name }
}

/**
 * Whether a reported join says something new. It doesn't if the person has been there for longer. Someone who posted before the
 * report arrived has not.
 */
export function isArrival(known: Membership | undefined, at: number): boolean {
  return !known || known.leftAt !== null || at <= known.joinedAt
}

/** Some platforms report a join twice, as a message in the chat and as a change of the person, with about the same time. */
const sameJoinMs = 10_000

/** Whether a reported join is one that was reported before. */
export function isJoinKnown(
  known: (Pick<Membership, 'leftAt'> & { joinSeenAt: number | null }) | undefined,
  at: number,
): boolean {
  if (!known || known.leftAt !== null || known.joinSeenAt === null) return false
  return at - known.joinSeenAt <= sameJoinMs
}

/** The membership after leaving, or undefined when the person is not there, or came back since. */
export function decideLeft(known: Membership | undefined, at: number): Membership | undefined {
  if (!known || known.leftAt !== null || at < known.joinedAt) return undefined
  return { ...known, role: roleAfterLeaving(known.role), leftAt: at }
}

function roleAfterLeaving(role: Role): Role {
  return role === 'guest' ? 'guest' : 'member'
}
