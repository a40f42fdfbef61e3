import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { IconChevronDown, IconChevronUp, IconDeviceFloppy } from '../ui/icons/icons.ts'
import { ClearControls } from './query/search-controls.tsx'
import type { QueryText } from './query/use-query-text.ts'
import { type HitCount, useCountText } from './results/use-announcement.ts'
import { NameDialog } from './saved/name-dialog.tsx'
import { useSavedSearches, useSaveSearch } from './saved/use-saved.ts'
import classes from './search.module.css'
import type { SearchResults, SearchScope } from './use-search.ts'

type Props = {
  scope: SearchScope
  query: QueryText
  found: SearchResults
  /** Undefined if the search was rejected. */
  count: HitCount | undefined
  isHelpOpen: boolean
  onHelp: () => void
  isSavedOpen: boolean
  onSaved: () => void
}

/** Between the field and the results: how many there are, saving the search, and what opens in place. */
export function SearchToolbar({ scope, query, found, count, isHelpOpen, onHelp, isSavedOpen, onSaved }: Props) {
  const { t } = useTranslation()
  const { results, q, hits } = found
  const { saved } = useSavedSearches(scope)
  const isSaved = saved.some((one) => one.query.q === q && one.channelId === scope)
  const canSave = q !== '' && count !== undefined && !isSaved
  const isCounted = q !== '' && results.isSuccess && (hits.length > 0 || results.hasNextPage)
  return (
    <Group justify="space-between" gap="xs" className={classes.toolbar}>
      <Group gap={4} wrap="nowrap">
        <Text size="sm" c="dimmed">
          {count && isCounted && <CountText isOld={results.isPlaceholderData} count={count} />}
        </Text>
        <ClearControls query={query} />
      </Group>
      <Group gap={4}>
        {canSave && <SaveButton scope={scope} q={q} />}
        {q !== '' && saved.length > 0 && (
          <Disclosure label={t('search.saved.title')} isOpen={isSavedOpen} onClick={onSaved} />
        )}
        <Disclosure label={t('search.help.title')} isOpen={isHelpOpen} onClick={onHelp} />
      </Group>
    </Group>
  )
}

function CountText({ isOld, count }: { isOld: boolean; count: HitCount }) {
  const { t } = useTranslation()
  const countText = useCountText()
  return isOld ? t('search.searching') : countText(count)
}

function SaveButton({ scope, q }: { scope: SearchScope; q: string }) {
  const { t } = useTranslation()
  const [isOpen, dialog] = useDisclosure(false)
  const save = useSaveSearch()
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconDeviceFloppy size={16} stroke={1.5} />}
        onClick={() => {
          save.reset()
          dialog.open()
        }}
      >
        {t('search.saved.save')}
      </Button>
      <NameDialog
        title={t('search.saved.save')}
        opened={isOpen}
        name={q.slice(0, 100)}
        saving={save}
        onClose={dialog.close}
        onName={(name) => save.mutate({ name, query: { q }, channelId: scope }, { onSuccess: dialog.close })}
      />
    </>
  )
}

function Disclosure({ label, isOpen, onClick }: { label: string; isOpen: boolean; onClick: () => void }) {
  const Icon = isOpen ? IconChevronUp : IconChevronDown
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      rightSection={<Icon size={14} aria-hidden />}
      aria-expanded={isOpen}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
