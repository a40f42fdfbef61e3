import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { guestsQuery, membersQuery } from '../members/use-members.ts'
import { useChannel } from './channel.ts'

/** Names of everybody who is or was in the chat; of others, the id. */
export function useNames(): (userId: string) => string {
  const { channelId } = useChannel()
  const members = useQuery(membersQuery(channelId)).data?.members
  const guests = useQuery(guestsQuery(channelId)).data?.members
  const names = useMemo(
    () => new Map([...(members ?? []), ...(guests ?? [])].map(({ userId, displayName }) => [userId, displayName])),
    [members, guests],
  )
  return (userId) => names.get(userId) ?? userId
}
