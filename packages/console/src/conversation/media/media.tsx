import type { TimelineMessage } from '@innkeeper/contract'
import { Loader } from '@mantine/core'
import { useState } from 'react'
import { mediaUrl, picturePath } from '../../api/client.ts'
import {
  IconAlertTriangle,
  IconDownload,
  IconFile,
  IconMapPin,
  IconMusic,
  IconPhoto,
  IconSticker,
  IconVideo,
} from '../../ui/icons/icons.ts'
import { useConversationContext } from '../conversation-context.ts'
import { pictureSize, stickerSize } from '../timeline/rows.ts'
import { Picture } from './album.tsx'
import { Card } from './card.tsx'
import classes from './media.module.css'

type Of<Type extends TimelineMessage['type']> = Extract<TimelineMessage, { type: Type }>

/** Everything except text. Nothing is loaded from other sites, and players load only metadata until they are started. */
export function Media({ item }: { item: Exclude<TimelineMessage, { type: 'text' }> }) {
  if (item.type === 'location') return <Location item={item} />
  if (item.type === 'sticker') return <Sticker item={item} />
  if (item.mediaState !== 'stored') return <Missing item={item} />
  if (item.type === 'image') return <Picture item={item} />
  if (item.type === 'video') return <Video item={item} />
  if (item.type === 'audio') return <Sound item={item} />
  return <File item={item} />
}

const icons = { image: IconPhoto, video: IconVideo, audio: IconMusic, file: IconFile } as const

function Missing({ item }: { item: Of<'image' | 'video' | 'audio' | 'file'> }) {
  const { t } = useConversationContext()
  const Icon = icons[item.type]
  const name = item.type === 'file' ? item.fileName : t(`conversation.kinds.${item.type}`)
  if (item.mediaState === 'pending') {
    return <Card icon={<Icon size={20} />} title={name} note={t('conversation.pending')} end={<Loader size={16} />} />
  }
  const note = item.lostReason ? t('conversation.lost', { reason: item.lostReason }) : t('conversation.lostWithout')
  return <Card icon={<IconAlertTriangle size={20} />} title={name} note={note} />
}

function Video({ item }: { item: Of<'video'> }) {
  const { t, channelId } = useConversationContext()
  const { width, height } = pictureSize(item.preview)
  return (
    <video
      className={classes.video}
      style={{ width, aspectRatio: `${width} / ${height}` }}
      controls
      preload="none"
      playsInline
      aria-label={t('conversation.kinds.video')}
      src={mediaUrl.view(channelId, item.id)}
      {...(item.preview ? { poster: mediaUrl.preview(channelId, item.id) } : {})}
    />
  )
}

function Sound({ item }: { item: Of<'audio'> }) {
  const { t, channelId } = useConversationContext()
  return (
    <div className={classes.sound}>
      {item.title && <span dir="auto">{item.title}</span>}
      {/* biome-ignore lint/a11y/useMediaCaption: there are no captions for what people send each other */}
      <audio
        controls
        preload="metadata"
        aria-label={t('conversation.kinds.audio')}
        src={mediaUrl.view(channelId, item.id)}
      />
    </div>
  )
}

function File({ item }: { item: Of<'file'> }) {
  const { t, channelId, format } = useConversationContext()
  return (
    <a
      className={classes.plainLink}
      href={mediaUrl.file(channelId, item.id)}
      download
      title={t('conversation.download', { name: item.fileName })}
      data-open
    >
      <Card
        icon={<IconFile size={20} />}
        title={item.fileName}
        note={item.fileSize > 0 ? format.size(item.fileSize) : ''}
        end={<IconDownload size={18} />}
      />
    </a>
  )
}

function Location({ item }: { item: Of<'location'> }) {
  const { t } = useConversationContext()
  const { latitude, longitude } = item
  const map = new URL('https://www.openstreetmap.org/')
  map.search = String(new URLSearchParams({ mlat: String(latitude), mlon: String(longitude) }))
  map.hash = `map=16/${latitude}/${longitude}`
  return (
    <Card
      icon={<IconMapPin size={20} />}
      title={item.title || item.address || t('conversation.kinds.location')}
      note={item.title ? item.address : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`}
      below={
        <a className={classes.mapLink} href={map.href} target="_blank" rel="noopener noreferrer" data-open>
          {t('conversation.showMap')}
        </a>
      }
    />
  )
}

function Sticker({ item }: { item: Of<'sticker'> }) {
  const { t } = useConversationContext()
  const [isBroken, setIsBroken] = useState(false)
  const kind = t('conversation.kinds.sticker')
  if (item.sticker && !isBroken) {
    return (
      <img
        className={classes.sticker}
        src={picturePath(item.sticker.url)}
        {...stickerSize(item.sticker)}
        alt={item.title ? `${kind}: ${item.title}` : kind}
        loading="lazy"
        onError={() => setIsBroken(true)}
      />
    )
  }
  return (
    <Card
      icon={<IconSticker size={20} />}
      title={item.title || kind}
      note={t('conversation.stickerNo', { id: `${item.packageId}/${item.stickerId}` })}
    />
  )
}
