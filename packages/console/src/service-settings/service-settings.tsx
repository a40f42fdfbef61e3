import { Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { groupsOf } from '../errors/service-settings/setting-field.ts'
import { signInsQuery } from '../session/queries.ts'
import { UnsavedGuard } from '../ui/editing/unsaved-guard.tsx'
import { SlowNote } from '../ui/slow-note.tsx'
import { LateServiceWebhooks } from '../webhooks/late-webhooks.tsx'
import { OperatorChanges } from './operator-changes.tsx'
import { serviceSettingsQuery } from './queries.ts'
import { RestartNote } from './restart-note.tsx'
import { type Changes, changesOf } from './setting-changes.ts'
import { SettingsGroup } from './settings-group.tsx'

const nothing: Changes = new Map()

/** Settings of the service that can change while it runs, and what operators changed. */
export function ServiceSettings() {
  const { t } = useTranslation()
  const list = useQuery(serviceSettingsQuery)
  const canChange = useQuery(signInsQuery).data?.signIns.find(({ current }) => current)?.scope !== 'read'
  const [changes, setChanges] = useState(nothing)
  if (!list.data) {
    if (!list.error) return <Skeletons />
    return <ErrorScreen inline error={list.error} onRetry={() => void list.refetch()} />
  }
  const { settings } = list.data
  return (
    <Stack gap={40}>
      <RestartNote settings={settings} />
      {!canChange && <Text c="dimmed">{t('editing.readOnlyKey')}</Text>}
      {groupsOf(settings).map((one) => (
        <SettingsGroup key={one.group} {...one} changes={changes} setChanges={setChanges} canChange={canChange} />
      ))}
      <LateServiceWebhooks canWrite={canChange} />
      <OperatorChanges />
      <UnsavedGuard isDirty={changesOf(changes, settings).length > 0} />
    </Stack>
  )
}

function Skeletons() {
  const { t } = useTranslation()
  return (
    <Stack gap="lg" aria-busy>
      <VisuallyHidden role="status">{t('shell.loading')}</VisuallyHidden>
      <SlowNote />
      {[220, 460, 320].map((height) => (
        <Skeleton key={height} height={height} radius="lg" />
      ))}
    </Stack>
  )
}
