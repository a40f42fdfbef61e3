import type { Send, SendState } from '@innkeeper/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { assistantKey } from '../queries.ts'

export const sendStates = ['sent', 'waiting', 'refused', 'unknown'] as const satisfies readonly SendState[]

/** The filters as they are in the URL; empty means any. */
export type LogCriteria = { state: SendState | ''; rule: string; message: string }

const pageSize = 50

export function useLog({ state, rule, message }: LogCriteria) {
  const { channelId } = useChannel()
  const log = useInfiniteQuery({
    queryKey: [...assistantKey(channelId), 'log', { state, rule, message }],
    queryFn: ({ pageParam: cursor }) =>
      api.listSends({
        channelId,
        limit: pageSize,
        ...(cursor
          ? { cursor }
          : { ...(state && { state }), ...(rule && { ruleId: rule }), ...(message && { messageId: message }) }),
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })
  const sends = useMemo(() => allOf(log.data?.pages ?? []), [log.data])
  return { log, sends }
}

/** After a refetch, a page may repeat items of the page before it. */
function allOf(pages: readonly { sends: Send[] }[]): Send[] {
  return [...new Map(pages.flatMap(({ sends }) => sends.map((send) => [send.id, send]))).values()]
}
