import 'yet-another-react-lightbox/styles.css'
import 'yet-another-react-lightbox/plugins/captions.css'
import type { GalleryItem } from '@innkeeper/contract'
import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import YetAnotherLightbox, { isImageSlide, type Slide } from 'yet-another-react-lightbox'
import Captions from 'yet-another-react-lightbox/plugins/captions'
import Video from 'yet-another-react-lightbox/plugins/video'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import { mediaUrl } from '../../api/client.ts'
import { bookmarksQuery, useChangeBookmarks } from '../../channel/bookmarks.ts'
import { useActor } from '../../channel/channel.ts'
import { importedNote } from '../../channel/imported-note.ts'
import { hasPage } from '../../channel/person-link.tsx'
import { useNotifyFailure } from '../../errors/failure-notices.tsx'
import { useFormat } from '../../ui/format/format.ts'
import { IconBookmark, IconBookmarkFilled, IconDownload, IconMessage, IconUser } from '../../ui/icons/icons.ts'
import { useMediaName } from '../media-name.ts'
import classes from './lightbox.module.css'

export type LightboxItem = Pick<
  GalleryItem,
  'id' | 'ts' | 'sender' | 'senderId' | 'preview' | 'caption' | 'precision' | 'imported'
> & { type: 'image' | 'video' }

export type LightboxProps = {
  channelId: string
  /** The channel's time zone, for the captions. */
  timezone: string
  items: readonly LightboxItem[]
  /** The item to open first; people move on from there. */
  index: number
  /** `items` are all there are, so they can be counted. */
  isComplete?: boolean
  onClose: () => void
  /** Called near the last items: `items` may grow while it is open. */
  onNearEnd?: () => void
}

const nearEnd = 5

export function LightboxView(props: LightboxProps) {
  const { channelId, timezone, items, index, isComplete, onClose, onNearEnd } = props
  // Tracked, because the lightbox jumps to `index` whenever its slides change.
  const [currentId, setCurrentId] = useState(items[index]?.id)
  const slides = useSlides(channelId, timezone, items)
  const found = items.findIndex(({ id }) => id === currentId)
  const current = found < 0 ? Math.min(index, items.length - 1) : found
  const item = items[current]
  const move = (to: number) => {
    setCurrentId(items[to]?.id)
    if (to >= items.length - nearEnd) onNearEnd?.()
  }
  return (
    <YetAnotherLightbox
      open
      close={onClose}
      index={current}
      slides={slides}
      on={{ view: ({ index: to }) => move(to) }}
      plugins={[Captions, Video, Zoom]}
      className={`${classes.lightbox} ${isComplete ? classes.counted : ''}`}
      labels={useLabels()}
      carousel={{ finite: true, preload: 2, padding: 0 }}
      controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
      zoom={{ maxZoomPixelRatio: 3, scrollToZoom: true }}
      video={{ controls: true, playsInline: true, preload: 'none' }}
      toolbar={{ buttons: [item && <ItemButtons key="item" {...{ channelId, item, onClose }} />, 'zoom', 'close'] }}
      render={{
        controls: () => isComplete && <Counter items={items} current={current} />,
        slideHeader: ({ slide }) => <Placeholder slide={slide} />,
        iconError: () => item && <Failed channelId={channelId} item={item} />,
      }}
    />
  )
}

