import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../../channel/channel.ts'
import { usePlatform } from '../../channel/platform.tsx'
import { settingsQuery } from '../../channel/queries.ts'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { LastChange, SettingGroup, SettingsSkeleton, SnapshotHint } from '../setting-group.tsx'
import type { SettingName } from './settings-draft.ts'
import { useSettingText } from './use-setting-text.ts'

const groups = {
  backup: ['backup', 'history', 'retentionDays'],
  people: ['newMemberRole'],
  bot: ['timezone', 'language', 'allowPush', 'askWithModel'],
} as const satisfies Record<string, readonly SettingName[]>

const groupNames = ['backup', 'people', 'bot'] as const

/** The settings as text, for people who cannot change them: disabled fields are hard to read. */
export function SettingsReading() {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const settingText = useSettingText()
  const settings = useQuery(settingsQuery(channelId))
  const canPush = usePlatform(channelId)?.abilities.pushes ?? true
  const isShown = (name: SettingName) => name !== 'allowPush' || canPush
  if (!settings.data) {
    if (!settings.error) return <SettingsSkeleton />
    return <ErrorScreen inline error={settings.error} onRetry={() => void settings.refetch()} />
  }
  const { data } = settings
  return (
    <Stack gap="xl">
      {groupNames.map((group) => (
        <SettingGroup key={group} title={t(`settings.groups.${group}`)}>
          {groups[group].filter(isShown).map((name) => (
            <div key={name}>
              <Text size="sm" fw={500}>
                {settingText.label(name)}
              </Text>
              <Text size="xs" c="dimmed">
                {t(`settings.${name}.text`)}
              </Text>
              <Text mt={4}>{settingText.value(name, data[name])}</Text>
            </div>
          ))}
          {group === 'backup' && <SnapshotHint />}
        </SettingGroup>
      ))}
      <LastChange settings={data} />
    </Stack>
  )
}
