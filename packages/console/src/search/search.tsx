import { InnkeeperError } from '@innkeeper/client'
import { Alert, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../channel/channel.ts'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { failureOf } from '../errors/failure.ts'
import { useFailureText } from '../errors/use-failure-text.ts'
import { IconHistory } from '../ui/icons/icons.ts'
import { LoadMore } from '../ui/load-more.tsx'
import { SlowNote } from '../ui/slow-note.tsx'
import classes from './search.module.css'
import { isLongEnough, type SearchCriteria, termOf } from './search-criteria.ts'
import { SearchField } from './search-field.tsx'
import { SearchFilters } from './search-filters.tsx'
import { NothingFound, SearchHint } from './search-notes.tsx'
import { SearchResult } from './search-result.tsx'
import { useSearchResults } from './use-search.ts'

/** The search is in the URL, so that it can be saved, shared and returned to. */
export function Search({ criteria }: { criteria: SearchCriteria }) {
  const { channelId } = useChannel()
  const navigate = useNavigate()
  const results = useSearchResults(channelId, criteria)
  const list = useRef<HTMLDivElement>(null)
  const failureText = useFailureText()
  const change = (some: Partial<SearchCriteria>) =>
    void navigate({
      to: '/channels/$channelId/search',
      params: { channelId },
      search: { ...criteria, ...some },
      replace: true,
      resetScroll: false,
    })
  const { error } = results.results
  const isRefused = error instanceof InnkeeperError && error.status === 400
  return (
    <Stack gap="xs">
      <search className={classes.head}>
        <SearchField
          q={criteria.q}
          onSearch={(q) => change({ q })}
          onDown={() => moveIn(list.current, 0)}
          error={isRefused ? failureText(failureOf(error, { opening: false })).text : undefined}
          isBusy={results.results.isFetching && !results.results.isFetchingNextPage}
        />
      </search>
      <SearchFilters criteria={criteria} onChange={change} />
      <VisuallyHidden role="status">{useAnnouncement(criteria, results)}</VisuallyHidden>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the links inside it. */}
      <div ref={list} onKeyDown={onListKey}>
        {!isRefused && <Results criteria={criteria} found={results} />}
      </div>
    </Stack>
  )
}

/** Announces the number of results to screen readers. */
function useAnnouncement(criteria: SearchCriteria, { results, hits }: ReturnType<typeof useSearchResults>): string {
  const { t } = useTranslation()
  const term = termOf(criteria)
  if (term === '' || results.isError) return ''
  if (!isLongEnough(term)) return t('search.tooShort')
  if (results.isPending || results.isPlaceholderData) return t('search.searching')
  if (hits.length === 0 && !results.hasNextPage) return t('search.none.title', { q: term })
  return t(results.hasNextPage ? 'search.countSoFar' : 'search.count', { count: hits.length })
}

function Results({ criteria, found }: { criteria: SearchCriteria; found: ReturnType<typeof useSearchResults> }) {
  const { t } = useTranslation()
  const { results, hits, isComplete } = found
  const term = termOf(criteria)
  if (term === '') return <SearchHint criteria={criteria} />
  if (!isLongEnough(term)) return <Quiet text={t('search.tooShort')} />
  if (results.isPending) return <ResultSkeleton />
  if (results.isError && hits.length === 0) {
    return <ErrorScreen error={results.error} onRetry={() => void results.refetch()} inline />
  }
  const count = t(results.hasNextPage ? 'search.countSoFar' : 'search.count', { count: hits.length })
  const isNothing = hits.length === 0 && !results.hasNextPage
  return (
    <>
      {isNothing ? (
        <NothingFound term={term} criteria={criteria} />
      ) : (
        <Text size="sm" c="dimmed" mb="xs" px="xs">
          {results.isPlaceholderData ? t('search.searching') : count}
        </Text>
      )}
      {!isComplete && (
        <Alert color="gray" variant="light" icon={<IconHistory size={18} />} mb="sm">
          {t('search.incomplete')}
        </Alert>
      )}
      {hits.length > 0 && (
        <ul
          className={classes.results}
          aria-label={t('search.results')}
          data-old={results.isPlaceholderData || undefined}
        >
          {hits.map((hit) => (
            <SearchResult key={hit.item.id} hit={hit} />
          ))}
        </ul>
      )}
      {!isNothing && (
        <LoadMore
          list={results}
          loading={t('search.searchingOn')}
          failed={t('search.moreFailed')}
          end={t('search.end')}
        />
      )}
    </>
  )
}

function Quiet({ text }: { text: string }) {
  return (
    <Text c="dimmed" size="sm" px="xs">
      {text}
    </Text>
  )
}

function ResultSkeleton() {
  return (
    <Stack gap="lg" px="xs" aria-busy>
      <SlowNote />
      {[72, 48, 60, 38].map((width) => (
        <div key={width} className={classes.link}>
          <Skeleton circle height={36} />
          <Stack gap={8} flex={1}>
            <Skeleton height={10} width={160} />
            <Skeleton height={10} width={`${width}%`} />
          </Stack>
        </div>
      ))}
    </Stack>
  )
}

const linksIn = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-result]')]

/** Focuses the result at this index; before the first one is the field. */
function moveIn(list: HTMLElement | null, index: number) {
  if (!list) return
  if (index < 0) document.querySelector<HTMLInputElement>('[data-search-field]')?.focus()
  else linksIn(list)[index]?.focus()
}

function onListKey(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1, Escape: Number.NEGATIVE_INFINITY }[event.key]
  if (step === undefined || !(event.target instanceof HTMLElement)) return
  const at = linksIn(event.currentTarget).indexOf(event.target)
  if (at < 0) return
  event.preventDefault()
  moveIn(event.currentTarget, at + step)
}
