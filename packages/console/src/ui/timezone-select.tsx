import type { ComboboxItem, OptionsFilter, SelectProps } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { LateSelect } from './late-fields.tsx'
import { isZoneLike, timezonesWith } from './timezones.ts'

type Props = Pick<SelectProps, 'id' | 'classNames' | 'label' | 'description' | 'placeholder' | 'disabled' | 'error'> & {
  value: string
  onChange: (zone: string) => void
}

/** Out of several hundred; the rest is found by typing. */
const mostShown = 50

export function TimezoneSelect({ value, onChange, ...field }: Props) {
  const { t } = useTranslation()
  const zones = useMemo(() => timezonesWith(value).map((zone) => ({ value: zone, label: named(zone) })), [value])
  return (
    <LateSelect
      {...field}
      nothingFoundMessage={t('editing.noTimezone')}
      data={zones}
      value={value}
      onChange={(zone) => zone && onChange(zone)}
      filter={findZones}
      limit={mostShown}
      searchable
      allowDeselect={false}
    />
  )
}

const named = (zone: string) => zone.replaceAll('_', ' ')

const findZones: OptionsFilter = ({ options, search, limit }) => {
  const zones = options as ComboboxItem[]
  return zones.filter(({ value }) => isZoneLike(value, search)).slice(0, limit)
}
