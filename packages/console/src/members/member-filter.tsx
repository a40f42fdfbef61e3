import { CloseButton, Group, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconSearch } from '../ui/icons/icons.ts'
import { type MemberCriteria, memberFilters } from './choose-members.ts'

type Props = { criteria: MemberCriteria; onChange: (criteria: MemberCriteria) => void }

export function MemberFilter({ criteria, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <Group gap="xs" role="search" wrap="nowrap" w={{ base: '100%', xs: 'auto' }}>
      <TextInput
        flex={1}
        miw={{ base: 0, xs: 220 }}
        value={criteria.name}
        onChange={(event) => onChange({ ...criteria, name: event.currentTarget.value })}
        placeholder={t('members.find')}
        aria-label={t('members.find')}
        leftSection={<IconSearch size={16} />}
        rightSection={
          criteria.name && (
            <CloseButton
              size="sm"
              aria-label={t('members.clear')}
              onClick={() => onChange({ ...criteria, name: '' })}
            />
          )
        }
      />
      <Select
        w={{ base: 130, xs: 150 }}
        aria-label={t('members.filter.label')}
        data={memberFilters.map((value) => ({ value, label: t(`members.filter.${value}`) }))}
        value={criteria.filter}
        onChange={(filter) => onChange({ ...criteria, filter: filter ?? 'all' })}
        allowDeselect={false}
      />
    </Group>
  )
}
