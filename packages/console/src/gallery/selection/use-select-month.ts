import { sizeLimits } from '@innkeeper/contract'
import { notifications } from '@mantine/notifications'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { useGallery } from '../use-gallery.ts'
import { type Selection, thatFit } from './selection.ts'

type List = ReturnType<typeof useGallery>['list']

/** Loads the rest of the month first, so that "all" means all, up to the limit of one download. */
export function useSelectMonth(list: List, dayOf: (at: string) => string, selection: Selection) {
  const { t } = useTranslation()
  const latest = useRef(list)
  useEffect(() => {
    latest.current = list
  }, [list])
  return useCallback(
    async (month: string) => {
      let known: Pick<List, 'data' | 'hasNextPage' | 'isError'> = latest.current
      const read = () => (known.data?.pages ?? []).flatMap((page) => page.items)
      const ofMonth = () => read().filter(({ ts }) => dayOf(ts).startsWith(month))
      const mayHoldMore = () =>
        known.hasNextPage && !known.isError && dayOf(read().at(-1)?.ts ?? '').slice(0, 7) >= month
      while (mayHoldMore() && ofMonth().length <= sizeLimits.zipFiles) known = await latest.current.fetchNextPage()
      const wanted = ofMonth().map(({ id }) => id)
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
