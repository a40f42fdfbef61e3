import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format/format.ts'
import { useJoin } from '../../ui/format/join.ts'
import classes from '../settings.module.css'
import { isZoneLike, timezonesWith } from './settings-draft.ts'

type Props = { value: string; onChange: (zone: string) => void; error: string | undefined }

/** Out of several hundred; the rest is found by typing. */
const mostShown = 50

export function TimezoneField({ value, onChange, error }: Props) {
  const { t } = useTranslation()
  const join = useJoin()
  const zones = useMemo(() => timezonesWith(value).map((zone) => ({ value: zone, label: named(zone) })), [value])
  const time = useFormat(value).time(new Date().toISOString())
  return (
    <Select
      classNames={{ wrapper: classes.short ?? '' }}
      label={t('settings.timezone.label')}
      description={join.sentences(t('settings.timezone.text'), t('settings.timezone.now', { time }))}
      nothingFoundMessage={t('settings.timezone.none')}
      data={zones}
      value={value}
      onChange={(zone) => zone && onChange(zone)}
      filter={findZones}
      limit={mostShown}
      searchable
      allowDeselect={false}
      error={error}
    />
  )
}

const named = (zone: string) => zone.replaceAll('_', ' ')

const findZones: OptionsFilter = ({ options, search, limit }) => {
  const zones = options as ComboboxItem[]
  return zones.filter(({ value }) => isZoneLike(value, search)).slice(0, limit)
}
