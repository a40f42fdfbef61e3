import type { AssistantConfig, Rule } from '@innkeeper/contract'
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format/format.ts'
import { useJoin } from '../../ui/format/join.ts'
import { IconPlus, IconSearch } from '../../ui/icons/icons.ts'
import { RuleLink } from '../rule-link.tsx'
import { useIsWide } from '../use-is-wide.ts'
import { useMayEdit } from '../use-may-edit.ts'
import { anyRule, chooseRules, isFiltered } from './choose-rules.ts'
import { RuleRows } from './rule-rows.tsx'

// Lists of choices are larger than the list of rules.
const RuleFilter = lazy(async () => ({ default: (await import('./rule-filter.tsx')).RuleFilter }))

type Props = { rules: readonly Rule[]; config: AssistantConfig }

export function Rules({ rules, config }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const join = useJoin()
  const { mayEdit } = useMayEdit()
  const [criteria, setCriteria] = useState(anyRule)
  const isWide = useIsWide()
  const filterId = useId()
  const [isFiltering, setFiltering] = useState(false)
  const shown = chooseRules(rules, criteria, config.qa.mode)
  const count = { count: shown.length, number: format.count(shown.length), all: format.count(rules.length) }
  // On a phone, the explanation is below the list, so that the first rules are in view.
  const order = mayEdit && !isFiltered(criteria) && (
    <Text size="xs" c="dimmed">
      {join.sentences(t('assistant.list.order'), t('assistant.list.orderDetails'))}
    </Text>
  )
  return (
    <Stack gap={isWide ? 'sm' : 'xs'} component="section" aria-label={t('assistant.list.label')}>
      <Group justify="space-between" gap="xs">
        {(isWide || isFiltering) && (
          <Suspense fallback={<Skeleton height={36} width={isWide ? 560 : '100%'} />}>
            <RuleFilter id={filterId} criteria={criteria} onChange={setCriteria} />
          </Suspense>
        )}
        {!isWide && (
          <Button
            variant="default"
            leftSection={<IconSearch size={16} />}
            aria-expanded={isFiltering}
            aria-controls={filterId}
            onClick={() => {
              setFiltering(!isFiltering)
              // What is hidden must not hide rules.
              setCriteria(anyRule)
            }}
          >
            {t('assistant.filter.text')}
          </Button>
        )}
        {mayEdit && (
          <Button leftSection={<IconPlus size={16} />} renderRoot={(props) => <RuleLink rule="new" {...props} />}>
            {t('assistant.list.create')}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {isFiltered(criteria) ? t('assistant.list.some', count) : t('assistant.list.count', count)}
      </Text>
      {isWide && order}
      <RuleRows rules={shown} all={rules} config={config} isFiltered={isFiltered(criteria)} />
      {!isWide && order}
    </Stack>
  )
}
