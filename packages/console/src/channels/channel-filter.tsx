import type { ChannelCard } from '@innkeeper/contract'
import { Button, CloseButton, Group, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconSearch } from '../ui/icons/icons.ts'
import { anyChannel, backupStateOf, backupStates, type ChannelCriteria } from './choose-channels.ts'

type Props = { cards: readonly ChannelCard[]; criteria: ChannelCriteria; onChange: (criteria: ChannelCriteria) => void }

const roles = ['owner', 'admin', 'member', 'guest'] as const
const statuses = ['active', 'disabled'] as const

/** Shows only filters that make a difference: people who own all their channels need no filter by role. */
export default function ChannelFilter({ cards, criteria, onChange }: Props) {
  const { t } = useTranslation()
  const among = <Value extends string>(values: readonly Value[], readFrom: (card: ChannelCard) => Value) =>
    values.filter((value) => cards.some((card) => readFrom(card) === value))
  const wants = criteria.role ?? criteria.status ?? criteria.backup ?? (criteria.name || null)
  return (
    <Group gap="xs" role="search">
      <TextInput
        w={{ base: '100%', xs: 220 }}
        value={criteria.name}
        onChange={(event) => onChange({ ...criteria, name: event.currentTarget.value })}
        placeholder={t('channels.find')}
        aria-label={t('channels.find')}
        leftSection={<IconSearch size={16} />}
        rightSection={
          criteria.name && (
            <CloseButton
              size="sm"
              aria-label={t('channels.filter.clear')}
              onClick={() => onChange({ ...criteria, name: '' })}
            />
          )
        }
      />
      <Choice
        label={t('channels.filter.role')}
        any={t('channels.filter.anyRole')}
        options={among(roles, ({ role }) => role).map((role) => ({ value: role, label: t(`channels.role.${role}`) }))}
        value={criteria.role}
        onChoose={(role) => onChange({ ...criteria, role })}
      />
      <Choice
        label={t('channels.filter.status')}
        any={t('channels.filter.anyStatus')}
        options={among(statuses, ({ status }) => status).map((status) => ({
          value: status,
          label: t(`channels.status.${status}`),
        }))}
        value={criteria.status}
        onChoose={(status) => onChange({ ...criteria, status })}
      />
      <Choice
        label={t('channels.filter.backup')}
        any={t('channels.filter.anyBackup')}
        options={among(backupStates, backupStateOf).map((state) => ({
          value: state,
          label: t(`channels.backup.${state}`),
        }))}
        value={criteria.backup}
        isLong
        onChoose={(backup) => onChange({ ...criteria, backup })}
      />
      {wants !== null && (
        <Button variant="subtle" color="gray" onClick={() => onChange(anyChannel)}>
          {t('channels.filter.clear')}
        </Button>
      )}
    </Group>
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  any: string
  options: { value: Value; label: string }[]
  value: Value | null
  /** Its options are sentences. */
  isLong?: boolean
  onChoose: (value: Value | null) => void
}

function Choice<Value extends string>({ label, any, options, value, isLong, onChoose }: ChoiceProps<Value>) {
  if (options.length < 2 && value === null) return null
  return (
    <Select
      w={isLong ? { base: '100%', xs: 260 } : { base: 'calc(50% - 5px)', xs: 150 }}
      aria-label={label}
      placeholder={any}
      data={options}
      value={value}
      onChange={onChoose}
      clearable
    />
  )
}
