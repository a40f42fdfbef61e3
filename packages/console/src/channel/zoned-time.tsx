import { Text, type TextProps } from '@mantine/core'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { findOwnTime, foreignZoneOf, localeOf, minutesAhead, useFormat } from '../ui/format/format.ts'
import { useChannel } from './channel.ts'

type Props = {
  at: string
  /** How much is shown; a date and a time, unless told. */
  show?: 'time' | 'date' | 'dateTime'
  /** Shows the reader's own time beside it, too, instead of only where one points. For single times, not for long lists. */
  beside?: boolean
}

/**
 * A moment on a channel's screen, in the channel's time. Where the reader's clock shows another time, that is told as well:
 * `<ZonedTime at={entry.at} />` in lists, with one `<ZoneNote />` above them, and `<ZonedTime at={…} beside />` where it
 * stands alone. Where both clocks agree, neither says anything.
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

/** Says once, above many times, whose they are; nothing where the reader's clock shows the same. */
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

/** `useOwnTime(timezone)(at)`: "06:05 your time", or undefined where the channel's clocks and the reader's agree. */
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
