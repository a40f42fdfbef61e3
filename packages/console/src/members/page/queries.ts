import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { membersKey } from '../../channel/members.ts'

type Who = { channelId: string; userId: string }

const personKey = ({ channelId, userId }: Who) => [...membersKey(channelId), 'person', userId] as const

export const personQuery = (who: Who) => queryOptions({ queryKey: personKey(who), queryFn: () => api.getMember(who) })

/** Looks at many messages, so it isn't repeated for a while. */
export const activityQuery = (who: Who) =>
  queryOptions({
    queryKey: [...personKey(who), 'activity'],
    queryFn: () => api.getMemberActivity(who),
    staleTime: 5 * 60_000,
  })

export const answersQuery = (who: Who) =>
  infiniteQueryOptions({
    queryKey: [...personKey(who), 'answers'],
    queryFn: ({ pageParam: cursor }) => api.listMemberAnswers({ ...who, limit: 20, ...(cursor && { cursor }) }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
