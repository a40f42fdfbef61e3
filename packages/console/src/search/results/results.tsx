import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { useJoin } from '../../ui/format/join.ts'
import { IconHistory } from '../../ui/icons/icons.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { NothingFound } from '../search-notes.tsx'
import type { SearchResults, SearchScope } from '../use-search.ts'
import { FoundPeople } from './found-people.tsx'
import { ResultList } from './result-list.tsx'
import { ResultSkeleton } from './result-skeleton.tsx'

type Props = { scope: SearchScope; timezone: string | undefined; found: SearchResults }

export function Results({ scope, timezone, found }: Props) {
  const { t } = useTranslation()
  const { results, hits } = found
  if (results.isPending) return <ResultSkeleton />
  if (results.isError && hits.length === 0) {
    return <ErrorScreen error={results.error} onRetry={() => void results.refetch()} inline />
  }
  const isNothing = hits.length === 0 && !results.hasNextPage
  return (
    <>
      {scope !== null && <FoundPeople channelId={scope} q={found.q} />}
      {isNothing && <NothingFound scope={scope} q={found.q} />}
      <IncompleteNote found={found} />
      {hits.length > 0 && <ResultList scope={scope} timezone={timezone} found={found} />}
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

/** Some messages may be missing, and in which channels. */
function IncompleteNote({ found }: { found: SearchResults }) {
  const { t } = useTranslation()
  const join = useJoin()
  if (found.isComplete) return null
  const names = [...found.channels.values()].filter((one) => !one.isComplete).map(({ name }) => name)
  return (
    <Alert color="gray" variant="light" icon={<IconHistory size={18} />} mb="sm">
      {names.length > 0 ? t('search.incompleteIn', { channels: join.list(names) }) : t('search.incomplete')}
    </Alert>
  )
}
