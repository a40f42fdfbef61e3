import { List, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Coded } from '../ui/coded.tsx'

export function SignInHelp() {
  const { t } = useTranslation()
  return (
    <Stack gap={6} component="section">
      <Text component="h2" size="sm" fw={600}>
        {t('signIn.how.title')}
      </Text>
      <List size="sm" c="dimmed" spacing={4}>
        <List.Item>
          <Coded text={t('signIn.how.chat')} />
        </List.Item>
        <List.Item>
          <Coded text={t('signIn.how.operator')} />
        </List.Item>
      </List>
    </Stack>
  )
}
