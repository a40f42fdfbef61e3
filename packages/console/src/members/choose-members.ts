import type { Member } from '@innkeeper/contract'

export const memberFilters = ['all', 'owner', 'admin', 'member', 'guest', 'left'] as const

type MemberFilter = (typeof memberFilters)[number]

export type MemberCriteria = { filter: MemberFilter; name: string }

/** Reads the filters from the URL. */
export function readMemberCriteria({ role, q }: { role?: string; q?: string }): MemberCriteria {
  return { filter: memberFilters.find((one) => one === role) ?? 'all', name: q ?? '' }
}

/** Former members are at the end of the list and match no role, because their role ended. */
export function chooseMembers(members: readonly Member[], { filter, name }: MemberCriteria): Member[] {
  const term = folded(name)
  const fits = (member: Member) => isOf(member, filter) && folded(member.displayName).includes(term)
  const chosen = members.filter(fits)
  return [...chosen.filter(({ status }) => status === 'active'), ...chosen.filter(({ status }) => status === 'left')]
}

function isOf({ role, status }: Member, filter: MemberFilter): boolean {
  if (filter === 'all') return true
  if (filter === 'left') return status === 'left'
  return status === 'active' && role === filter
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim()
}
