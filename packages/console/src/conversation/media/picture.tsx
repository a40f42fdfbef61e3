import type { TimelineMessage } from '@innkeeper/contract'
import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { mediaUrl } from '../../api/client.ts'
import { useReader } from '../conversation-context.ts'
import { pictureSize } from '../timeline/rows.ts'
import classes from './media.module.css'

type Image = Extract<TimelineMessage, { type: 'image' }>

/** An original without a small picture is shown itself up to this size. */
const showableBytes = 4_000_000

/** `isInAlbum`: the album says how large it is. */
export function Picture({ item, isInAlbum = false, more = 0 }: { item: Image; isInAlbum?: boolean; more?: number }) {
  const { t, channelId, format, openPicture } = useReader()
  const [isBroken, setBroken] = useState(false)
  const { width, height } = pictureSize(item.preview)
  const isShowable = !isBroken && (item.preview !== null || item.fileSize <= showableBytes)
  const url = item.preview ? mediaUrl.preview(channelId, item.id) : mediaUrl.view(channelId, item.id)
  return (
    <button
      type="button"
      className={classes.picture}
      style={isInAlbum ? undefined : { width, aspectRatio: `${width} / ${height}` }}
      aria-label={t('reader.openPicture', { name: item.sender.name, when: format.dateTime(item.timestamp) })}
      onClick={() => openPicture(item.id)}
      data-open
    >
      {isShowable ? (
        <img src={url} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />
      ) : (
        <span className={classes.broken}>
          <IconPhotoOff size={28} stroke={1.5} aria-hidden />
          {t('reader.noPreview')}
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
