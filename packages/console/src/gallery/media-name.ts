import type { GalleryItem } from '@innkeeper/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../ui/format/format.ts'

type Named = Pick<GalleryItem, 'type' | 'sender' | 'ts' | 'caption'>

/** The accessible name of a file that has no name of its own. */
export function useMediaName(timezone: string) {
  const { t } = useTranslation()
  const format = useFormat(timezone)
  return useMemo(
    () => ({
      /** Picture by Mika, 3 Mar 2026, 14:05 */
      full: ({ type, sender, ts, caption }: Named) => {
        const name = t(`gallery.name.${type}`, { sender, when: format.dateTime(ts) })
        return caption ? `${name}: ${caption}` : name
      },
      /** Mika · 3 Mar 2026, 14:05, under what they wrote */
      caption: ({ sender, ts, caption }: Named) =>
        [caption, `${sender} · ${format.dateTime(ts)}`].filter(Boolean).join('\n'),
    }),
    [t, format],
  )
}
