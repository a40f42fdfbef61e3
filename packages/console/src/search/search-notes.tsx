import { Kbd, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconSearch, IconSearchOff } from '../ui/icons/icons.ts'
import classes from './search.module.css'
import { isFiltered, type SearchCriteria } from './search-criteria.ts'

/** Before a search: what can be found, and how. */
export function SearchHint({ criteria }: { criteria: SearchCriteria }) {
  const { t } = useTranslation()
  const isNarrowed = isFiltered(criteria)
  const title = t(isNarrowed ? 'search.hint.filtered' : 'search.hint.title')
  const text = t(isNarrowed ? 'search.hint.filteredText' : 'search.hint.text')
  return (
    <Note icon={<IconSearch size="60%" stroke={1.5} />} title={title} text={text}>
      <Text size="xs" c="dimmed" visibleFrom="sm" component="div">
        <Kbd size="xs">/</Kbd> {t('search.hint.keys')}
      </Text>
    </Note>
  )
}

export function NothingFound({ term, criteria }: { term: string; criteria: SearchCriteria }) {
  const { t } = useTranslation()
  return (
    <Note
      icon={<IconSearchOff size="60%" stroke={1.5} />}
      title={t('search.none.title', { q: term })}
      text={t(isFiltered(criteria) ? 'search.none.filtered' : 'search.none.text')}
    />
  )
}

function Note(props: { icon: ReactNode; title: string; text: string; children?: ReactNode }) {
  const { icon, title, text, children } = props
  return (
    <Stack align="center" gap="xs" py={64} px="md" ta="center">
      <ThemeIcon size={56} radius="xl" variant="light" color="gray" aria-hidden>
        {icon}
      </ThemeIcon>
      <Title order={2} size="h4" className={classes.noteTitle} dir="auto">
        {title}
      </Title>
      <Text c="dimmed" maw={440}>
        {text}
      </Text>
      {children}
    </Stack>
  )
}
