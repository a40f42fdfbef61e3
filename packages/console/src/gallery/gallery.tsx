import type { GalleryItem, MediaType } from '@innkeeper/contract'
import { sizeLimits } from '@innkeeper/contract'
import { VisuallyHidden } from '@mantine/core'
import { useElementSize, useHotkeys } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { type KeyboardEvent, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannel } from '../channel/channel.ts'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { LoadMore } from '../paging/load-more.tsx'
import { useFormat } from '../use-format.ts'
import { EmptyGallery } from './empty-gallery.tsx'
import classes from './gallery.module.css'
import { type GalleryActions, GalleryActionsContext } from './gallery-actions.ts'
import { GallerySkeleton } from './gallery-skeleton.tsx'
import { Lightbox } from './lightbox.tsx'
import { MonthSection } from './month-section.tsx'
import { groupByMonth, inOrder, isPicture } from './months.ts'
import { neighbourOf } from './move-focus.ts'
import { thatFit } from './range.ts'
import { createSelection, SelectionContext } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useGallery } from './use-gallery.ts'
import { useLiveGallery } from './use-live-gallery.ts'

/** The files of one wish: another kind or month is another gallery, with a selection of its own. */
export function Gallery({ type, month }: { type: MediaType | undefined; month: string | undefined }) {
  const { t } = useTranslation()
  const { channelId, timezone } = useChannel()
  const { list, items } = useGallery(channelId, { type, month })
  useLiveGallery(channelId)
  const { dayOf } = useFormat(timezone)
  // Drawing a hundred more may take its time: whoever scrolls meanwhile goes first.
  const drawn = useDeferredValue(items)
  const months = useMemo(() => groupByMonth(drawn, dayOf), [drawn, dayOf])
  const shown = useMemo(() => inOrder(months), [months])
  const pictures = useMemo(() => shown.filter(isPicture), [shown])
  const { ref, width } = useElementSize()
  const [openId, setOpenId] = useState<string>()
  const [selection] = useState(createSelection)
  const actions = useActions(selection, shown, setOpenId)
  const selectMonth = useSelectMonth(list, dayOf, selection)
  useHotkeys([['Escape', () => openId === undefined && selection.remove([...selection.ids()])]])
  const openIndex = pictures.findIndex(({ id }) => id === openId)

  if (list.isPending) return <GallerySkeleton />
  if (list.isError && items.length === 0) {
    return <ErrorScreen error={list.error} onRetry={() => void list.refetch()} inline />
  }
  if (items.length === 0 && !list.hasNextPage) return <EmptyGallery type={type} month={month} />
  return (
    <SelectionContext value={selection}>
      <GalleryActionsContext value={actions}>
        <VisuallyHidden component="p">{t('gallery.keys')}</VisuallyHidden>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the buttons inside it. */}
        <div ref={ref} className={classes.months} onKeyDown={(event) => moveFocus(event, actions)}>
          {(width > 0 ? months : []).map((one, index) => (
            <MonthSection
              key={one.month}
              month={one}
              width={width}
              isOpenEnded={list.hasNextPage && index === months.length - 1}
              onSelectAll={selectMonth}
            />
          ))}
        </div>
        <LoadMore list={list} loading={t('shell.loading')} failed={t('gallery.moreFailed')} end={t('gallery.end')} />
        <SelectionBar items={shown} />
      </GalleryActionsContext>
      {openIndex >= 0 && (
        <Lightbox
          channelId={channelId}
          timezone={timezone}
          items={pictures}
          index={openIndex}
          onClose={() => setOpenId(undefined)}
          {...(list.hasNextPage && { onNearEnd: () => void list.fetchNextPage({ cancelRefetch: false }) })}
        />
      )}
    </SelectionContext>
  )
}

/** Stable, so that thousands of tiles are not drawn anew when a page more has come. */
function useActions(
  selection: ReturnType<typeof createSelection>,
  shown: readonly GalleryItem[],
  open: (id: string) => void,
): GalleryActions {
  const latest = useRef(shown)
  useEffect(() => {
    latest.current = shown
  }, [shown])
  return useMemo(() => {
    const select = (id: string, isShift: boolean) =>
      isShift
        ? selection.extendTo(
            id,
            latest.current.map((item) => item.id),
          )
        : selection.toggle(id)
    const press = (id: string, isShift: boolean) =>
      isShift || selection.ids().size > 0 ? select(id, isShift) : open(id)
    return { press, select }
  }, [selection, open])
}

type List = ReturnType<typeof useGallery>['list']

/** Reads on until the whole month is there, so that "all" means all; as many as one download can hold. */
function useSelectMonth(list: List, dayOf: (at: string) => string, selection: ReturnType<typeof createSelection>) {
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
      if (left > 0) {
        const message = t('gallery.selection.full', { limit: sizeLimits.zipFiles })
        notifications.show({ message, position: 'top-center' })
      }
    },
    [dayOf, selection, t],
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>, { select }: GalleryActions) {
  if (!(event.target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return
  const id = event.target.dataset.item
  if (id === undefined) return
  if (event.key === 'x') return select(id, event.shiftKey)
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-item]')]
  const from = tiles.indexOf(event.target)
  const boxAt = (index: number) => tiles[index]?.getBoundingClientRect() ?? new DOMRect()
  const to = neighbourOf(from, tiles.length, event.key, boxAt)
  if (to === from) return
  event.preventDefault()
  tiles[to]?.focus()
}
