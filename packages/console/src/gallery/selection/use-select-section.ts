import { sizeLimits } from '@innkeeper/contract'
import { notifications } from '@mantine/notifications'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { useGallery } from '../use-gallery.ts'
import { type Selection, thatFit } from './selection.ts'

type List = ReturnType<typeof useGallery>['list']

/** Loads the rest of the section first, so that "all" means all, up to the limit of one download. */
export function useSelectSection(list: List, dayOf: (at: string) => string, selection: Selection) {
  const { t } = useTranslation()
  const latest = useRef(list)
  useEffect(() => {
    latest.current = list
  }, [list])
  return useCallback(
    async (span: string) => {
      let known: Pick<List, 'data' | 'hasNextPage' | 'isError'> = latest.current
      const read = () => (known.data?.pages ?? []).flatMap((page) => page.items)
      const inSpan = () => read().filter(({ ts }) => dayOf(ts).startsWith(span))
      const mayHoldMore = () =>
        known.hasNextPage && !known.isError && dayOf(read().at(-1)?.ts ?? '').slice(0, span.length) >= span
      while (mayHoldMore() && inSpan().length <= sizeLimits.zipFiles) known = await latest.current.fetchNextPage()
      const wanted = inSpan().map(({ id }) => id)
      const fitting = thatFit(wanted, selection.ids(), sizeLimits.zipFiles)
      const left = wanted.filter((id) => !selection.ids().has(id)).length - fitting.length
      selection.add(fitting)
      if (left === 0) return
      const message = t('gallery.selection.full', { limit: sizeLimits.zipFiles })
      notifications.show({ message, position: 'top-center' })
    },
    [dayOf, selection, t],
  )
}
