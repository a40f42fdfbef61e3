import type { AssistantVersion } from '@innkeeper/contract'
import { Button, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { PersonLink } from '../../channel/person-link.tsx'
import { ZonedTime } from '../../channel/zoned-time.tsx'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { IconArrowBackUp, IconArrowLeft } from '../../ui/icons/icons.ts'
import { RowSkeletons } from '../../ui/rows.tsx'
import { useActorName } from '../use-actor-name.ts'
import { useMayChange } from '../use-may-edit.ts'
import { DifferenceList } from './difference-view.tsx'
import { describeFirst, findDifferences } from './differences.ts'
import { NameVersion } from './name-version.tsx'
import { assistantNowQuery, versionQuery } from './queries.ts'
import { RestoreDialog } from './restore-dialog.tsx'

/** A version: its changes, how it differs from now, and the button that restores it. */
export function VersionView({ version }: { version: string }) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const read = useQuery(versionQuery(channelId, version))
  return (
    <Stack gap="lg">
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconArrowLeft size={16} />}
        style={{ alignSelf: 'flex-start' }}
        renderRoot={(props) => (
          <Link to="/channels/$channelId/assistant" params={{ channelId }} search={{ part: 'versions' }} {...props} />
        )}
      >
        {t('assistantParts.versions.back')}
      </Button>
      {read.data ? (
        <Version of={read.data} />
      ) : read.error ? (
        <ErrorScreen inline error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <RowSkeletons />
      )}
    </Stack>
  )
}

function Version({ of: version }: { of: AssistantVersion }) {
  const { t } = useTranslation()
  const actorName = useActorName()
  const [other, setOther] = useState('before')
  return (
    <>
      <Group justify="space-between" align="flex-end" gap="md">
        <div>
          <Title order={2} size="h4">
            {t('assistantParts.versions.name', { version: version.version })}
            {version.label !== null && ` · ${version.label}`}
          </Title>
          <Text size="sm" c="dimmed">
            <PersonLink userId={version.by}>{actorName(version.by)}</PersonLink> · <ZonedTime at={version.at} beside />
          </Text>
        </div>
        <Actions version={version.version} label={version.label} />
      </Group>
      <SegmentedControl
        aria-label={t('assistantParts.versions.compare')}
        style={{ alignSelf: 'flex-start' }}
        data={[
          { value: 'before', label: t('assistantParts.versions.toBefore') },
          { value: 'now', label: t('assistantParts.versions.toNow') },
        ]}
        value={other}
        onChange={setOther}
      />
      {other === 'before' ? <SinceBefore of={version} /> : <UntilNow of={version} />}
    </>
  )
}

function Actions({ version, label }: { version: number; label: string | null }) {
  const { t } = useTranslation()
  const { mayChange, why } = useMayChange()
  const [isAsking, asking] = useDisclosure(false)
  if (!mayChange) {
    return (
      <Text size="sm" c="dimmed">
        {why}
      </Text>
    )
  }
  return (
    <Group gap="xs">
      <NameVersion version={version} label={label} />
      <Button variant="light" leftSection={<IconArrowBackUp size={16} />} onClick={asking.open}>
        {t('assistantParts.versions.restore')}
      </Button>
      <RestoreDialog version={version} opened={isAsking} onClose={asking.close} />
    </Group>
  )
}

function SinceBefore({ of: version }: { of: AssistantVersion }) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const isFirst = version.previous === null
  const before = useQuery({ ...versionQuery(channelId, String(version.previous)), enabled: !isFirst })
  const differences = useMemo(() => {
    if (isFirst) return describeFirst(version.changes, version.assistant)
    return before.data && findDifferences(before.data.assistant, version.assistant)
  }, [isFirst, before.data, version])
  if (!differences) {
    if (before.error) return <ErrorScreen inline error={before.error} onRetry={() => void before.refetch()} />
    return <RowSkeletons />
  }
  const isOfSilence = version.changes.some(({ members }) => members.includes('quietUntil'))
  return (
    <Stack gap="sm">
      {isFirst && <Text c="dimmed">{t('assistantParts.versions.first')}</Text>}
      {isOfSilence && <Text c="dimmed">{t('assistantParts.versions.silenced')}</Text>}
      {!(isOfSilence && differences.length === 0) && (
        <DifferenceList label={t('assistantParts.versions.toBefore')} of={differences} />
      )}
    </Stack>
  )
}

function UntilNow({ of: version }: { of: AssistantVersion }) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const now = useQuery(assistantNowQuery(channelId))
  const differences = useMemo(() => now.data && findDifferences(version.assistant, now.data), [now.data, version])
  if (!differences) {
    if (now.error) return <ErrorScreen inline error={now.error} onRetry={() => void now.refetch()} />
    return <RowSkeletons />
  }
  return <DifferenceList label={t('assistantParts.versions.toNow')} of={differences} />
}
