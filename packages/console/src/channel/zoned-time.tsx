import { Text, type TextProps } from '@mantine/core'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { findOwnTime, foreignZoneOf, localeOf, minutesAhead, useFormat } from '../ui/format/format.ts'
import { useChannel } from './channel.ts'

type Props = {
  at: string
  /** Date and time by default. */
  show?: 'time' | 'date' | 'dateTime'
  /** Also shows the person's own time beside it, not only in a tooltip. For single times, not for long lists. */
  beside?: boolean
}

/**
 * A moment in the channel's time zone. If the browser is in another zone, its own time is added as a tooltip. In lists, use
 * `<ZonedTime at={entry.at} />` with one `<ZoneNote />` above; for a single time use `<ZonedTime at={…} beside />`.
 */
export function ZonedTime({ at, show = 'dateTime', beside = false }: Props) {
  const { timezone } = useChannel()
  const format = useFormat(timezone)
  const own = useOwnTime(timezone)(at)
  const title = own === undefined ? format.dateTime(at) : `${format.dateTime(at)} (${timezone}) · ${own}`
  return (
    <>
      <time dateTime={at} title={title}>
        {format[show](at)}
      </time>
      {beside && own !== undefined && (
        <Text span inherit c="dimmed">
          {` · ${own}`}
        </Text>
      )}
    </>
  )
}

/** Says once, above a list of times, which time zone they are in. Empty if the browser is in the same zone. */
export function ZoneNote(props: Pick<TextProps, 'mt'>) {
  const { t } = useTranslation()
  const { timezone } = useChannel()
  const format = useFormat()
  if (foreignZoneOf(timezone) === undefined) return null
  const ahead = minutesAhead(timezone)
  const relation = ahead > 0 ? 'ahead' : ahead < 0 ? 'behind' : 'alike'
  return (
    <Text size="xs" c="dimmed" {...props}>
      {t(`shell.time.${relation}`, { zone: timezone, hours: format.hours(Math.abs(ahead) / 60) })}
    </Text>
  )
}

/** `useOwnTime(timezone)(at)`: "06:05 your time", or undefined if both zones show the same time. */
export function useOwnTime(timezone: string): (at: string) => string | undefined {
  const { t, i18n } = useTranslation()
  const locale = localeOf(i18n.language, navigator.languages)
  return useCallback(
    (at) => {
      const when = findOwnTime(at, locale, timezone)
      return when === undefined ? undefined : t('shell.time.own', { when })
    },
    [t, locale, timezone],
  )
}
