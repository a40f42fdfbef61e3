import { SimpleGrid, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SlowNote } from '../ui/slow-note.tsx'
import { FigureCard } from './figure-card.tsx'
import { channelCounters, type Day, type Totals } from './figures.ts'

type Props = { daily: readonly Day[]; totals: Totals; before: Totals | null | undefined }

/** The counters of channels; messages first and widest. */
export function FiguresGrid({ daily, totals, before }: Props) {
  const [first, ...others] = channelCounters
  const card = (counter: (typeof channelCounters)[number]) => (
    <FigureCard
      key={counter}
      counter={counter}
      daily={daily}
      total={totals[counter]}
      before={before === null ? null : before?.[counter]}
      isWide={counter === first}
    />
  )
  return (
    <Stack gap="md">
      {card(first)}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {others.map(card)}
      </SimpleGrid>
    </Stack>
  )
}

export function UsageSkeleton() {
  const { t } = useTranslation()
  return (
    <Stack gap="md" aria-busy>
      <VisuallyHidden role="status">{t('shell.loading')}</VisuallyHidden>
      <SlowNote />
      <Skeleton height={340} radius="lg" />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {[1, 2, 3, 4].map((index) => (
          <Skeleton key={index} height={280} radius="lg" />
        ))}
      </SimpleGrid>
    </Stack>
  )
}
