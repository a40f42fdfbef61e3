import type { Role } from '@innkeeper/contract'

/** A person's role in the chat, as its platform reports it. */
export type PlatformRole = 'owner' | 'admin' | 'member'

/** A person of the channel. `platformRole`: as last reported; null: never, or not since they came back. */
export type RankedMember = { userId: string; role: Role; platformRole: PlatformRole | null; isHere: boolean }

/** Who owns and who manages the chat on its platform. `owner` is undefined if the platform doesn't name one. */
export type ReportedAdmins = { owner: ReportedPerson | undefined; admins: readonly ReportedPerson[] }

type ReportedPerson = { userId: string; displayName?: string; isBot?: boolean; isShared?: boolean }

/** What to write of a person. `before`: the role until now; undefined: they are new. */
export type RoleUpdate = {
  userId: string
  displayName: string | undefined
  before: Role | undefined
  role: Role
  platformRole: PlatformRole
}

/**
 * The people whose role or status changes because of a report. The chat's owner on its platform owns the channel. Any other
 * role follows the status only when that changes, so a role that was given in the channel stays until then. People who left are
 * left alone: the report may be older than that. Previous owners come before the new one, because a channel has one at most.
 */
export function decidePlatformRoles(members: readonly RankedMember[], reported: ReportedAdmins): RoleUpdate[] {
  const people = statusByPerson(reported)
  const known = new Set(members.map(({ userId }) => userId))
  const present = members.filter(({ isHere }) => isHere)
  const ownerId = [...people].find(([userId, { status }]) => {
    return status === 'owner' && (!known.has(userId) || present.some((member) => member.userId === userId))
  })?.[0]
  const changed = present.flatMap((member): RoleUpdate[] => {
    const status: PlatformRole = people.get(member.userId)?.status ?? 'member'
    const role = roleOf(member, status, ownerId !== undefined)
    // Someone who was never reported is an ordinary member of the chat, and needs no note of it.
    if (role === member.role && status === (member.platformRole ?? 'member')) return []
    const { userId, role: before } = member
    return [{ userId, displayName: undefined, before, role, platformRole: status }]
  })
  const added = [...people].flatMap(([userId, { status, displayName }]) =>
    known.has(userId) ? [] : [{ userId, displayName, before: undefined, role: status, platformRole: status }],
  )
  return [...changed, ...added].sort((a, b) => Number(a.role === 'owner') - Number(b.role === 'owner'))
}

/** Without bots, and without senders who stand for several people. */
function statusByPerson({ owner, admins }: ReportedAdmins) {
  const people = new Map<string, { status: 'owner' | 'admin'; displayName: string | undefined }>()
  for (const person of owner ? [owner, ...admins] : admins) {
    const { userId, displayName, isBot, isShared } = person
    if (isBot || isShared || people.has(userId)) continue
    people.set(userId, { status: person === owner ? 'owner' : 'admin', displayName })
  }
  return people
}

function roleOf({ role, platformRole }: RankedMember, status: PlatformRole, isOwned: boolean): Role {
  if (status === 'owner') return 'owner'
  const isDisplaced = isOwned && role === 'owner'
  const isChanged = status !== (platformRole ?? 'member')
  if (!isDisplaced && !isChanged) return role
  if (status === 'admin') return 'admin'
  return role === 'guest' ? 'guest' : 'member'
}
