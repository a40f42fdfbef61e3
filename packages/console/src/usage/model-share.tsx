import type { Usage } from '@innkeeper/contract'
import { Progress, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Section } from '../ui/layout.tsx'
import { useUsageFormat } from './use-usage-format.ts'

type Props = { model: Usage['model']; whose: 'own' | 'channel' }

/** How many of today's tokens are used. Empty if no language model is set up. */
export function ModelShare({ model, whose }: Props) {
  const { t } = useTranslation()
  const { count } = useUsageFormat()
  if (!model) return null
  const { tokensToday, limitToday } = model
  const used = count(tokensToday)
  const label =
    limitToday === null ? t('usage.model.used', { used }) : t('usage.model.usedOf', { used, limit: count(limitToday) })
  return (
    <Section title={t(`usage.model.${whose}.title`)} text={t(`usage.model.${whose}.text`)}>
      <Stack gap={6} maw={420}>
        <Text size="sm" data-figure="modelTokens">
          {label}
        </Text>
        {limitToday !== null && (
          <Progress
            value={Math.min(100, (100 * tokensToday) / Math.max(1, limitToday))}
            color={tokensToday >= limitToday ? 'orange' : 'brand'}
            size="md"
            radius="xl"
            aria-label={label}
          />
        )}
      </Stack>
    </Section>
  )
}
