import { InnkeeperError } from '@innkeeper/client'
import { Stack, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type KeyboardEvent, lazy, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { withTexts } from '../locales/i18n.ts'
import { afterFirstLoad } from '../ui/after-first-load.ts'
import { useRefusedQueryText } from './query/refused-query.ts'
import { SearchControls } from './query/search-controls.tsx'
import { SearchField } from './query/search-field.tsx'
import { useQueryText } from './query/use-query-text.ts'
import { Results } from './results/results.tsx'
import { useAnnouncement } from './results/use-announcement.ts'
import { SavedSearches } from './saved/saved-searches.tsx'
import classes from './search.module.css'
import { SearchHelp } from './search-help.tsx'
import { SearchHint } from './search-notes.tsx'
import { SearchToolbar } from './search-toolbar.tsx'
import { type SearchScope, useHitCount, useSearchResults } from './use-search.ts'

const AskTools = lazy(afterFirstLoad(withTexts(() => import('./asking/ask-tools.tsx'), 'asking')))

type Props = {
  scope: SearchScope
  /** The channel's; the browser's if all channels are searched. */
  timezone: string | undefined
  /** As it is in the address, so that it can be shared and returned to. */
  q: string
  onSearch: (q: string) => void
}

/** The search page of a channel, or of all channels. */
export function Search({ scope, timezone, q, onSearch }: Props) {
  const { t } = useTranslation()
  const query = useQueryText(q, onSearch)
  const found = useSearchResults(scope, q)
  const count = useHitCount(scope, found)
  const list = useRef<HTMLDivElement>(null)
  const refusalText = useRefusedQueryText()
  const [isHelpOpen, help] = useDisclosure(false)
  const [isSavedOpen, saved] = useDisclosure(false)
  const { results } = found
  const isEmpty = found.q === ''
  const refusal = !isEmpty && isRefused(results.error) ? results.error : undefined
  return (
    <Stack gap="xs">
      <search className={classes.head}>
        <SearchField
          query={query}
          label={t(scope === null ? 'search.labelAll' : 'search.label')}
          onDown={() => moveIn(list.current, 0)}
          error={refusal && refusalText(refusal.message)}
          isBusy={results.isFetching && !results.isFetchingNextPage}
        />
      </search>
      <SearchControls query={query} channelId={scope} timezone={timezone} />
      <SearchToolbar
        scope={scope}
        query={query}
        found={found}
        count={refusal ? undefined : count}
        isHelpOpen={isHelpOpen}
        onHelp={help.toggle}
        isSavedOpen={isSavedOpen}
        onSaved={saved.toggle}
      />
      {scope !== null && (
        <Stack mih={26}>
          <Suspense>
            <AskTools channelId={scope} timezone={timezone} typed={q} />
          </Suspense>
        </Stack>
      )}
      <SearchHelp isOpen={isHelpOpen} />
      {(isSavedOpen || isEmpty) && <SavedSearches scope={scope} isQuietWhenEmpty={!isSavedOpen} />}
      <VisuallyHidden role="status">{useAnnouncement(found, count)}</VisuallyHidden>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the links inside it. */}
      <div ref={list} onKeyDown={onListKey}>
        {isEmpty ? <SearchHint scope={scope} /> : !refusal && <Results {...{ scope, timezone, found }} />}
      </div>
    </Stack>
  )
}

function isRefused(error: Error | null): error is InnkeeperError {
  return error instanceof InnkeeperError && error.status === 400
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
