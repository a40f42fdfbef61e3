import { Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

export function EmptyConversation() {
  const { t } = useTranslation()
  return (
    <Stack h="100%" align="center" justify="center" gap="sm" p="xl" ta="center">
      <ThemeIcon size={56} radius="xl" variant="light" aria-hidden>
        <IconMessages size={28} stroke={1.5} />
      </ThemeIcon>
      <Title order={2} size="h3">
        {t('reader.empty.title')}
      </Title>
      <Text c="dimmed" maw={420}>
        {t('reader.empty.text')}
      </Text>
    </Stack>
  )
}
