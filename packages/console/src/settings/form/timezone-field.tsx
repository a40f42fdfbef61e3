import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/format/format.ts'
import { useJoin } from '../../ui/format/join.ts'
import { TimezoneSelect } from '../../ui/timezone-select.tsx'
import classes from '../settings.module.css'

type Props = { value: string; onChange: (zone: string) => void; error: string | undefined }

export function TimezoneField({ value, onChange, error }: Props) {
  const { t } = useTranslation()
  const join = useJoin()
  const time = useFormat(value).time(new Date().toISOString())
  return (
    <TimezoneSelect
      classNames={{ wrapper: classes.short ?? '' }}
      label={t('settings.timezone.label')}
      description={join.sentences(t('settings.timezone.text'), t('settings.timezone.now', { time }))}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}
