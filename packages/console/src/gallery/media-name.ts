import type { GalleryItem } from '@innkeeper/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../ui/format/format.ts'

type Named = Pick<GalleryItem, 'type' | 'sender' | 'ts'>

/** The accessible name of a file that has no name of its own. */
export function useMediaName(timezone: string) {
  const { t } = useTranslation()
  const format = useFormat(timezone)
  return useMemo(
    () => ({
      /** Picture by Mika, 3 Mar 2026, 14:05 */
      full: ({ type, sender, ts }: Named) => t(`gallery.name.${type}`, { sender, when: format.dateTime(ts) }),
      /** Mika · 3 Mar 2026, 14:05 */
      caption: ({ sender, ts }: Named) => `${sender} · ${format.dateTime(ts)}`,
    }),
    [t, format],
  )
}
