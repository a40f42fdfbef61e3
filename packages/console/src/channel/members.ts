import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../api/client.ts'
import { useChannel } from './channel.ts'
import { channelKey } from './queries.ts'

export const membersKey = (channelId: string) => [...channelKey(channelId), 'members'] as const

export const membersQuery = (channelId: string) =>
  queryOptions({ queryKey: membersKey(channelId), queryFn: () => api.listMembers({ channelId }) })

export const guestsQuery = (channelId: string) =>
  queryOptions({
    queryKey: [...membersKey(channelId), 'guests'],
    queryFn: () => api.listMembers({ channelId, role: 'guest' }),
  })

/** When people were last seen, by their ID. */
export const lastSeenQuery = (channelId: string) =>
  queryOptions({
    queryKey: [...membersKey(channelId), 'last-seen'],
    queryFn: () => api.listLastSeen({ channelId }),
    select: toLastSeen,
  })

function toLastSeen({ people }: { people: readonly { userId: string; lastSeenAt: string }[] }) {
  return new Map(people.map(({ userId, lastSeenAt }) => [userId, lastSeenAt]))
}

/** Names of everyone who is or was in the chat; for anyone else, the id. */
export function useNames(): (userId: string) => string {
  const nameOf = useKnownNames()
  return (userId) => nameOf(userId) ?? userId
}

/** The same, but undefined for anyone else. While the names are loading, everyone is `…`. */
export function useKnownNames(): (userId: string) => string | undefined {
  const { channelId } = useChannel()
  const members = useQuery(membersQuery(channelId)).data?.members
  const guests = useQuery(guestsQuery(channelId)).data?.members
  const names = useMemo(
    () => new Map([...(members ?? []), ...(guests ?? [])].map(({ userId, displayName }) => [userId, displayName])),
    [members, guests],
  )
  const isLoading = members === undefined || guests === undefined
  return (userId) => names.get(userId) ?? (isLoading ? '…' : undefined)
}
