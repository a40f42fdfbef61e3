import { ActionIcon } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { dateRanges } from '../../ui/format/calendar.ts'
import { useFormat } from '../../ui/format/format.ts'
import { IconCalendar, IconCategory, IconFilterOff, IconMinus } from '../../ui/icons/icons.ts'
import { LateDateRange, LateSelect, LateTagsInput } from '../../ui/late-fields.tsx'
import classes from '../search.module.css'
import { PersonControl } from './person-control.tsx'
import { type Controls, isNarrowed, type Kind, kinds, readControls, writeControls } from './query-controls.ts'
import type { QueryText } from './use-query-text.ts'

type Props = {
  query: QueryText
  /** The people to choose from, if they are known. */
  channelId: string | null
  /** The channel's; the browser's if there are several channels. */
  timezone: string | undefined
}

type ControlProps = { controls: Controls; onChange: (change: Partial<Controls>) => void }

/** The operators of the language as controls. They show what is typed, and write into the field what is chosen. */
export function SearchControls({ query, channelId, timezone }: Props) {
  const { t } = useTranslation()
  const controls = readControls(query.text)
  const change = (some: Partial<Controls>) => query.put(writeControls(query.text, some))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid everywhere.
    <div role="group" aria-label={t('search.filters.label')} className={classes.filters}>
      <PersonControl channelId={channelId} person={controls.person} onChange={(person) => change({ person })} />
      <KindControl controls={controls} onChange={change} />
      <DayControl controls={controls} onChange={change} timezone={timezone} />
      <WithoutControl controls={controls} onChange={change} />
    </div>
  )
}

/** Removes what the controls have written, and keeps the words. */
export function ClearControls({ query }: Pick<Props, 'query'>) {
  const { t } = useTranslation()
  if (!isNarrowed(query.text)) return null
  const clear = () => query.put(writeControls(query.text, { person: '', kind: '', from: '', to: '', without: [] }))
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={t('search.filters.clear')}
      title={t('search.filters.clear')}
      onClick={clear}
    >
      <IconFilterOff size={18} stroke={1.5} />
    </ActionIcon>
  )
}

function KindControl({ controls, onChange }: ControlProps) {
  const { t } = useTranslation()
  return (
    <LateSelect
      aria-label={t('search.filters.typeLabel')}
      placeholder={t('search.filters.type')}
      leftSection={<IconCategory size={16} stroke={1.5} />}
      data={kinds.map((kind) => ({ value: kind, label: t(`search.types.${kind}`) }))}
      value={controls.kind || null}
      onChange={(kind) => onChange({ kind: (kind ?? '') as Kind | '' })}
      clearable
    />
  )
}

function DayControl({ controls: { from, to }, onChange, timezone }: ControlProps & Pick<Props, 'timezone'>) {
  const { t } = useTranslation()
  const format = useFormat(timezone)
  const today = format.dayOf(new Date().toISOString())
  const { week, month, year } = dateRanges(today)
  const written = format.dayRange(from, to)
  return (
    <LateDateRange
      type="range"
      text={written}
      className={classes.days ?? ''}
      popoverProps={{ position: 'bottom-end' }}
      aria-label={`${t('search.filters.datesLabel')}: ${written || t('search.filters.dates')}`}
      placeholder={t('search.filters.dates')}
      leftSection={<IconCalendar size={16} stroke={1.5} />}
      allowSingleDateInRange
      clearable
      maxDate={today}
      value={[from || to || null, from ? to || null : null]}
      onChange={([first, last]) => onChange({ from: first ?? '', to: last ?? '' })}
      presets={[
        { value: week, label: t('search.presets.week') },
        { value: month, label: t('search.presets.month') },
        { value: year, label: t('search.presets.year') },
      ]}
    />
  )
}

function WithoutControl({ controls, onChange }: ControlProps) {
  const { t } = useTranslation()
  return (
    <LateTagsInput
      classNames={{ inputField: classes.without ?? '' }}
      aria-label={t('search.filters.withoutLabel')}
      placeholder={controls.without.length > 0 ? '' : t('search.filters.without')}
      leftSection={<IconMinus size={16} stroke={1.5} />}
      value={[...controls.without]}
      onChange={(without) => onChange({ without })}
      // A word that was typed but not confirmed counts, too.
      acceptValueOnBlur
      splitChars={[',', '、', '，']}
      clearable
    />
  )
}
