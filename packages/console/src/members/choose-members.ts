import type { Member } from '@innkeeper/contract'

export const memberFilters = ['all', 'owner', 'admin', 'member', 'guest', 'left'] as const

/** `role`: as the service sorts them, by role and then by name. */
export const memberSorts = ['role', 'name', 'newest', 'oldest', 'seen'] as const

type MemberFilter = (typeof memberFilters)[number]
type MemberSort = (typeof memberSorts)[number]

export type MemberCriteria = { filter: MemberFilter; name: string; sort: MemberSort }

/** By user ID; absent for people of whom it isn't known. */
export type LastSeen = ReadonlyMap<string, string>

export const anyMember: MemberCriteria = { filter: 'all', name: '', sort: 'role' }

/** Reads the filters and the order from the URL. */
export function readMemberCriteria({ role, q, sort }: { role?: string; q?: string; sort?: string }): MemberCriteria {
  return {
    filter: memberFilters.find((one) => one === role) ?? 'all',
    name: q ?? '',
    sort: memberSorts.find((one) => one === sort) ?? 'role',
  }
}

/** What differs from the standard, for the URL. */
export function memberSearch({ filter, name, sort }: MemberCriteria): { role?: string; q?: string; sort?: string } {
  return {
    ...(filter !== 'all' && { role: filter }),
    ...(name && { q: name }),
    ...(sort !== 'role' && { sort }),
  }
}

/** Former members are at the end of the list and match no role, because their role ended. */
export function chooseMembers(
  members: readonly Member[],
  { filter, name, sort }: MemberCriteria,
  lastSeen: LastSeen = new Map(),
): Member[] {
  const term = folded(name)
  const fits = (member: Member) => isOf(member, filter) && folded(member.displayName).includes(term)
  const chosen = sorted(members.filter(fits), sort, lastSeen)
  return [...chosen.filter(({ status }) => status === 'active'), ...chosen.filter(({ status }) => status === 'left')]
}

// One for all comparisons: creating it costs more than a thousand of them.
const byName = new Intl.Collator(undefined, { numeric: true })

/** Timestamps of the service sort as texts. People who weren't seen are last. */
function sorted(members: Member[], sort: MemberSort, lastSeen: LastSeen): Member[] {
  const newer = (one: string, other: string) => (one < other ? 1 : one > other ? -1 : 0)
  const seen = ({ userId }: Member) => lastSeen.get(userId) ?? ''
  switch (sort) {
    case 'role':
      return members
    case 'name':
      return members.toSorted((one, other) => byName.compare(one.displayName, other.displayName))
    case 'newest':
      return members.toSorted((one, other) => newer(one.joinedAt, other.joinedAt))
    case 'oldest':
      return members.toSorted((one, other) => newer(other.joinedAt, one.joinedAt))
    case 'seen':
      return members.toSorted((one, other) => newer(seen(one), seen(other)))
  }
}

function isOf({ role, status }: Member, filter: MemberFilter): boolean {
  if (filter === 'all') return true
  if (filter === 'left') return status === 'left'
  return status === 'active' && role === filter
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim()
}
