import { type QaMode, qaModes } from '@innkeeper/contract'
import { Button, CloseButton, Group, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconSearch } from '../../ui/icons/icons.ts'
import { anyRule, isFiltered, type RuleCriteria, type RuleState, ruleStates } from './choose-rules.ts'

type Props = { id: string; criteria: RuleCriteria; onChange: (criteria: RuleCriteria) => void }

export function RuleFilter({ id, criteria, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <Group id={id} gap="xs" role="search" aria-label={t('assistant.filter.label')}>
      <TextInput
        w={{ base: '100%', xs: 220 }}
        aria-label={t('assistant.filter.text')}
        placeholder={t('assistant.filter.text')}
        leftSection={<IconSearch size={16} />}
        value={criteria.text}
        onChange={(event) => onChange({ ...criteria, text: event.currentTarget.value })}
        rightSection={
          criteria.text && (
            <CloseButton
              size="sm"
              aria-label={t('assistant.filter.clear')}
              onClick={() => onChange({ ...criteria, text: '' })}
            />
          )
        }
      />
      <Select
        w={{ base: 'calc(50% - 5px)', xs: 160 }}
        aria-label={t('assistant.fields.match')}
        placeholder={t('assistant.filter.anyMode')}
        data={qaModes.map((mode) => ({ value: mode, label: t(`assistant.modes.${mode}`) }))}
        value={criteria.mode}
        onChange={(mode) => onChange({ ...criteria, mode: mode as QaMode | null })}
        clearable
      />
      <Select
        w={{ base: 'calc(50% - 5px)', xs: 160 }}
        aria-label={t('assistant.filter.state')}
        placeholder={t('assistant.filter.anyState')}
        data={ruleStates.map((state) => ({ value: state, label: t(`assistant.filter.states.${state}`) }))}
        value={criteria.state}
        onChange={(state) => onChange({ ...criteria, state: state as RuleState | null })}
        clearable
      />
      {isFiltered(criteria) && (
        <Button variant="subtle" color="gray" onClick={() => onChange(anyRule)}>
          {t('assistant.filter.clear')}
        </Button>
      )}
    </Group>
  )
}
