import { useTranslation } from 'react-i18next'
import { type Format, formatFor, localeOf } from './format.ts'

/** `timezone` is that of the channel; left out where times are the reader's own. */
export function useFormat(timezone?: string): Format {
  const { i18n } = useTranslation()
  return formatFor(localeOf(i18n.language, navigator.languages), timezone)
}
