import { Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { Busiest } from './busiest.tsx'
import { FiguresGrid, UsageSkeleton } from './figures-grid.tsx'
import { ModelShare } from './model-share.tsx'
import { channelUsageQuery } from './queries.ts'
import { type ChosenSpan, spanBefore } from './span.ts'
import classes from './usage.module.css'

export function ChannelUsageView({ channelId, span }: { channelId: string; span: ChosenSpan }) {
  const { t } = useTranslation()
  const usage = useQuery({ ...channelUsageQuery(channelId, span), placeholderData: keepPreviousData })
  const before = useQuery(channelUsageQuery(channelId, spanBefore(span)))
  if (!usage.data) {
    if (usage.error) return <ErrorScreen error={usage.error} onRetry={() => void usage.refetch()} inline />
    return <UsageSkeleton />
  }
  const { daily, totals } = usage.data
  return (
    <Stack gap={40} className={classes.figures ?? ''} data-old={usage.isPlaceholderData || undefined}>
      {totals.messages === 0 && <Text c="dimmed">{t('usage.nothing')}</Text>}
      <FiguresGrid daily={daily} totals={totals} before={before.isError ? null : before.data?.totals} />
      <Busiest usage={usage.data} />
      <ModelShare model={usage.data.model} whose="channel" />
    </Stack>
  )
}
