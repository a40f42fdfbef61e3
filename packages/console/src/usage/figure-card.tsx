import { ActionIcon, Box, Card, Group, Skeleton, Text, Title } from '@mantine/core'
import { lazy, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconChartBar, IconMinus, IconTable, IconTrendingDown, IconTrendingUp } from '../ui/icons/icons.ts'
import { type Counter, changeOf, type Day, fullestOf, pointsOf } from './figures.ts'
import { useUsageFormat } from './use-usage-format.ts'

const FiguresTable = lazy(async () => ({ default: (await import('./figures-table.tsx')).FiguresTable }))
const Bars = lazy(() => import('./bars.tsx'))

type Props = {
  counter: Counter
  daily: readonly Day[]
  total: number
  /** The total of the same number of days before; undefined while loading, null if unavailable. */
  before: number | null | undefined
  isWide?: boolean
}

/** One counter: its total, how it changed, and when. */
export function FigureCard({ counter, daily, total, before, isWide = false }: Props) {
  const { t } = useTranslation()
  const format = useUsageFormat()
  const id = useId()
  const [isTable, setIsTable] = useState(false)
  const points = pointsOf(daily, counter)
  const name = t(`usage.counters.${counter}`)
  const height = isWide ? 220 : 160
  const shown = format.value(counter, total)
  const fullest = fullestOf(points)
  const toggle = isTable ? t('usage.table.back', { name }) : t('usage.table.show', { name })
  return (
    <Card component="section" aria-labelledby={id} withBorder radius="lg" padding="lg">
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="sm">
        <Box miw={0}>
          <Title order={2} size="sm" fw={500} c="dimmed" id={id}>
            {name}
          </Title>
          <Text fz={28} fw={600} lh={1.25} data-figure={counter}>
            {shown}
          </Text>
          {counter === 'messages' && (
            <Text size="xs" c="dimmed">
              {t('usage.messagesHint')}
            </Text>
          )}
          <ChangeNote count={total} before={before} days={daily.length} />
        </Box>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={toggle}
          title={toggle}
          onClick={() => setIsTable(!isTable)}
        >
          {isTable ? <IconChartBar size={20} stroke={1.5} /> : <IconTable size={20} stroke={1.5} />}
        </ActionIcon>
      </Group>
      {!isTable && !fullest && (
        <Text size="sm" c="dimmed">
          {t('usage.none')}
        </Text>
      )}
      {!isTable && fullest && (
        <Suspense fallback={<Skeleton height={height} />}>
          <Bars
            counter={counter}
            points={points}
            height={height}
            label={t('usage.chart', {
              name,
              total: shown,
              days: format.days(fullest),
              most: format.value(counter, fullest.count),
            })}
          />
        </Suspense>
      )}
      {isTable && (
        <Suspense fallback={<Skeleton height={height} />}>
          <FiguresTable counter={counter} points={points} />
        </Suspense>
      )}
    </Card>
  )
}

type ChangeProps = { count: number; before: number | null | undefined; days: number }

/** More is neither good nor bad here, so arrow and number have no colour. */
function ChangeNote({ count, before, days }: ChangeProps) {
  const { t } = useTranslation()
  const format = useUsageFormat()
  if (before === null) return null
  if (before === undefined) return <Skeleton height={12} width={140} my={5} />
  const change = changeOf(count, before)
  const Icon = { more: IconTrendingUp, less: IconTrendingDown, same: IconMinus, new: IconTrendingUp }[change.kind]
  const label = () => {
    if (change.kind === 'same') return t('usage.change.same', { count: days })
    if (change.kind === 'new') return t('usage.change.new', { count: days })
    return t('usage.change.against', { change: format.change(change.share), count: days })
  }
  return (
    <Group gap={6} wrap="nowrap" c="dimmed">
      <Icon size={16} stroke={1.5} aria-hidden />
      <Text size="sm">{label()}</Text>
    </Group>
  )
}
