import { Button, Kbd, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePeople } from '../channel/members.ts'
import { IconSearch, IconSearchOff } from '../ui/icons/icons.ts'
import { findOtherSearch } from './query/other-search.ts'
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
  if (scope !== null) return <NothingInChannel channelId={scope} q={q} />
  return (
    <Nothing q={q} text={t(isNarrowed(q) ? 'search.none.filtered' : 'search.none.text')}>
      <BySender q={q} />
    </Nothing>
  )
}

/** Its members are known, so a name that no one has can be pointed out. */
function NothingInChannel({ channelId, q }: { channelId: string; q: string }) {
  const { t } = useTranslation()
  const { people } = usePeople(channelId)
  const other = findOtherSearch(q, people)
  const usual = t(isNarrowed(q) ? 'search.none.filtered' : 'search.none.text')
  return (
    <Nothing q={q} text={other?.kind === 'stranger' ? t('search.none.stranger', { name: other.name }) : usual}>
      {other?.kind === 'photos' && <Instead channelId={channelId} q={other.q} label={t('search.none.photos')} />}
      {other?.kind === 'stranger' && other.meant && (
        <Instead channelId={channelId} q={other.meant.q} label={t('search.none.closest', { name: other.meant.name })} />
      )}
      <AllChannels q={q} />
    </Nothing>
  )
}

function Instead({ channelId, q, label }: { channelId: string; q: string; label: string }) {
  return (
    <Button
      variant="light"
      size="compact-md"
      renderRoot={(props) => <Link to="/channels/$channelId/search" params={{ channelId }} search={{ q }} {...props} />}
    >
      {label}
    </Button>
  )
}

function Nothing({ q, text, children }: { q: string; text: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Note icon={<IconSearchOff size="60%" stroke={1.5} />} title={t('search.none.title', { q })} text={text}>
      {children}
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
