import { Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SettingGroup } from './setting-group.tsx'

export function KeysSection() {
  const { t } = useTranslation()
  return (
    <SettingGroup title={t('settings.keys.title')}>
      <Group justify="space-between" gap="md">
        <Text size="sm" flex="1 1 280px">
          {t('settings.keys.text')}
        </Text>
        <Button variant="default" renderRoot={(props) => <Link to="/account" {...props} />}>
          {t('settings.keys.link')}
        </Button>
      </Group>
    </SettingGroup>
  )
}
