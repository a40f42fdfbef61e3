import { Container, Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../channel/channel.ts'
import { ZoneNote } from '../channel/zoned-time.tsx'
import { useFormat } from '../ui/format/format.ts'
import { ChannelUsageView } from '../usage/channel-usage.tsx'
import { readSpan, type SpanParams } from '../usage/span.ts'
import { UsageHead } from '../usage/span-picker.tsx'

export default function UsageScreen() {
  const { t } = useTranslation()
  const { channelId, timezone } = useChannel()
  const search = useSearch({ from: '/app/channels/$channelId/usage' })
  const navigate = useNavigate()
  const today = useFormat(timezone).dayOf(new Date().toISOString())
  const span = readSpan(search, today)
  const change = (params: SpanParams) =>
    void navigate({
      to: '/channels/$channelId/usage',
      params: { channelId },
      search: params,
      replace: true,
      resetScroll: false,
    })
  return (
    <Container size="lg" py={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="lg">
        <UsageHead title={t('usage.title')} span={span} today={today} onChange={change} />
        <ZoneNote />
        <ChannelUsageView channelId={channelId} span={span} />
      </Stack>
    </Container>
  )
}
