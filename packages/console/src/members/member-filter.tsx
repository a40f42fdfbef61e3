import { CloseButton, Group, Select, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type MemberSearch, memberFilters } from './choose-members.ts'

type Props = { wish: MemberSearch; onChange: (wish: MemberSearch) => void }

export function MemberFilter({ wish, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <Group gap="xs" role="search" wrap="nowrap" w={{ base: '100%', xs: 'auto' }}>
      <TextInput
        flex={1}
        miw={{ base: 0, xs: 220 }}
        value={wish.name}
        onChange={(event) => onChange({ ...wish, name: event.currentTarget.value })}
        placeholder={t('members.find')}
        aria-label={t('members.find')}
        leftSection={<IconSearch size={16} />}
        rightSection={
          wish.name && (
            <CloseButton size="sm" aria-label={t('members.clear')} onClick={() => onChange({ ...wish, name: '' })} />
          )
        }
      />
      <Select
        w={{ base: 130, xs: 150 }}
        aria-label={t('members.filter.label')}
        data={memberFilters.map((value) => ({ value, label: t(`members.filter.${value}`) }))}
        value={wish.filter}
        onChange={(filter) => onChange({ ...wish, filter: filter ?? 'all' })}
        allowDeselect={false}
      />
    </Group>
  )
}
