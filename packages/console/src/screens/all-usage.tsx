import { Container, Stack, Text } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../ui/format/format.ts'
import { AllUsage } from '../usage/all-usage.tsx'
import { readSpan, type SpanParams } from '../usage/span.ts'
import { UsageHead } from '../usage/span-picker.tsx'

export default function AllUsageScreen() {
  const { t } = useTranslation()
  useDocumentTitle(`${t('usage.allTitle')} · ${t('shell.name')}`)
  const search = useSearch({ from: '/app/usage' })
  const navigate = useNavigate()
  const today = useFormat().dayOf(new Date().toISOString())
  const span = readSpan(search, today)
  const change = (params: SpanParams) =>
    void navigate({ to: '/usage', search: params, replace: true, resetScroll: false })
  return (
    <Container size="lg" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="lg">
        <UsageHead title={t('usage.allTitle')} span={span} today={today} onChange={change} />
        <Text size="sm" c="dimmed">
          {t('usage.allText')}
        </Text>
        <AllUsage span={span} />
      </Stack>
    </Container>
  )
}
