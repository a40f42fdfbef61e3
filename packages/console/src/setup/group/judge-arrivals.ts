import type { ArrivalList } from '@innkeeper/contract'

type Arrival = ArrivalList['arrivals'][number]

/**
 * `ownerless`: it was in such a group before the page was opened. `claimed`: such a group has an owner since. `joined`, `owned`: it has
 * joined a group since, without an owner or with one, as the platform says who that is.
 */
export type ArrivalState = 'waiting' | 'ownerless' | 'claimed' | 'joined' | 'owned'

/** Compared with the first answer, and not with this device's clock, which may be wrong. */
export function judgeArrivals(first: readonly Arrival[], latest: readonly Arrival[]): ArrivalState {
  const arrived = findArrived(groupsOf(first), groupsOf(latest))
  if (arrived.some(({ hasOwner }) => !hasOwner)) return 'joined'
  if (arrived.length > 0) return 'owned'
  if (wasClaimed(groupsOf(first), groupsOf(latest))) return 'claimed'
  return groupsOf(latest).some(({ hasOwner }) => !hasOwner) ? 'ownerless' : 'waiting'
}

/** A group that is still listed has an owner now. */
function wasClaimed(first: readonly Arrival[], latest: readonly Arrival[]): boolean {
  const now = Map.groupBy(latest, keyOf)
  const isOwnerless = ({ hasOwner }: Arrival) => !hasOwner
  return [...Map.groupBy(first, keyOf)].some(([key, before]) => {
    const listed = now.get(key) ?? []
    return listed.length >= before.length && listed.filter(isOwnerless).length < before.filter(isOwnerless).length
  })
}

const groupsOf = (arrivals: readonly Arrival[]) => arrivals.filter(({ type }) => type !== 'user')

/**
 * The list has only the latest groups, so if the bot left one, an older one appears in it, which isn't new. Of two that arrived in the same
 * second, the one without an owner is taken for the new one.
 */
function findArrived(first: readonly Arrival[], latest: readonly Arrival[]): Arrival[] {
  const from = first[0]?.arrivedAt ?? ''
  const known = Map.groupBy(first, keyOf)
  const inOrder = latest.toSorted((one, other) => Number(one.hasOwner) - Number(other.hasOwner))
  return [...Map.groupBy(inOrder, keyOf)].flatMap(([key, group]) =>
    group
      .slice(0, Math.max(0, group.length - (known.get(key)?.length ?? 0)))
      .filter(({ arrivedAt }) => arrivedAt >= from),
  )
}

const keyOf = ({ platform, type, arrivedAt }: Arrival) => `${platform} ${type} ${arrivedAt}`
