import { type QaMode, qaModes } from '@innkeeper/contract'
import { Button, CloseButton, Group, Select, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { anyRule, isFiltered, type RuleState, type RuleWish, ruleStates } from './choose-rules.ts'

type Props = { wish: RuleWish; onChange: (wish: RuleWish) => void }

export function RuleFilter({ wish, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <Group gap="xs" role="search" aria-label={t('assistant.filter.label')}>
      <TextInput
        w={{ base: '100%', xs: 220 }}
        aria-label={t('assistant.filter.text')}
        placeholder={t('assistant.filter.text')}
        leftSection={<IconSearch size={16} />}
        value={wish.text}
        onChange={(event) => onChange({ ...wish, text: event.currentTarget.value })}
        rightSection={
          wish.text && (
            <CloseButton
              size="sm"
              aria-label={t('assistant.filter.clear')}
              onClick={() => onChange({ ...wish, text: '' })}
            />
          )
        }
      />
      <Select
        w={{ base: 'calc(50% - 5px)', xs: 160 }}
        aria-label={t('assistantParts.fields.match')}
        placeholder={t('assistant.filter.anyMode')}
        data={qaModes.map((mode) => ({ value: mode, label: t(`assistantParts.modes.${mode}`) }))}
        value={wish.mode}
        onChange={(mode) => onChange({ ...wish, mode: mode as QaMode | null })}
        clearable
      />
      <Select
        w={{ base: 'calc(50% - 5px)', xs: 160 }}
        aria-label={t('assistant.filter.state')}
        placeholder={t('assistant.filter.anyState')}
        data={ruleStates.map((state) => ({ value: state, label: t(`assistant.filter.states.${state}`) }))}
        value={wish.state}
        onChange={(state) => onChange({ ...wish, state: state as RuleState | null })}
        clearable
      />
      {isFiltered(wish) && (
        <Button variant="subtle" color="gray" onClick={() => onChange(anyRule)}>
          {t('assistant.filter.clear')}
        </Button>
      )}
    </Group>
  )
}
