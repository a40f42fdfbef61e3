import type { SearchHit } from '@innkeeper/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useChannel } from '../../channel/channel.ts'
import { addressOfHit, type Criteria, type HitAddress, hitCountQuery, hitsQuery } from '../../channel/hits.ts'
import { useNames } from '../../channel/members.ts'
import { useFormat } from '../../ui/format/format.ts'
import { answerKey, messageKey } from '../timeline/conversation.ts'
import { findSteps, needsMore } from './steps.ts'

export type OpenHits = NonNullable<ReturnType<typeof useHits>['bar']>

/** As many pages are loaded to find out where a hit is among all; the service counts no further either. */
const mostPages = 10
const nothing: readonly SearchHit[] = []

/** The results of the search that led to the conversation: `?q=` in its address. Without a search, there is no bar. */
export function useHits() {
  const { channelId, timezone } = useChannel()
  const { q, sender, results, date, message, answer } = useSearch({ from: '/app/channels/$channelId/' })
  const format = useFormat(timezone)
  const go = useGo()
  const nameOf = useNames()
  const isOpen = q !== undefined || sender !== undefined
  const criteria = { ...(q && { q }), ...(sender && { sender }) }
  const list = useInfiniteQuery({ ...hitsQuery(channelId, criteria), enabled: isOpen })
  const count = useQuery({ ...hitCountQuery(channelId, criteria), enabled: isOpen }).data
  const hits = useMemo(() => list.data?.pages.flatMap((page) => page.hits) ?? nothing, [list.data])
  const addressed = answer ? answerKey(answer) : message ? messageKey(message) : undefined
  const currentKey = useLastHit(hits, addressed)
  const steps = findSteps(hits, currentKey)

  const { hasNextPage, isFetching, isError, fetchNextPage } = list
  const isWanted = isOpen && hasNextPage && !isFetching && !isError
  const canLoad = isWanted && (list.data?.pages.length ?? 0) < mostPages && needsMore(hits, steps)
  useEffect(() => {
    if (canLoad) void fetchNextPage()
  }, [canLoad, fetchNextPage])

  const search = { ...criteria, ...(results && { results }) }
  const stepTo = (hit: SearchHit | undefined) =>
    hit && (() => go.replace({ ...addressOfHit(hit, format.dayOf), ...search }))
  const bar = isOpen && {
    words: [q, sender && nameOf(sender)].filter(Boolean).join(' · '),
    count: hasNextPage || !list.isSuccess ? count : { count: hits.length, isExact: true },
    position: steps.position,
    isEarlierVersion: steps.current?.version != null,
    isLoading: list.isPending,
    isFailed: isError,
    next: stepTo(steps.next),
    previous: stepTo(steps.previous),
    toResults: () => go.toResults(criteria, results === 'all'),
    close: () => go.replace({ ...(date && { date }), ...(message && { message }), ...(answer && { answer }) }),
  }
  return { bar: bar || undefined, hits, currentKey: isOpen ? currentKey : undefined }
}

/** People may look around, for example at a quoted message, and then go on from the hit they came from. */
function useLastHit(hits: readonly SearchHit[], addressed: string | undefined): string | undefined {
  const [last, setLast] = useState(addressed)
  const isHit = addressed !== undefined && findSteps(hits, addressed).position !== undefined
  if (isHit && last !== addressed) setLast(addressed)
  return isHit ? addressed : last
}

type Address = HitAddress & Criteria & { results?: string }

function useGo() {
  const { channelId } = useChannel()
  const navigate = useNavigate()
  const router = useRouter()
  const isFromResults = useLocation({ select: ({ state }) => state.isFromResults === true })
  return {
    /** Steps replace each other, so that going back once leads to the results. */
    replace(search: Address) {
      void navigate({
        to: '/channels/$channelId',
        params: { channelId },
        search,
        replace: true,
        resetScroll: false,
        state: { isFromResults },
      })
    },
    /** Going back shows the results as they were left. */
    toResults(criteria: Criteria, isOfAll: boolean) {
      if (isFromResults) router.history.back()
      else if (isOfAll) void navigate({ to: '/search', search: { q: criteria.q ?? '' } })
      else void navigate({ to: '/channels/$channelId/search', params: { channelId }, search: criteria })
    },
  }
}
