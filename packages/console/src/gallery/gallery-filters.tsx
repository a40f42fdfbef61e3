import { Button, SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../channel/channel.ts'
import { usePeople, usePersonLabel } from '../channel/members.ts'
import { dateRanges } from '../ui/format/calendar.ts'
import { useFormat } from '../ui/format/format.ts'
import { IconCalendar, IconFilterOff, IconUser } from '../ui/icons/icons.ts'
import { LateDateRange, LateSelect } from '../ui/late-fields.tsx'
import { type Criteria, isNarrowed } from './criteria.ts'
import classes from './gallery.module.css'
import { spans } from './sections.ts'

type Props = { criteria: Criteria; onChange: (change: Partial<Criteria>) => void }

/** By person and dates, and how the files are grouped. */
export function GalleryFilters({ criteria, onChange }: Props) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid everywhere.
    <div role="group" aria-label={t('gallery.filters.label')} className={classes.filters}>
      <PersonFilter criteria={criteria} onChange={onChange} />
      <DayFilter criteria={criteria} onChange={onChange} />
      {criteria.kind !== 'link' && (
        <SegmentedControl
          className={classes.by ?? ''}
          aria-label={t('gallery.by.label')}
          value={criteria.by}
          data={spans.map((by) => ({ value: by, label: t(`gallery.by.${by}`) }))}
          onChange={(by) => onChange({ by })}
        />
      )}
      {isNarrowed(criteria) && (
        <Button
          variant="subtle"
          color="gray"
          className={classes.clear ?? ''}
          aria-label={t('gallery.filters.clear')}
          title={t('gallery.filters.clear')}
          onClick={() => onChange({ from: '', to: '', sender: '' })}
        >
          <IconFilterOff size={18} stroke={1.5} />
          <span className={classes.clearText}>{t('gallery.filters.clear')}</span>
        </Button>
      )}
    </div>
  )
}

function PersonFilter({ criteria, onChange }: Props) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const labelOf = usePersonLabel()
  const people = usePeople(channelId).people.map((person) => ({ value: person.userId, label: labelOf(person) }))
  // A sender from the URL who is not in the list. Still shown, so that the filter can be cleared.
  const isListed = criteria.sender === '' || people.some(({ value }) => value === criteria.sender)
  return (
    <LateSelect
      className={classes.person ?? ''}
      aria-label={t('gallery.filters.personLabel')}
      placeholder={t('gallery.filters.person')}
      nothingFoundMessage={t('gallery.filters.nobody')}
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
  const { from, to } = criteria
  const today = format.dayOf(new Date().toISOString())
  const { week, month, year } = dateRanges(today)
  const written = format.dayRange(from, to)
  return (
    <LateDateRange
      type="range"
      text={written}
      className={classes.days ?? ''}
      popoverProps={{ position: 'bottom-end' }}
      aria-label={`${t('gallery.filters.datesLabel')}: ${written || t('gallery.filters.dates')}`}
      placeholder={t('gallery.filters.dates')}
      leftSection={<IconCalendar size={16} stroke={1.5} />}
      allowSingleDateInRange
      clearable
      maxDate={today}
      value={[from || to || null, from ? to || null : null]}
      onChange={([first, last]) => onChange({ from: first ?? '', to: last ?? '' })}
      presets={[
        { value: week, label: t('gallery.presets.week') },
        { value: month, label: t('gallery.presets.month') },
        { value: year, label: t('gallery.presets.year') },
      ]}
    />
  )
}
