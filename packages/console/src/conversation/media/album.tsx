import type { TimelineMessage } from '@innkeeper/contract'
import { Loader } from '@mantine/core'
import { useState } from 'react'
import { mediaUrl } from '../../api/client.ts'
import { IconPhotoOff, IconPlayerPlayFilled } from '../../ui/icons/icons.ts'
import { useConversationContext } from '../conversation-context.ts'
import type { Entry } from '../timeline/conversation.ts'
import { pictureSize } from '../timeline/rows.ts'
import classes from './media.module.css'

const shownAtMost = 9

/** Photos and videos that were sent together. */
export function Album({ entries }: { entries: readonly Entry[] }) {
  const items = entries.flatMap(({ item }) =>
    item.kind === 'message' && (item.type === 'image' || item.type === 'video') ? [item] : [],
  )
  const ordered = items.toSorted((a, b) => (a.imageSet?.index ?? 0) - (b.imageSet?.index ?? 0))
  const shown = ordered.slice(0, shownAtMost)
  return (
    <div className={classes.album} data-count={Math.min(shown.length, 5)}>
      {shown.map((item, at) => (
        <Tile key={item.id} item={item} more={at === shownAtMost - 1 ? ordered.length - shownAtMost : 0} />
      ))}
    </div>
  )
}

function Tile({ item, more }: { item: PictureItem; more: number }) {
  const { t } = useConversationContext()
  if (item.mediaState === 'stored') return <Picture item={item} isInAlbum more={more} />
  const isPending = item.mediaState === 'pending'
  return (
    <div
      className={classes.missing}
      role="img"
      aria-label={t(isPending ? 'conversation.pending' : 'conversation.lostWithout')}
    >
      {isPending ? <Loader size={18} /> : <IconPhotoOff size={24} stroke={1.5} />}
    </div>
  )
}

type PictureItem = Extract<TimelineMessage, { type: 'image' | 'video' }>

/** An original photo without a thumbnail is shown directly up to this size. */
const showableBytes = 4_000_000

/** Opens the photo, or the video, which is played there. `isInAlbum`: the album sets the size. */
export function Picture({
  item,
  isInAlbum = false,
  more = 0,
}: {
  item: PictureItem
  isInAlbum?: boolean
  more?: number
}) {
  const { t, channelId, format, openPicture } = useConversationContext()
  const [isBroken, setBroken] = useState(false)
  const { width, height } = pictureSize(item.preview)
  const isVideo = item.type === 'video'
  const isShowable = !isBroken && (item.preview !== null || (!isVideo && item.fileSize <= showableBytes))
  const named = { name: item.sender.name, when: format.dateTime(item.timestamp) }
  const url = item.preview ? mediaUrl.preview(channelId, item.id) : mediaUrl.view(channelId, item.id)
  return (
    <button
      type="button"
      className={classes.picture}
      style={isInAlbum ? undefined : { width, aspectRatio: `${width} / ${height}` }}
      aria-label={t(isVideo ? 'conversation.openVideo' : 'conversation.openPicture', named)}
      onClick={() => openPicture(item.id)}
      data-open
    >
      {isShowable ? (
        <img src={url} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />
      ) : (
        <span className={classes.broken}>
          <IconPhotoOff size={28} stroke={1.5} aria-hidden />
          {t('conversation.noPreview')}
        </span>
      )}
      {isVideo && more === 0 && (
        <span className={classes.playMark} aria-hidden>
          <IconPlayerPlayFilled size={20} />
        </span>
      )}
      {more > 0 && (
        <span className={classes.moreOfAlbum} aria-hidden>
          +{more}
        </span>
      )}
    </button>
  )
}
