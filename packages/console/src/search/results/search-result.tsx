import { findLinks, type Link } from '@innkeeper/contract/links'
import { Avatar, Badge, Text, ThemeIcon } from '@mantine/core'
import { Link as RouterLink } from '@tanstack/react-router'
import { memo, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mediaUrl, picturePath } from '../../api/client.ts'
import { addressOfHit, type Criteria, timeOfHit } from '../../channel/hits.ts'
import { PlatformBadge } from '../../channel/platform.tsx'
import type { Format } from '../../ui/format/format.ts'
import { Highlighted } from '../../ui/highlight/highlighted.tsx'
import {
  IconFile,
  IconMapPin,
  IconMessage,
  IconMessageChatbot,
  IconMicrophone,
  IconPhoto,
  IconSticker2,
  IconVideo,
} from '../../ui/icons/icons.ts'
import { WebLink } from '../../ui/web-link.tsx'
import classes from '../search.module.css'
import type { ListHit } from '../use-search.ts'
import type { ListedHit, NeighborItem } from './group-hits.ts'
import { captionOf, linesOf, plainTextOf } from './hit-lines.ts'

type Props = ListedHit<ListHit> & {
  /** Where the hit is. `channelName` is shown if there are several channels. */
  channelId: string
  channelName: string | undefined
  /** The time zone of the channel, in which the conversation opens. */
  channelFormat: Format
  format: Format
  /** What was searched for, to step through the results in the conversation. */
  criteria: Criteria | undefined
}

/** A search result, which links to the message in the conversation, with the items before and after it. */
export const SearchResult = memo(function SearchResult(props: Props) {
  const { hit, before, after, channelId, channelName, channelFormat, format, criteria } = props
  const at = timeOfHit(hit.item)
  return (
    <li className={classes.result}>
      <Face item={hit.item} channelId={channelId} isBelow={before !== undefined} />
      <div className={classes.details}>
        <RouterLink
          to="/channels/$channelId"
          params={{ channelId }}
          search={{
            ...addressOfHit(hit, channelFormat.dayOf),
            ...criteria,
            ...(channelName !== undefined && { results: 'all' }),
          }}
          state={{ isFromResults: true }}
          className={classes.link}
          data-result
        >
          {before && <Neighbor item={before} />}
          <div className={classes.hit}>
            <div className={classes.details}>
              <div className={classes.who}>
                <Sender hit={hit} />
                {channelName !== undefined && (
                  <Text span size="xs" c="dimmed" truncate className={classes.channel} dir="auto">
                    {channelName} <PlatformBadge channelId={channelId} />
                  </Text>
                )}
                <Text span size="xs" c="dimmed" className={classes.when}>
                  <time dateTime={at} title={format.dateTime(at)}>
                    {format.time(at)}
                  </time>
                </Text>
              </div>
              <Found hit={hit} format={format} />
            </div>
            <Thumbnail item={hit.item} channelId={channelId} />
          </div>
          {after && <Neighbor item={after} />}
        </RouterLink>
        <Links item={hit.item} />
      </div>
    </li>
  )
})

/** The links of the message, beside the result, which is a link itself. */
function Links({ item }: { item: ListHit['item'] }) {
  const { t } = useTranslation()
  const links = useMemo(() => listLinks(item), [item])
  if (links.length === 0) return null
  return (
    <ul className={classes.webLinks} aria-label={t('search.links')}>
      {links.map((link) => (
        <li key={`${link.start} ${link.text}`}>
          <WebLink {...link}>{link.text}</WebLink>
        </li>
      ))}
    </ul>
  )
}

const mostLinks = 5

function listLinks(item: ListHit['item']): Link[] {
  const texts = item.kind === 'answer' ? item.texts : [item.type === 'text' ? item.content : captionOf(item)]
  return texts.flatMap(findLinks).slice(0, mostLinks)
}

type FaceProps = { item: ListHit['item']; channelId: string; isBelow: boolean }

/** Leads to the person, because the rest of the row leads to the message. `isBelow`: the row begins with another message. */
function Face({ item, channelId, isBelow }: FaceProps) {
  if (item.kind === 'answer') {
    return (
      <ThemeIcon size={36} radius="xl" aria-hidden className={classes.face ?? ''} data-below={isBelow || undefined}>
        <IconMessageChatbot size={20} stroke={1.6} />
      </ThemeIcon>
    )
  }
  const { id: userId, name, pictureUrl } = item.sender
  const picture = <Avatar src={picturePath(pictureUrl)} size={36} alt="" name={name} />
  if (userId === '') return <div className={classes.face}>{picture}</div>
  return (
    <RouterLink
      to="/channels/$channelId/members/$userId"
      params={{ channelId, userId }}
      className={classes.face}
      data-below={isBelow || undefined}
      aria-label={name || userId}
      title={name}
    >
      {picture}
    </RouterLink>
  )
}

function Sender({ hit }: { hit: ListHit }) {
  const { t } = useTranslation()
  const { sender } = linesOf(hit)
  return (
    <Text span size="sm" fw={600} truncate dir="auto">
      {hit.item.kind === 'answer' ? t('conversation.bot') : <Highlighted {...sender} />}
    </Text>
  )
}

function Found({ hit, format }: { hit: ListHit; format: Format }) {
  const { t } = useTranslation()
  const { item, version } = hit
  const { texts } = linesOf(hit)
  const kind = item.kind === 'answer' ? 'answer' : item.type
  const Icon = icons[kind]
  return (
    <>
      {version && (
        <Badge variant="default" size="sm" className={classes.version}>
          {t('search.earlierVersion', { when: format.dateTime(version.at) })}
        </Badge>
      )}
      {texts.length === 0 && (
        <Text component="div" size="sm" c="dimmed">
          <Icon size={15} stroke={1.5} className={classes.kind} aria-hidden />
          {t(`search.kind.${kind}`)}
        </Text>
      )}
      {texts.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the texts of a hit never change their order
        <Text key={at} component="div" size="sm" className={classes.found} dir="auto">
          {at === 0 && kind !== 'text' && kind !== 'answer' && (
            <Icon size={15} stroke={1.5} className={classes.kind} role="img" aria-label={t(`search.kind.${kind}`)} />
          )}
          <Highlighted {...line} />
        </Text>
      ))}
    </>
  )
}

/** The item before or after, in one quiet line. */
function Neighbor({ item }: { item: NeighborItem }) {
  const { t } = useTranslation()
  const name = item.kind === 'answer' ? t('conversation.bot') : item.sender.name
  const kind = item.kind === 'answer' ? 'answer' : item.type
  return (
    <Text component="div" size="xs" c="dimmed" truncate className={classes.neighbor}>
      <bdi>{name}</bdi>
      {': '}
      <bdi>{plainTextOf(item) || t(`search.kind.${kind}`)}</bdi>
    </Text>
  )
}

const icons = {
  text: IconMessage,
  image: IconPhoto,
  video: IconVideo,
  audio: IconMicrophone,
  file: IconFile,
  location: IconMapPin,
  sticker: IconSticker2,
  answer: IconMessageChatbot,
} as const

function Thumbnail({ item, channelId }: { item: ListHit['item']; channelId: string }) {
  const [isGone, setIsGone] = useState(false)
  if (item.kind === 'answer' || isGone) return null
  const source = item.sticker ? picturePath(item.sticker.url) : item.preview && mediaUrl.preview(channelId, item.id)
  if (!source) return null
  return (
    <img
      className={classes.thumbnail}
      data-sticker={item.type === 'sticker' || undefined}
      src={source}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setIsGone(true)}
    />
  )
}
