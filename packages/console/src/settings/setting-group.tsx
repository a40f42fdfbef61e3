import type { ChannelSettings } from '@innkeeper/contract'
import { Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../channel/channel.ts'
import { useNames } from '../channel/members.ts'
import { PersonInText } from '../channel/person-link.tsx'
import { useFormat } from '../ui/format/format.ts'
import { SlowNote } from '../ui/slow-note.tsx'
import classes from './settings.module.css'

/** Settings that belong together, in a frame. */
export function SettingGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Stack component="section" gap="sm" aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      <div className={classes.group}>{children}</div>
    </Stack>
  )
}

/** People look here for a copy of everything, which only the operator can make. */
export function SnapshotHint() {
  const { t } = useTranslation()
  return (
    <Text size="xs" c="dimmed">
      {t('settings.snapshot')}
    </Text>
  )
}

export function SettingsSkeleton() {
  const { t } = useTranslation()
  return (
    <Stack gap="lg" aria-busy>
      <VisuallyHidden role="status">{t('shell.loading')}</VisuallyHidden>
      <SlowNote />
      {[220, 120, 180].map((height) => (
        <Skeleton key={height} height={height} radius="lg" />
      ))}
    </Stack>
  )
}

export function LastChange({ settings: { updatedAt, updatedBy } }: { settings: ChannelSettings }) {
  const { t } = useTranslation()
  const { timezone } = useChannel()
  const format = useFormat(timezone)
  const nameOf = useNames()
  if (!updatedAt || !updatedBy) return null
  return (
    <Text size="sm" c="dimmed">
      <PersonInText
        userId={updatedBy}
        name={nameOf(updatedBy)}
        write={(who) => t('settings.updated', { when: format.dateTime(updatedAt), who })}
      />
    </Text>
  )
}
