import { InnkeeperError } from '@innkeeper/client'
import type { ChannelSettings } from '@innkeeper/contract'
import { Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { useChannel } from '../../channel/channel.ts'
import { channelKey, overviewQuery, readSettings, settingsKey } from '../../channel/queries.ts'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { CollisionDialog } from '../../ui/editing/collision-dialog.tsx'
import { SaveBar } from '../../ui/editing/save-bar.tsx'
import { UnsavedGuard } from '../../ui/editing/unsaved-guard.tsx'
import { type ReadyEdited, useEdited } from '../../ui/editing/use-edited.ts'
import { LastChange, SettingsSkeleton } from '../setting-group.tsx'
import { PurgeDialog } from './purge-dialog.tsx'
import { usePurgeCheck } from './retention.ts'
import { SettingFields } from './setting-fields.tsx'
import { draftOf, refusedSettingOf, type SettingsDraft, settingNames } from './settings-draft.ts'
import { useSettingText } from './use-setting-text.ts'

/** All settings of the channel, saved together. */
export function SettingsForm() {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const client = useQueryClient()
  const edited = useEdited<ChannelSettings, SettingsDraft>({
    queryKey: settingsKey(channelId),
    read: readSettings(channelId),
    toDraft: draftOf,
    save: (body, ifMatch) => api.tagged('changeSettings', { channelId, body, ifMatch }),
    onSaved: () => {
      notifications.show({ message: t('editing.save.done') })
      // Days depend on the time zone, and messages beyond the retention are gone.
      void client.invalidateQueries({ queryKey: channelKey(channelId) })
      void client.invalidateQueries({ queryKey: overviewQuery.queryKey })
    },
  })
  if (edited.status === 'loading') return <SettingsSkeleton />
  if (edited.status === 'failed') return <ErrorScreen inline error={edited.error} onRetry={edited.retry} />
  return <Form edited={edited} />
}

function Form({ edited }: { edited: ReadyEdited<ChannelSettings, SettingsDraft> }) {
  const settingText = useSettingText()
  const { draft, failure, isDirty } = edited
  const saved = draftOf(edited.data)
  const purge = usePurgeCheck(draft.retentionDays, saved.retentionDays, edited.save)
  const refused = failure instanceof InnkeeperError ? refusedSettingOf(failure.message) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isDirty && purge.isValid) purge.check()
  }
  const fields = settingNames.map((name) => ({
    path: name,
    label: settingText.label(name),
    toText: (value: unknown) => settingText.value(name, value),
  }))
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xl">
        <SettingFields draft={draft} saved={saved} onChange={edited.change} refused={refused} />
        <LastChange settings={edited.data} />
        {failure && !refused && <ErrorScreen inline error={failure} />}
        {isDirty && (
          <SaveBar onDiscard={edited.reset} isSaving={edited.isSaving || purge.isChecking} isValid={purge.isValid} />
        )}
      </Stack>
      <PurgeDialog preview={purge.preview} opened={purge.isAsking} onConfirm={purge.confirm} onClose={purge.leave} />
      <CollisionDialog edited={edited} fields={fields} />
      <UnsavedGuard isDirty={isDirty} />
    </form>
  )
}
