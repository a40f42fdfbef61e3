import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { watchChannel } from '../api/client.ts'
import { guestsQuery, lastSeenQuery, membersKey, membersQuery } from '../channel/members.ts'
import { detailQuery, subscriptionQuery } from '../channel/queries.ts'

/** Polls the list if the user has no subscription, because they get no events then. */
const refetchMs = 20_000

/** Members and guests, kept up to date. */
export function useMembers(channelId: string) {
  const subscription = useQuery(subscriptionQuery(channelId)).data
  const isSubscribed = subscription?.subscribed ?? false
  const otherSubscribers = (subscription?.subscribers ?? 0) - (isSubscribed ? 1 : 0)
  useWatchMembers(channelId, isSubscribed)
  const often = { refetchInterval: isSubscribed ? (false as const) : refetchMs }
  const members = useQuery({ ...membersQuery(channelId), ...often })
  const guests = useQuery({ ...guestsQuery(channelId), ...often })
  const lastSeen = useQuery(lastSeenQuery(channelId)).data
  return { members, guests, lastSeen, isSubscribed, otherSubscribers }
}

function useWatchMembers(channelId: string, isSubscribed: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isSubscribed) return
    const leaving = new AbortController()
    void watchChannel({
      channelId,
      signal: leaving.signal,
      onEvent({ event }) {
        if (event !== 'member' && event !== 'reset') return
        // The caller's own role may have changed.
        void client.invalidateQueries({ queryKey: detailQuery(channelId).queryKey })
        void client.invalidateQueries({ queryKey: membersKey(channelId) })
      },
    })
    return () => leaving.abort()
  }, [channelId, isSubscribed, client])
}
