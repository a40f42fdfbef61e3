import { Group, Skeleton, Text } from '@mantine/core'
import { IconMinus, IconTrendingDown, IconTrendingUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { changeOf } from './figures.ts'
import { useUsageFormat } from './use-usage-format.ts'

type Props = { count: number; before: number | null | undefined; days: number }

/** More is neither good nor bad here: an arrow and a number, in no colour. */
export function ChangeNote({ count, before, days }: Props) {
  const { t } = useTranslation()
  const format = useUsageFormat()
  if (before === null) return null
  if (before === undefined) return <Skeleton height={12} width={140} my={5} />
  const change = changeOf(count, before)
  const Icon = { more: IconTrendingUp, less: IconTrendingDown, same: IconMinus, new: IconTrendingUp }[change.kind]
  const words = () => {
    if (change.kind === 'same') return t('usage.change.same', { count: days })
    if (change.kind === 'new') return t('usage.change.new', { count: days })
    return t('usage.change.against', { change: format.change(change.share), count: days })
  }
  return (
    <Group gap={6} wrap="nowrap" c="dimmed">
      <Icon size={16} stroke={1.5} aria-hidden />
      <Text size="sm">{words()}</Text>
    </Group>
  )
}
