import type { GalleryItem, MediaType } from '@innkeeper/contract'
import { useHotkeys } from '@mantine/hooks'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../channel/channel.ts'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { useFormat } from '../ui/format/format.ts'
import { LoadMore } from '../ui/load-more.tsx'
import { MonthList } from './grid/month-list.tsx'
import { Lightbox } from './lightbox/lightbox.tsx'
import { groupByMonth, inOrder, isPicture } from './months.ts'
import { EmptyGallery, GallerySkeleton } from './placeholders.tsx'
import {
  createSelection,
  type GalleryActions,
  GalleryActionsContext,
  type Selection,
  SelectionContext,
} from './selection/selection.ts'
import { SelectionBar } from './selection/selection-bar.tsx'
import { useSelectMonth } from './selection/use-select-month.ts'
import { useGallery } from './use-gallery.ts'
import { useLiveGallery } from './use-live-gallery.ts'

/** The files of one selection: another type or month is another gallery, with its own selection. */
export function Gallery({ type, month }: { type: MediaType | undefined; month: string | undefined }) {
  const { t } = useTranslation()
  const { channelId, timezone } = useChannel()
  const { list, items } = useGallery(channelId, { type, month })
  useLiveGallery(channelId)
  const { dayOf } = useFormat(timezone)
  // Rendering another hundred takes a while; scrolling has priority.
  const drawn = useDeferredValue(items)
  const months = useMemo(() => groupByMonth(drawn, dayOf), [drawn, dayOf])
  const shown = useMemo(() => inOrder(months), [months])
  const [openId, setOpenId] = useState<string>()
  const [selection] = useState(createSelection)
  const actions = useActions(selection, shown, setOpenId)
  const selectMonth = useSelectMonth(list, dayOf, selection)
  useHotkeys([['Escape', () => openId === undefined && selection.remove([...selection.ids()])]])
  const { hasNextPage, fetchNextPage, isFetchNextPageError } = list

  if (list.isPending) return <GallerySkeleton />
  if (list.isError && items.length === 0) {
    return <ErrorScreen error={list.error} onRetry={() => void list.refetch()} inline />
  }
  if (items.length === 0 && !hasNextPage) return <EmptyGallery type={type} month={month} />
  const isFetchingNextPage = list.isFetchingNextPage || drawn !== items
  return (
    <SelectionContext value={selection}>
      <GalleryActionsContext value={actions}>
        <MonthList months={months} isOpenEnded={hasNextPage} onSelectMonth={selectMonth} />
      </GalleryActionsContext>
      <LoadMore
        list={{ hasNextPage, fetchNextPage, isFetchNextPageError, isFetchingNextPage }}
        loading={t('shell.loading')}
        failed={t('gallery.moreFailed')}
        end={t('gallery.end')}
      />
      <SelectionBar items={items} />
      <Opened
        id={openId}
        shown={shown}
        onClose={() => setOpenId(undefined)}
        {...(hasNextPage && { onNearEnd: () => void fetchNextPage({ cancelRefetch: false }) })}
      />
    </SelectionContext>
  )
}

type OpenedProps = {
  id: string | undefined
  shown: readonly GalleryItem[]
  onClose: () => void
  onNearEnd?: () => void
}

function Opened({ id, shown, onClose, onNearEnd }: OpenedProps) {
  const { channelId, timezone } = useChannel()
  const pictures = useMemo(() => shown.filter(isPicture), [shown])
  const index = pictures.findIndex((picture) => picture.id === id)
  if (index < 0) return null
  return (
    <Lightbox
      channelId={channelId}
      timezone={timezone}
      items={pictures}
      index={index}
      isComplete={!onNearEnd}
      onClose={onClose}
      {...(onNearEnd && { onNearEnd })}
    />
  )
}

/** Stable, so that thousands of tiles are not rendered again with every page. */
function useActions(selection: Selection, shown: readonly GalleryItem[], open: (id: string) => void): GalleryActions {
  const latest = useRef(shown)
  useEffect(() => {
    latest.current = shown
  }, [shown])
  return useMemo(() => {
    const select = (id: string, isShift: boolean) => {
      const order = () => latest.current.map((item) => item.id)
      if (isShift) selection.extendTo(id, order())
      else selection.toggle(id)
    }
    const press = (id: string, isShift: boolean) =>
      isShift || selection.ids().size > 0 ? select(id, isShift) : open(id)
    return { press, select }
  }, [selection, open])
}
