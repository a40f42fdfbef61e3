import { messageTypes } from '@innkeeper/contract'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../channel/channel.ts'
import { usePeople, usePersonLabel } from '../channel/members.ts'
import { dateRanges } from '../ui/format/calendar.ts'
import { useFormat } from '../ui/format/format.ts'
import { IconCalendar, IconCategory, IconUser } from '../ui/icons/icons.ts'
import { LateDateRange, LateSelect } from '../ui/late-fields.tsx'
import classes from './exports.module.css'
import type { Choice } from './wish.ts'

type Props = { choice: Choice; onChange(change: Partial<Choice>): void }

/** Days, a person and a type. */
export function ExportFilters({ choice, onChange }: Props) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid everywhere.
    <div role="group" aria-label={t('exports.filters')} className={classes.filters}>
      <Days choice={choice} onChange={onChange} />
      {!choice.own && <Person choice={choice} onChange={onChange} />}
      <LateSelect
        label={t('exports.type')}
        placeholder={t('exports.anyType')}
        leftSection={<IconCategory size={16} stroke={1.5} />}
        data={messageTypes.map((type) => ({ value: type, label: t(`conversation.kinds.${type}`) }))}
        value={choice.type || null}
        onChange={(type) => onChange({ type: type ?? '' })}
        clearable
      />
    </div>
  )
}

function Days({ choice: { from, to }, onChange }: Props) {
  const { t } = useTranslation()
  const { timezone } = useChannel()
  const format = useFormat(timezone)
  const today = format.dayOf(new Date().toISOString())
  const { week, month, year } = dateRanges(today)
  const dayText = (day: string) => (day ? format.plainDate(day) : '')
  return (
    <LateDateRange
      type="range"
      text={from || to ? `${dayText(from)} – ${dayText(to)}` : ''}
      label={t('gallery.filters.datesLabel')}
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

function Person({ choice: { sender }, onChange }: Props) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const { people } = usePeople(channelId)
  const labelOf = usePersonLabel()
  return (
    <LateSelect
      label={t('gallery.filters.personLabel')}
      placeholder={t('gallery.filters.person')}
      nothingFoundMessage={t('gallery.filters.nobody')}
      leftSection={<IconUser size={16} stroke={1.5} />}
      data={people.map((person) => ({ value: person.userId, label: labelOf(person) }))}
      value={sender || null}
      onChange={(chosen) => onChange({ sender: chosen ?? '' })}
      searchable
      clearable
      limit={200}
    />
  )
}
