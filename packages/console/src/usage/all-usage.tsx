import { Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { Section } from '../ui/layout.tsx'
import { Comparison } from './comparison.tsx'
import { FigureCard } from './figure-card.tsx'
import { FiguresGrid, UsageSkeleton } from './figures-grid.tsx'
import { ModelShare } from './model-share.tsx'
import { usageQuery } from './queries.ts'
import { type Span, spanBefore } from './span.ts'
import classes from './usage.module.css'

export function AllUsage({ span }: { span: Span }) {
  const { t } = useTranslation()
  const usage = useQuery({ ...usageQuery(span), placeholderData: keepPreviousData })
  const before = useQuery(usageQuery(spanBefore(span)))
  if (!usage.data) {
    if (usage.error) return <ErrorScreen error={usage.error} onRetry={() => void usage.refetch()} inline />
    return <UsageSkeleton />
  }
  const { daily, totals, channels, model } = usage.data
  return (
    <Stack gap={40} className={classes.figures ?? ''} data-old={usage.isPlaceholderData || undefined}>
      {totals.messages === 0 && <Text c="dimmed">{t('usage.nothing')}</Text>}
      <FiguresGrid daily={daily} totals={totals} before={before.isError ? null : before.data?.totals} />
      {channels.length > 0 && <Comparison channels={channels} />}
      <Section title={t('usage.requests.title')} text={t('usage.requests.text')}>
        <FigureCard
          counter="apiRequests"
          daily={daily}
          total={totals.apiRequests}
          before={before.isError ? null : before.data?.totals.apiRequests}
        />
      </Section>
      <ModelShare model={model} whose="own" />
    </Stack>
  )
}
