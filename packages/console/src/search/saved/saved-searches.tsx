import type { SavedSearch } from '@innkeeper/contract'
import { Box, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { overviewQuery } from '../../channel/queries.ts'
import classes from '../search.module.css'
import type { SearchScope } from '../use-search.ts'
import { NameDialog } from './name-dialog.tsx'
import { type OwnSearch, textOfSaved, useRenameSearch, useSavedSearches } from './use-saved.ts'

const SavedMenu = lazy(async () => ({ default: (await import('./saved-menu.tsx')).SavedMenu }))

/** The person's own searches, to open, rename and delete. Before a search, nothing is shown if there are none. */
export function SavedSearches({ scope, isQuietWhenEmpty }: { scope: SearchScope; isQuietWhenEmpty: boolean }) {
  const { t } = useTranslation()
  const { saved: searches, isFailed } = useSavedSearches(scope)
  const [renamed, setRenamed] = useState<OwnSearch>()
  const rename = useRenameSearch()
  if (searches.length === 0 && isQuietWhenEmpty && !isFailed) return null
  return (
    <section aria-labelledby="saved-searches">
      <Title order={2} id="saved-searches" className={classes.day}>
        {t('search.saved.title')}
      </Title>
      {searches.length === 0 && (
        <Text size="sm" c="dimmed" px="xs">
          {t(isFailed ? 'search.saved.failed' : 'search.saved.none')}
        </Text>
      )}
      <ul className={classes.list}>
        {searches.map((saved) => (
          <SavedRow
            key={saved.id}
            saved={saved}
            scope={scope}
            onRename={() => {
              rename.reset()
              setRenamed(saved)
            }}
          />
        ))}
      </ul>
      <NameDialog
        title={t('search.saved.rename')}
        opened={renamed !== undefined}
        name={renamed?.name ?? ''}
        saving={rename}
        onClose={() => setRenamed(undefined)}
        onName={(name) =>
          renamed &&
          rename.mutate({ id: renamed.id, account: renamed.account, name }, { onSuccess: () => setRenamed(undefined) })
        }
      />
    </section>
  )
}

function SavedRow({ saved, scope, onRename }: { saved: OwnSearch; scope: SearchScope; onRename: () => void }) {
  const { t } = useTranslation()
  const where = useWhere(saved, scope)
  const { name, channelId } = saved
  const q = textOfSaved(saved)
  const face = (
    <>
      <Text span size="sm" fw={500} truncate dir="auto">
        {name}
      </Text>
      <Text span size="xs" c="dimmed" truncate dir="auto">
        {[name === q ? '' : q, where].filter(Boolean).join(' · ')}
      </Text>
    </>
  )
  return (
    <li className={classes.saved}>
      {channelId === null ? (
        <Link to="/search" search={{ q }} className={classes.savedLink}>
          {face}
        </Link>
      ) : (
        <Link to="/channels/$channelId/search" params={{ channelId }} search={{ q }} className={classes.savedLink}>
          {face}
        </Link>
      )}
      <Suspense fallback={<Box w={36} h={36} />}>
        <SavedMenu saved={saved} label={t('search.saved.menu', { name })} onRename={onRename} />
      </Suspense>
    </li>
  )
}

/** Which channel it searches, where that isn't obvious. */
function useWhere({ channelId }: SavedSearch, scope: SearchScope): string {
  const { t } = useTranslation()
  const channels = useQuery(overviewQuery).data?.channels ?? []
  if (channelId === scope) return ''
  if (channelId === null) return t('search.saved.allChannels')
  return channels.find((one) => one.channelId === channelId)?.name ?? ''
}
