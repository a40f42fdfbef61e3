import type { GalleryItem } from '@innkeeper/contract'
import { useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../channel/channel.ts'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { afterFirstLoad } from '../ui/after-first-load.ts'
import { useFormat } from '../ui/format/format.ts'
import { LoadMore } from '../ui/load-more.tsx'
import type { Criteria } from './criteria.ts'
import { SectionList } from './grid/section-list.tsx'
import { Lightbox } from './lightbox/lightbox.tsx'
import { EmptyGallery, GallerySkeleton } from './placeholders.tsx'
import { groupItems, inOrder, isPicture } from './sections.ts'
import {
  createSelection,
  type GalleryActions,
  GalleryActionsContext,
  type Selection,
  SelectionContext,
} from './selection/selection.ts'
import { useSelectSection } from './selection/use-select-section.ts'
import { useGallery } from './use-gallery.ts'
import { useLiveGallery } from './use-live-gallery.ts'

const SelectionBar = lazy(
  afterFirstLoad(async () => ({ default: (await import('./selection/selection-bar.tsx')).SelectionBar })),
)

/** With other filters it is another gallery, with its own selection. */
export function Gallery({ criteria }: { criteria: Criteria }) {
  const { t } = useTranslation()
  const { channelId, timezone } = useChannel()
  const { list, items } = useGallery(channelId, criteria)
  useLiveGallery(channelId)
  const { dayOf } = useFormat(timezone)
  // Rendering another hundred takes a while; scrolling has priority.
  const drawn = useDeferredValue(items)
  const { by } = criteria
  const sections = useMemo(() => groupItems(drawn, by, dayOf), [drawn, by, dayOf])
  const shown = useMemo(() => inOrder(sections), [sections])
  const [openId, setOpenId] = useState<string>()
  const [selection] = useState(createSelection)
  const actions = useActions(selection, shown, setOpenId)
  const selectSection = useSelectSection(list, dayOf, selection)
  useHotkeys([['Escape', () => openId === undefined && selection.remove([...selection.ids()])]])
  const { hasNextPage, fetchNextPage, isFetchNextPageError } = list

  if (list.isPending) return <GallerySkeleton />
  if (list.isError && items.length === 0) {
    return <ErrorScreen error={list.error} onRetry={() => void list.refetch()} inline />
  }
  if (items.length === 0 && !hasNextPage) return <EmptyGallery criteria={criteria} />
  const isFetchingNextPage = list.isFetchingNextPage || drawn !== items
  return (
    <SelectionContext value={selection}>
      <GalleryActionsContext value={actions}>
        <SectionList sections={sections} isOpenEnded={hasNextPage} onSelectSection={selectSection} />
      </GalleryActionsContext>
      <LoadMore
        list={{ hasNextPage, fetchNextPage, isFetchNextPageError, isFetchingNextPage }}
        loading={t('shell.loading')}
        failed={t('gallery.moreFailed')}
        end={t('gallery.end')}
      />
      <Suspense>
        <SelectionBar items={items} />
      </Suspense>
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
