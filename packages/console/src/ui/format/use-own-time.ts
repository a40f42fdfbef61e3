import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from './format.ts'
import { findOwnTime } from './own-time.ts'

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
