import type { AssistantConfig, Rule } from '@innkeeper/contract'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format/format.ts'
import { useJoin } from '../../ui/format/join.ts'
import { IconPlus } from '../../ui/icons/icons.ts'
import { RuleLink } from '../rule-link.tsx'
import { useMayEdit } from '../use-may-edit.ts'
import { anyRule, chooseRules, isFiltered } from './choose-rules.ts'
import { MovableRules } from './movable-rules.tsx'
import { RuleFilter } from './rule-filter.tsx'

type Props = { rules: readonly Rule[]; config: AssistantConfig }

export function Rules({ rules, config }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const join = useJoin()
  const { mayEdit } = useMayEdit()
  const [criteria, setCriteria] = useState(anyRule)
  const shown = chooseRules(rules, criteria, config.qa.mode)
  const count = { count: shown.length, number: format.count(shown.length), all: format.count(rules.length) }
  return (
    <Stack gap="sm" component="section" aria-label={t('assistant.list.label')}>
      <Group justify="space-between" gap="xs">
        <RuleFilter criteria={criteria} onChange={setCriteria} />
        {mayEdit && (
          <Button leftSection={<IconPlus size={16} />} renderRoot={(props) => <RuleLink rule="new" {...props} />}>
            {t('assistant.list.create')}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {isFiltered(criteria)
          ? t('assistant.list.some', count)
          : join.sentences(t('assistant.list.count', count), ...(mayEdit ? [t('assistant.list.order')] : []))}
      </Text>
      {mayEdit && !isFiltered(criteria) && (
        <Text size="xs" c="dimmed">
          {t('assistant.list.orderDetails')}
        </Text>
      )}
      <MovableRules rules={shown} all={rules} config={config} isFiltered={isFiltered(criteria)} />
    </Stack>
  )
}
