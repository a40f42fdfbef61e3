import type { AssistantVersionPage } from '@innkeeper/contract'
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { PersonLink } from '../../channel/person-link.tsx'
import { ZonedTime, ZoneNote } from '../../channel/zoned-time.tsx'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { Section } from '../../ui/layout.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { RowSkeletons } from '../../ui/rows.tsx'
import { useActorName } from '../use-actor-name.ts'
import { ChangeLine } from './change-line.tsx'
import { versionsQuery } from './queries.ts'
import { VersionView } from './version-view.tsx'
import classes from './versions.module.css'

export default function VersionsPart() {
  const { version } = useSearch({ from: '/app/channels/$channelId/assistant' })
  return version === undefined ? <VersionList /> : <VersionView key={version} version={version} />
}

function VersionList() {
  const { t } = useTranslation()
  return (
    <Section title={t('assistantParts.versions.title')} text={t('assistantParts.versions.text')}>
      <Versions />
    </Section>
  )
}

function Versions() {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const list = useInfiniteQuery(versionsQuery(channelId))
  const actorName = useActorName()
  if (!list.data) {
    if (list.error) return <ErrorScreen inline error={list.error} onRetry={() => void list.refetch()} />
    return <RowSkeletons />
  }
  const versions = list.data.pages.flatMap((page) => page.versions)
  const newest = versions[0]?.version
  if (newest === undefined) return <Text c="dimmed">{t('assistantParts.versions.none')}</Text>
  return (
    <>
      <ZoneNote />
      <ul className={classes.list} aria-label={t('assistantParts.versions.title')}>
        {versions.map((version) => (
          <VersionRow
            key={version.version}
            of={version}
            isCurrent={version.version === newest}
            actor={actorName(version.by)}
          />
        ))}
      </ul>
      <LoadMore
        list={list}
        loading={t('assistantParts.versions.loading')}
        failed={t('assistantParts.versions.failed')}
        end={t('assistantParts.versions.end')}
      />
    </>
  )
}

const mostLines = 4

type RowProps = { of: AssistantVersionPage['versions'][number]; isCurrent: boolean; actor: string }

function VersionRow({ of: { version, at, by, label, changes, changeCount }, isCurrent, actor }: RowProps) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  // Deletions first, because they're what someone looks for.
  const rank = ({ change }: (typeof changes)[number]) => (change === 'deleted' ? 0 : 1)
  const shown = changes.toSorted((one, other) => rank(one) - rank(other)).slice(0, mostLines)
  return (
    <li className={classes.version}>
      <Stack gap={6} className={classes.about ?? ''}>
        <Group gap="xs">
          <Text fw={500}>{t('assistantParts.versions.name', { version })}</Text>
          {label !== null && (
            <Text fw={500} className={classes.words ?? ''}>
              {label}
            </Text>
          )}
          {isCurrent && <Badge variant="light">{t('assistantParts.versions.current')}</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          <PersonLink userId={by}>{actor}</PersonLink> · <ZonedTime at={at} />
        </Text>
        {shown.map((change) => (
          <ChangeLine key={`${change.part} ${change.ruleId ?? ''}`} of={change} />
        ))}
        {changeCount > shown.length && (
          <Text size="sm" c="dimmed">
            {t('assistantParts.versions.more', { count: changeCount - shown.length })}
          </Text>
        )}
      </Stack>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t('assistantParts.versions.showLabel', { version })}
        renderRoot={(props) => (
          <Link
            to="/channels/$channelId/assistant"
            params={{ channelId }}
            search={{ part: 'versions', version: String(version) }}
            {...props}
          />
        )}
      >
        {t('assistantParts.versions.show')}
      </Button>
    </li>
  )
}
