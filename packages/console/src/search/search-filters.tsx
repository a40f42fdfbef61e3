import { messageTypes } from '@innkeeper/contract'
import { ActionIcon, Select } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../channel/channel.ts'
import { membersQuery } from '../channel/members.ts'
import range from '../ui/date-range.module.css'
import { dateRanges } from '../ui/format/calendar.ts'
import { useFormat } from '../ui/format/format.ts'
import { IconCalendar, IconCategory, IconFilterOff, IconUser } from '../ui/icons/icons.ts'
import classes from './search.module.css'
import { isFiltered, type SearchCriteria } from './search-criteria.ts'

type Props = { criteria: SearchCriteria; onChange: (change: Partial<SearchCriteria>) => void }

/** Filters by sender, type and date. */
export function SearchFilters({ criteria, onChange }: Props) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid everywhere.
    <div role="group" aria-label={t('search.filters.label')} className={classes.filters}>
      <PersonFilter criteria={criteria} onChange={onChange} />
      <Select
        aria-label={t('search.filters.typeLabel')}
        placeholder={t('search.filters.type')}
        leftSection={<IconCategory size={16} stroke={1.5} />}
        data={messageTypes.map((type) => ({ value: type, label: t(`search.types.${type}`) }))}
        value={criteria.type || null}
        onChange={(type) => onChange({ type: type ?? '' })}
        clearable
      />
      <DayFilter criteria={criteria} onChange={onChange} />
      {isFiltered(criteria) && (
        <ActionIcon
          className={classes.clear ?? ''}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('search.filters.clear')}
          title={t('search.filters.clear')}
          onClick={() => onChange({ from: '', to: '', sender: '', type: '' })}
        >
          <IconFilterOff size={18} stroke={1.5} />
        </ActionIcon>
      )}
    </div>
  )
}

function PersonFilter({ criteria, onChange }: Props) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const { data } = useQuery(membersQuery(channelId))
  const people = (data?.members ?? []).map(({ userId, displayName, status }) => ({
    value: userId,
    label: status === 'left' ? t('search.filters.left', { name: displayName }) : displayName,
  }))
  // A sender from the URL who is not in the list. Still shown, so that the filter can be cleared.
  const isListed = criteria.sender === '' || people.some(({ value }) => value === criteria.sender)
  return (
    <Select
      aria-label={t('search.filters.personLabel')}
      placeholder={t('search.filters.person')}
      nothingFoundMessage={t('search.filters.nobody')}
      leftSection={<IconUser size={16} stroke={1.5} />}
      data={isListed ? people : [...people, { value: criteria.sender, label: criteria.sender }]}
      value={criteria.sender || null}
      onChange={(sender) => onChange({ sender: sender ?? '' })}
      searchable
      clearable
      limit={200}
    />
  )
}

function DayFilter({ criteria, onChange }: Props) {
  const { t } = useTranslation()
  const { timezone } = useChannel()
  const format = useFormat(timezone)
  const today = format.dayOf(new Date().toISOString())
  const { week, month, year } = dateRanges(today)
  const dayWritten = (day: string) => (day ? format.plainDate(day) : '')
  const written = criteria.from || criteria.to ? `${dayWritten(criteria.from)} – ${dayWritten(criteria.to)}` : ''
  return (
    <DatePickerInput
      type="range"
      className={classes.days ?? ''}
      classNames={{ datePickerRoot: range.picker ?? '', presetsList: range.presets ?? '' }}
      popoverProps={{ position: 'bottom-end' }}
      aria-label={`${t('search.filters.datesLabel')}: ${written || t('search.filters.dates')}`}
      placeholder={t('search.filters.dates')}
      leftSection={<IconCalendar size={16} stroke={1.5} />}
      allowSingleDateInRange
      clearable
      maxDate={today}
      value={[criteria.from || criteria.to || null, criteria.from ? criteria.to || null : null]}
      valueFormatter={() => written}
      onChange={([from, to]) => onChange({ from: from ?? '', to: to ?? '' })}
      presets={[
        { value: week, label: t('search.presets.week') },
        { value: month, label: t('search.presets.month') },
        { value: year, label: t('search.presets.year') },
      ]}
    />
  )
}
