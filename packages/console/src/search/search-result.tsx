import type { SearchHit, TimelineMessage } from '@innkeeper/contract'
import { Avatar, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mediaUrl, picturePath } from '../api/client.ts'
import { useChannel } from '../channel/channel.ts'
import { ZonedTime } from '../channel/zoned-time.tsx'
import {
  IconFile,
  IconMapPin,
  IconMessage,
  IconMicrophone,
  IconPhoto,
  IconSticker2,
  IconVideo,
} from '../ui/icons/icons.ts'
import { cutExcerpt } from './excerpt.ts'
import classes from './search.module.css'
import type { MessageHit } from './use-search.ts'

/** A search result, which links to the message in the conversation. */
export const SearchResult = memo(function SearchResult({ hit }: { hit: MessageHit }) {
  const { channelId } = useChannel()
  const { item } = hit
  return (
    <li className={classes.result}>
      <Link
        to="/channels/$channelId"
        params={{ channelId }}
        search={{ message: item.id }}
        className={classes.link}
        data-result
      >
        <Avatar src={picturePath(item.sender.pictureUrl)} size={36} alt="" name={item.sender.name} />
        <div className={classes.details}>
          <div className={classes.who}>
            <Text span size="sm" fw={600} truncate dir="auto">
              {item.sender.name}
            </Text>
            <Text span size="xs" c="dimmed" className={classes.when}>
              <ZonedTime at={item.timestamp} />
            </Text>
          </div>
          <Found hit={hit} />
        </div>
        <Thumbnail item={item} />
      </Link>
    </li>
  )
})

/** The text with its hits. Pieces of text, never markup. */
function Found({ hit }: { hit: MessageHit }) {
  const { t } = useTranslation()
  const { item, field, highlights } = hit
  const pieces = cutExcerpt(textOf(item, field), highlights)
  const Icon = icons[item.type]
  return (
    <Text component="div" size="sm" className={classes.found} dir="auto">
      {item.type !== 'text' && (
        <Icon size={15} stroke={1.5} className={classes.kind} role="img" aria-label={t(`search.kind.${item.type}`)} />
      )}
      {pieces.map(({ at, text, isHit }) =>
        isHit ? (
          <mark key={at} className={classes.mark}>
            {text}
          </mark>
        ) : (
          <span key={at}>{text}</span>
        ),
      )}
    </Text>
  )
}

function textOf(item: TimelineMessage, field: SearchHit['field']): string {
  const value: unknown = Object.entries(item).find(([name]) => name === field)?.[1]
  return typeof value === 'string' ? value : ''
}

const icons = {
  text: IconMessage,
  image: IconPhoto,
  video: IconVideo,
  audio: IconMicrophone,
  file: IconFile,
  location: IconMapPin,
  sticker: IconSticker2,
} as const

function Thumbnail({ item }: { item: TimelineMessage }) {
  const { channelId } = useChannel()
  const [isGone, setIsGone] = useState(false)
  if (!item.preview || isGone) return null
  return (
    <img
      className={classes.thumbnail}
      src={mediaUrl.preview(channelId, item.id)}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setIsGone(true)}
    />
  )
}
