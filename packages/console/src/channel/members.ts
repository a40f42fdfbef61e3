import type { Member } from '@innkeeper/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
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

/** Everyone who is or was in the chat and may have sent something, also as a guest. Those who left are last. */
export function usePeople(
  channelId: string,
  { enabled = true } = {},
): { people: readonly Member[]; isPending: boolean } {
  const members = useQuery({ ...membersQuery(channelId), enabled })
  const guests = useQuery({ ...guestsQuery(channelId), enabled })
  const people = useMemo(() => {
    const all = [...(members.data?.members ?? []), ...(guests.data?.members ?? [])]
    return [...all.filter(({ status }) => status === 'active'), ...all.filter(({ status }) => status === 'left')]
  }, [members.data, guests.data])
  return { people, isPending: members.isPending || guests.isPending }
}

type Named = Pick<Member, 'userId' | 'displayName'>

/** What to call a person. The service uses the ID of people whose name the platform hasn't told it. */
export function usePersonName(): (person: Named) => string {
  const { t } = useTranslation()
  return ({ userId, displayName }) => (displayName === userId ? t('conversation.unknown') : displayName)
}

/** The same, and whether they left, for lists to choose from. */
export function usePersonLabel(): (person: Named & Pick<Member, 'status'>) => string {
  const { t } = useTranslation()
  const nameOf = usePersonName()
  return (person) => (person.status === 'left' ? t('people.left', { name: nameOf(person) }) : nameOf(person))
}

/** Names of everyone who is or was in the chat; for anyone else, the id. */
export function useNames(): (userId: string) => string {
  const nameOf = useKnownNames()
  return (userId) => nameOf(userId) ?? userId
}

/** The same, but undefined for anyone else. While the names are loading, everyone is `…`. */
export function useKnownNames(): (userId: string) => string | undefined {
  const { channelId } = useChannel()
  const { people, isPending } = usePeople(channelId)
  const nameOf = usePersonName()
  const known = useMemo(() => new Map(people.map((person) => [person.userId, person])), [people])
  return (userId) => {
    const person = known.get(userId)
    return person ? nameOf(person) : isPending ? '…' : undefined
  }
}
