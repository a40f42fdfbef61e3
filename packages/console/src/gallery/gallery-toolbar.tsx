import type { MediaType } from '@innkeeper/contract'
import { SegmentedControl } from '@mantine/core'
import { MonthPickerInput } from '@mantine/dates'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../api/client.ts'
import { useChannel } from '../channel/channel.ts'
import { channelKey } from '../channel/queries.ts'
import { useFormat } from '../ui/format/format.ts'
import { IconCalendar } from '../ui/icons/icons.ts'
import classes from './gallery.module.css'
import { lastDayOf } from './months.ts'

const kinds = ['all', 'image', 'video', 'audio', 'file'] as const

/** Which files are shown; the choice is in the URL. */
export function GalleryToolbar({ type, month }: { type: MediaType | undefined; month: string | undefined }) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const navigate = useNavigate()
  const show = (search: { type?: MediaType | undefined; month?: string | undefined }) =>
    void navigate({ to: '/channels/$channelId/gallery', params: { channelId }, search })
  return (
    <div className={classes.toolbar}>
      <div className={classes.types}>
        <SegmentedControl
          fullWidth
          aria-label={t('gallery.types.label')}
          value={type ?? 'all'}
          data={kinds.map((kind) => ({ value: kind, label: t(`gallery.types.${kind}`) }))}
          onChange={(kind) => show({ type: kind === 'all' ? undefined : kind, month })}
        />
      </div>
      <MonthJump month={month} onChange={(wanted) => show({ type, month: wanted })} />
    </div>
  )
}

function MonthJump({ month, onChange }: { month: string | undefined; onChange: (month?: string) => void }) {
  const { t } = useTranslation()
  const { channelId, timezone } = useChannel()
  const format = useFormat(timezone)
  const days = useQuery({ queryKey: [...channelKey(channelId), 'bounds'], queryFn: () => api.listDays({ channelId }) })
  const { firstDay, lastDay } = days.data ?? {}
  const written = month ? t('gallery.month.earlier', { month: format.month(month) }) : ''
  return (
    <MonthPickerInput
      aria-label={written ? `${t('gallery.month.label')}: ${written}` : t('gallery.month.label')}
      placeholder={t('gallery.month.label')}
      leftSection={<IconCalendar size={16} stroke={1.5} />}
      clearable
      value={month ? `${month}-01` : null}
      valueFormatter={() => written}
      onChange={(day) => onChange(day?.slice(0, 7))}
      {...(firstDay && { minDate: `${firstDay.slice(0, 7)}-01` })}
      {...(lastDay && { maxDate: lastDayOf(lastDay.slice(0, 7)) })}
      className={classes.jump ?? ''}
      clearButtonProps={{ 'aria-label': t('gallery.month.latest') }}
    />
  )
}
