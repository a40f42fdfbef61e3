import { CloseButton, Group, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconSearch } from '../ui/icons/icons.ts'
import { LateSelect } from '../ui/late-fields.tsx'
import { type MemberCriteria, memberFilters, memberSorts } from './choose-members.ts'

type Props = { criteria: MemberCriteria; onChange: (criteria: MemberCriteria) => void }

export function MemberFilter({ criteria, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <Group gap="xs" role="search" w={{ base: '100%', sm: 'auto' }}>
      <TextInput
        flex={{ base: '1 1 100%', sm: 1 }}
        miw={{ base: 0, xs: 200 }}
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
      <LateSelect
        flex={{ base: 1, sm: 'none' }}
        w={{ base: 'auto', sm: 150 }}
        aria-label={t('members.filter.label')}
        data={memberFilters.map((value) => ({ value, label: t(`members.filter.${value}`) }))}
        value={criteria.filter}
        onChange={(filter) => onChange({ ...criteria, filter: filter ?? 'all' })}
        allowDeselect={false}
      />
      <LateSelect
        flex={{ base: 1, sm: 'none' }}
        w={{ base: 'auto', sm: 170 }}
        aria-label={t('members.sort.label')}
        data={memberSorts.map((value) => ({ value, label: t(`members.sort.${value}`) }))}
        value={criteria.sort}
        onChange={(sort) => onChange({ ...criteria, sort: sort ?? 'role' })}
        allowDeselect={false}
      />
    </Group>
  )
}
