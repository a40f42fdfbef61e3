import { Button, Kbd, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconSearch, IconSearchOff } from '../ui/icons/icons.ts'
import { asSender } from './query/people.ts'
import { isNarrowed } from './query/query-controls.ts'
import classes from './search.module.css'
import type { SearchScope } from './use-search.ts'

/** Before a search: what can be found, and how. */
export function SearchHint({ scope }: { scope: SearchScope }) {
  const { t } = useTranslation()
  return (
    <Note
      icon={<IconSearch size="60%" stroke={1.5} />}
      title={t(scope === null ? 'search.hint.titleAll' : 'search.hint.title')}
      text={t('search.hint.text')}
    >
      {scope !== null && <AllChannels q="" />}
      <Text size="xs" c="dimmed" visibleFrom="sm" component="div">
        <Kbd size="xs">/</Kbd> {t('search.hint.keys')}
      </Text>
    </Note>
  )
}

export function NothingFound({ scope, q }: { scope: SearchScope; q: string }) {
  const { t } = useTranslation()
  return (
    <Note
      icon={<IconSearchOff size="60%" stroke={1.5} />}
      title={t('search.none.title', { q })}
      text={t(isNarrowed(q) ? 'search.none.filtered' : 'search.none.text')}
    >
      {scope === null ? <BySender q={q} /> : <AllChannels q={q} />}
    </Note>
  )
}

/** The words may be a name. In one channel, people with that name are listed. */
function BySender({ q }: { q: string }) {
  const { t } = useTranslation()
  const from = asSender(q)
  if (from === undefined) return null
  return (
    <Button
      variant="light"
      size="compact-md"
      renderRoot={(props) => <Link to="/search" search={{ q: from }} {...props} />}
    >
      {t('search.none.from')}
    </Button>
  )
}

function AllChannels({ q }: { q: string }) {
  const { t } = useTranslation()
  return (
    <Button variant="light" size="compact-md" renderRoot={(props) => <Link to="/search" search={{ q }} {...props} />}>
      {t('search.none.all')}
    </Button>
  )
}

function Note(props: { icon: ReactNode; title: string; text: string; children?: ReactNode }) {
  const { icon, title, text, children } = props
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
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
