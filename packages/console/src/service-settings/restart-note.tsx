import { Alert, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ServiceSetting } from '../errors/service-settings/setting-field.ts'
import { useSettingText } from '../errors/service-settings/use-setting-text.ts'
import { Coded } from '../ui/coded.tsx'
import { useJoin } from '../ui/format/join.ts'
import { IconRefreshAlert } from '../ui/icons/icons.ts'

/** Which settings wait for a restart, and how to restart. */
export function RestartNote({ settings }: { settings: readonly ServiceSetting[] }) {
  const { t } = useTranslation()
  const join = useJoin()
  const settingText = useSettingText()
  const waiting = settings.filter(({ needsRestart }) => needsRestart)
  if (waiting.length === 0) return null
  const names = join.list(waiting.map(({ name }) => settingText.label(name)))
  return (
    <Alert
      variant="default"
      radius="lg"
      role="status"
      icon={
        <IconRefreshAlert
          color="light-dark(var(--mantine-color-orange-8), var(--mantine-color-orange-4))"
          aria-hidden
        />
      }
      title={t('serviceSettings.restart.title')}
    >
      <Stack gap={4}>
        <Text size="sm">{t('serviceSettings.restart.waiting', { names })}</Text>
        <Text size="sm" c="dimmed">
          <Coded text={t('serviceSettings.restart.how')} />
        </Text>
      </Stack>
    </Alert>
  )
}