/** The tooltip says what is counted, because the page counts audio and files, too. Each slide has its position for screen readers. */
function Counter({ items, current }: { items: readonly LightboxItem[]; current: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const types = new Set(items.map(({ type }) => type))
  const [only] = types.size === 1 ? types : []
  return (
    <div className={classes.counter} aria-hidden title={t(`gallery.lightbox.counted.${only ?? 'all'}`)}>
      {t('gallery.lightbox.count', { number: format.count(current + 1), total: format.count(items.length) })}
    </div>
  )
}

/** Shows the thumbnail while the picture is loading. */
function Placeholder({ slide }: { slide: Slide }) {
  if (!isImageSlide(slide) || !slide.placeholder) return null
  return <img src={slide.placeholder} alt="" className={classes.placeholder} draggable={false} />
}

function ItemButtons({ channelId, item, onClose }: { channelId: string; item: LightboxItem; onClose: () => void }) {
  const { t } = useTranslation()
  const show = t('gallery.lightbox.show')
  const person = t('gallery.lightbox.person', { name: item.sender })
  const download = t('gallery.lightbox.download')
  return (
    <>
      <Link
        to="/channels/$channelId"
        params={{ channelId }}
        search={{ message: item.id }}
        className={`yarl__button ${classes.show}`}
        onClick={onClose}
      >
        <IconMessage aria-hidden className="yarl__icon" stroke={1.5} />
        {show}
      </Link>
      {hasPage(item.senderId) && (
        <Link
          to="/channels/$channelId/members/$userId"
          params={{ channelId, userId: item.senderId }}
          className="yarl__button"
          onClick={onClose}
          title={person}
          aria-label={person}
        >
          <IconUser aria-hidden className="yarl__icon" stroke={1.5} />
        </Link>
      )}
      <BookmarkButton channelId={channelId} messageId={item.id} />
      <a
        href={mediaUrl.file(channelId, item.id)}
        download
        className="yarl__button"
        title={download}
        aria-label={download}
      >
        <IconDownload aria-hidden className="yarl__icon" stroke={1.5} />
      </a>
    </>
  )
}

/** The note can be added in the conversation. */
function BookmarkButton({ channelId, messageId }: { channelId: string; messageId: string }) {
  const { t } = useTranslation()
  const { canWrite } = useActor()
  const bookmarks = useQuery(bookmarksQuery(channelId)).data?.bookmarks
  const { save, remove } = useChangeBookmarks(channelId)
  const notifyFailure = useNotifyFailure()
  if (!canWrite || !bookmarks) return null
  const isBookmarked = bookmarks.some((one) => one.messageId === messageId)
  const label = t(isBookmarked ? 'conversation.bookmarks.remove' : 'conversation.bookmarks.add')
  const Icon = isBookmarked ? IconBookmarkFilled : IconBookmark
  return (
    <button
      type="button"
      className="yarl__button"
      title={label}
      aria-label={label}
      disabled={save.isPending || remove.isPending}
      onClick={() =>
        isBookmarked ? remove.mutate({ messageId }) : save.mutate({ messageId }, { onError: notifyFailure })
      }
    >
      <Icon aria-hidden className="yarl__icon" stroke={1.5} />
    </button>
  )
}

function Failed({ channelId, item }: { channelId: string; item: LightboxItem }) {
  const { t } = useTranslation()
  return (
    <Stack align="center" className={classes.failed} role="alert">
      <Text size="sm">{t('gallery.lightbox.failed')}</Text>
      <Button component="a" href={mediaUrl.file(channelId, item.id)} download variant="white" color="dark" size="sm">
        {t('gallery.lightbox.downloadFailed')}
      </Button>
    </Stack>
  )
}

declare module 'yet-another-react-lightbox' {
  interface SlideImage {
    /** URL of the thumbnail. */
    placeholder?: string
  }
}

function useSlides(channelId: string, timezone: string, items: readonly LightboxItem[]): Slide[] {
  const { t } = useTranslation()
  const nameOf = useMediaName(timezone)
  return useMemo(
    () =>
      items.map((item): Slide => {
        const view = mediaUrl.view(channelId, item.id)
        const small = item.preview ? { placeholder: mediaUrl.preview(channelId, item.id) } : {}
        const title = [nameOf.caption(item), importedNote(item, t)].filter(Boolean).join('\n')
        if (item.type === 'image') return { src: view, alt: nameOf.full(item), description: title, ...small }
        return {
          type: 'video',
          sources: [{ src: view, type: 'video/mp4' }],
          description: title,
          ...(item.preview ? { poster: mediaUrl.preview(channelId, item.id) } : {}),
          ...shapeOf(item),
        }
      }),
    [channelId, items, nameOf, t],
  )
}

/** Only the aspect ratio of a video is known, from its thumbnail; it is shown as large as possible. */
function shapeOf({ preview }: LightboxItem): { width?: number; height?: number } {
  if (!preview?.width || !preview.height) return {}
  return { width: preview.width * 16, height: preview.height * 16 }
}

function useLabels() {
  const { t } = useTranslation()
  return {
    Close: t('gallery.lightbox.close'),
    Previous: t('gallery.lightbox.previous'),
    Next: t('gallery.lightbox.next'),
    Slide: t('gallery.lightbox.slide'),
    Carousel: t('gallery.lightbox.carousel'),
    Caption: t('gallery.lightbox.caption'),
    Lightbox: t('gallery.lightbox.label'),
    'Photo gallery': t('gallery.lightbox.label'),
    'Zoom in': t('gallery.lightbox.zoomIn'),
    'Zoom out': t('gallery.lightbox.zoomOut'),
    '{index} of {total}': t('gallery.lightbox.position'),
  }
}
