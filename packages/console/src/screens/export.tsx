import { Container, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ZoneNote } from '../channel/zoned-time.tsx'
import { ExportView } from '../exports/export-view.tsx'

export default function ExportScreen() {
  const { t } = useTranslation()
  return (
    <Container size="md" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="lg">
        <div>
          <Title order={1} size="h2">
            {t('exports.title')}
          </Title>
          <Text c="dimmed">{t('exports.text')}</Text>
        </div>
        <ZoneNote />
        <ExportView />
      </Stack>
    </Container>
  )
}
